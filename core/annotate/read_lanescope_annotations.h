// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/base/result.h"

#include <string_view>

namespace lanescope {

// Reads Lanescope's own annotation file (capture_lib/FORMAT.md): every node under each exec graph made of its graph,
// and under the captured graph. `journal`: the text of the journal that lies beside it, or nothing; what only it has is
// added. What is damaged costs itself and is counted in the set's report. Errors: NotAnnotations (cut off, no JSON),
// Refused (a version above ours).
[[nodiscard]] Result<AnnotationSet> readLanescopeAnnotations(std::string_view text, std::string_view journal = {});

// Reads the journal that a program left which ended without saving its file; the set's report says so. Cut lines are
// skipped and counted. Errors: NotAnnotations (its first line is cut), Refused (a version above ours).
[[nodiscard]] Result<AnnotationSet> readLanescopeJournalAnnotations(std::string_view text);

} // namespace lanescope
