// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// The rank a file's name tells: rank3, rank-3, rank[3], rank_3; the place of a server's worker where it can only be one
// rank (dp0_pp0_tp1, -TP-1, but not dp1_tp0, whose rank hangs on the sizes); leading digits. Never rank 1 for rank 10.
[[nodiscard]] std::optional<std::int64_t> rankInFileName(std::string_view fileName);

// A server's coordinator (vLLM's async_llm) records itself beside its workers: it is no rank.
[[nodiscard]] bool isCoordinatorName(std::string_view fileName);

// "annotations" is in the name, and the ending is one of those that annotation files have.
[[nodiscard]] bool looksLikeAnnotationName(std::string_view fileName);

// The file's name without the endings that traces and exports have: "run" of run.pt.trace.json.gz.
[[nodiscard]] std::string traceStem(const std::filesystem::path& trace);

struct AnnotationSearch {
    std::optional<std::filesystem::path> found;
    std::vector<std::filesystem::path> equals; // when several fit equally none is taken, and these are they
};

// The annotation file that belongs to a trace: same folder, parent, grandparent, in this order; in each first
// <trace stem>.annotations.json, then lanescope_annotations_rank{r}_*, kernel_annotations_rank{r}_*, other
// *annotations*.json|pkl|journal of the same rank (or, when it is the only one and no rank contradicts, that one).
// Files named after another trace of the folder are left out, and a pickle or journal that lies beside its JSON.
[[nodiscard]] AnnotationSearch findAnnotationsFor(const std::filesystem::path& trace,
                                                  std::optional<std::int64_t> rankInTrace);

} // namespace lanescope
