// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace lanescope {

// Larger files are refused; a node takes some 60 bytes, so that is room for millions.
inline constexpr std::uint64_t kLargestAnnotationFileBytes = std::uint64_t{256} << 20;

// Reads an annotation file of any supported form, told by its content. One odd entry costs itself and is counted in
// the set's report. To Lanescope's own file, what only its journal beside it has is added. Errors: NotFound,
// CannotRead, NotAnnotations (with what it is instead), TooLarge, Refused.
[[nodiscard]] Result<AnnotationSet> readAnnotations(const std::filesystem::path& path, const JobControl& job);

// The JSON form: {"<decimal or 0x id>": value}, value = list of dicts and strings, one dict, or one string;
// or Lanescope's own forms, the file and the journal (capture_lib/FORMAT.md). An id that stands twice: the last counts.
// `journal`: text of the journal beside Lanescope's own file; ignored for other forms.
[[nodiscard]] Result<AnnotationSet> readAnnotationsJson(std::string_view text, std::string_view journal = {});

// The pickle that PyTorch users write (protocols 0 to 5): a dict of node ids (ints or texts) to the same values.
// Nothing in it is run. Errors: Refused (it names what is no data: the message says what), NotAnnotations, TooLarge,
// Stopped.
[[nodiscard]] Result<AnnotationSet> readAnnotationsPickle(std::string_view bytes, const JobControl& job);

} // namespace lanescope
