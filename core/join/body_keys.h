// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/trace/trace.h"

#include <memory>

namespace lanescope {

// The annotations with the keys of the nested graphs' nodes too (DESIGN §4.2): of each body and exec graph whose
// kernels in the trace have the names that were recorded for their numbers. A body that shows other names stays without
// annotations, and the report says so; one that shows nothing (a branch that was not taken) needs none. The same set
// where it records no bodies. O(events) else.
[[nodiscard]] std::shared_ptr<const AnnotationSet>
annotationsWithBodies(const Trace& trace, const std::shared_ptr<const AnnotationSet>& annotations);

} // namespace lanescope
