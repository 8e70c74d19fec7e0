// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

#include <memory>

namespace lanescope {

// The annotations that the trace's own events carry (DESIGN §4.1 rule 6): an export of ours or of torch's script, or a
// trace that was annotated while it was recorded. Null when it carries none. A trace counts as annotated if it says so
// in its header or some graphed event has an arg that only annotations have ("name", "autograd_phase", …); then all
// args that no profiler writes are annotation. One event a graph node is read: O(events) in memory, O(nodes) in the
// file. Errors: CannotRead, ChangedOnDisk, Stopped.
[[nodiscard]] Result<std::shared_ptr<const AnnotationSet>> annotationsInTrace(const Trace& trace,
                                                                              const JobControl& job);

} // namespace lanescope
