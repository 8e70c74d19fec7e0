// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"

#include <memory>

namespace lanescope {

enum class GuessGraphs { No, Yes };

// The annotations of a joined trace with the keys of more of its nodes, to join it with once more; null when there are
// no more. A node that the file does not list is looked for under the node of the captured graph that it was cloned
// from (args "source graph node id" and "source graph id", combined as DESIGN §4.1 does). With GuessGraphs::Yes a whole
// graph that is in no way in the file gets the annotations of the one graph whose nodes have the same numbers and
// kernel names; without names in file and trace, the same numbers. Two graphs that fit equally well and differ in
// annotations: none. O(nodes) reads of the file. Errors: CannotRead, ChangedOnDisk, Stopped.
[[nodiscard]] Result<std::shared_ptr<const AnnotationSet>>
annotationsByOtherKeys(const JoinedTrace& joined, GuessGraphs guess, const JobControl& job);

} // namespace lanescope
