// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace lanescope {

// The rank a file's name tells: leading digits, rank3, rank-3, rank[3], rank_3, dp0_tp1 … gives none. Never rank 1 for
// rank 10.
[[nodiscard]] std::optional<std::int64_t> rankInFileName(std::string_view fileName);

struct AnnotationSearch {
    std::optional<std::filesystem::path> found;
    std::vector<std::filesystem::path> equals; // when several fit equally none is taken, and these are they
};

// The annotation file that belongs to a trace: same folder, parent, grandparent, in this order; in each first
// <trace stem>.annotations.json, then lanescope_annotations_rank{r}_*, kernel_annotations_rank{r}_*, other
// *annotations*.json|pkl of the same rank (or, when it is the only one and no rank contradicts, that one). Files named
// after another trace of the folder are left out, and a pickle that lies beside its JSON.
[[nodiscard]] AnnotationSearch findAnnotationsFor(const std::filesystem::path& trace,
                                                  std::optional<std::int64_t> rankInTrace);

} // namespace lanescope
