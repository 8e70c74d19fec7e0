// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

// Finds shared libraries at run time. What the process has loaded already always comes first: a second copy of CUPTI in
// one process breaks profilers.
namespace lanescope::capture {

// A handle for dlsym, or null. `soname` is looked for among what is loaded, then on the loader's path.
void* openByName(const std::string& soname);

// The CUPTI that the process has loaded, or null.
void* openLoadedCupti();

// CUPTI for a driver of `cudaMajor`: loaded copy, loader's path, toolkit folders, Python's nvidia packages, in this
// order; within each the driver's own major version first. Null when there is none.
void* openCupti(int cudaMajor);

// The folders that openCupti looks through after the loader's path, given the paths of the loaded libraries.
std::vector<std::string> cuptiFolders(const std::vector<std::string>& loadedPaths);

} // namespace lanescope::capture
