// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace lanescope {

// Reads an annotation file of any supported form, told by its content. One odd entry costs itself and is counted in
// the set's report. Errors: NotFound, CannotRead, NotAnnotations (with what it is instead), TooLarge, Refused.
[[nodiscard]] Result<AnnotationSet> readAnnotations(const std::filesystem::path& path, const JobControl& job);

// The JSON form: {"<decimal or 0x id>": value}, value = list of dicts and strings, one dict, or one string.
[[nodiscard]] Result<AnnotationSet> readAnnotationsJson(std::string_view text);

} // namespace lanescope
