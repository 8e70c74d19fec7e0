// SPDX-License-Identifier: Apache-2.0
// A program that knows nothing of CUPTI: the library finds it, once.
#include "checks.h"

#include "lanescope/capture.h"

#include <cuda_runtime.h>

#include <fstream>
#include <set>

int main()
{
    lanescope::gpu::Checks checks;
    checks.section("a program without CUPTI");
    if (cudaFree(nullptr) != cudaSuccess)
        return 2;
    if (!checks.equal(lsc_available(), LSC_OK, "available"))
        std::printf("   %s\n", lsc_last_error());
    std::set<std::string> copies;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        if (line.find("libcupti") != std::string::npos)
            copies.insert(line.substr(line.find('/')));
    }
    for (const std::string& copy : copies)
        std::printf("   %s\n", copy.c_str());
    checks.expect(copies.size() <= 1, "at most one CUPTI is loaded");
    return checks.finish();
}
