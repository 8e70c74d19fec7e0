// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export/annotated_json.h"
#include "core/export/edit_list.h"
#include "core/export/splice_writer.h"
#include "core/join/join.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace lanescope::test {

// The bytes of a file as they lie on disk.
[[nodiscard]] std::string bytesOf(const std::filesystem::path& path);
[[nodiscard]] std::string testData(std::string_view pathUnderTestData);
// The content of a file, inflated.
[[nodiscard]] std::string contentOf(const std::filesystem::path& path);

// A trace and its annotations (may be empty: none), both given as text. Fails the test when one cannot be read.
[[nodiscard]] std::shared_ptr<const JoinedTrace> joinTexts(std::string_view trace, std::string_view annotations);

struct Exported {
    AnnotateCounts counts;
    std::string text;
};

// What an export of it writes; the text starts with "error: " when it fails.
[[nodiscard]] Exported exported(const JoinedTrace& joined, const AnnotateOptions& options = {});

// Writes edits that are not yet finished; changed entries become `<their text>`.
[[nodiscard]] std::string spliced(const Trace& trace, EditList& edits);

// One line an event of traceEvents, keys in alphabetical order: "name ph pid/tid ts"; absent ones are "-".
[[nodiscard]] std::string entryLines(std::string_view json);

} // namespace lanescope::test
