// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/join/match_report.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>

namespace lanescope {

// Fills the reasons and the problem of a report whose numbers are complete: what is likely wrong, in words that tell a
// user what to do. `annotations` may be null.
void explainMatch(MatchReport& report, const Trace& trace, const AnnotationSet* annotations);

// The rank that the trace tells, by its content or else by its name.
[[nodiscard]] std::optional<std::int64_t> rankOfTrace(const Trace& trace);

// Some call of the trace launched a CUDA graph.
[[nodiscard]] bool hasGraphLaunches(const Trace& trace);

} // namespace lanescope
