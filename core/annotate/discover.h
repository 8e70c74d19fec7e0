// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace lanescope {

// The rank a file's name tells: leading digits, rank3, rank-3, rank[3], rank_3, dp0_tp1 … gives none. Never rank 1 for
// rank 10.
[[nodiscard]] std::optional<std::int64_t> rankInFileName(std::string_view fileName);

// The annotation file that belongs to a trace: same folder, parent, grandparent, in this order; in each first
// <trace stem>.annotations.json, then kernel_annotations_rank{r}_*, then other *annotations*.json|pkl of the same rank
// (or, when it is the only one and tells no rank, that one). Nothing when none is found or when several fit equally.
[[nodiscard]] std::optional<std::filesystem::path> findAnnotationsFor(const std::filesystem::path& trace,
                                                                      std::optional<std::int64_t> rankInTrace);

} // namespace lanescope
