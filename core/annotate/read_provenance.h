// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/provenance.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace lanescope {

// Larger files are refused: Inductor writes some kilobytes a graph.
inline constexpr std::uint64_t kLargestProvenanceFileBytes = std::uint64_t{256} << 20;

// Adds what a provenance file says to a set. A stack file and a node mapping of one graph (same folder, same name
// before "inductor_", same phase, a kernel in common) become one graph. Errors, with the file's name: NotFound,
// CannotRead, NotAnnotations (with what it is instead), TooLarge, Stopped; the set is then as it was.
[[nodiscard]] Result<void> readProvenance(const std::filesystem::path& path, ProvenanceSet& set, const JobControl& job);

// The phase that a file's name tells, or else its folder's ("model__0_backward_1.0"): "forward", "inference" or
// "backward" as a word.
[[nodiscard]] CompiledPhase phaseInPath(const std::filesystem::path& path);

} // namespace lanescope
