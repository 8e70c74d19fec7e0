// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/base/result.h"

#include <string_view>

namespace lanescope {

// Reads Lanescope's own annotation file (capture_lib/FORMAT.md): every node under each exec graph made of its graph,
// and under the captured graph. What is damaged costs itself and is counted in the set's report. Errors: NotAnnotations
// (cut off, no JSON), Refused (a version above ours).
[[nodiscard]] Result<AnnotationSet> readLanescopeAnnotations(std::string_view text);

} // namespace lanescope
