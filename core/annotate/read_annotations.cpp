// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/read_annotations.h"

#include "core/annotate/content_hash.h"
#include "core/annotate/discover.h"
#include "core/annotate/pickle_machine.h"

#include "capture_lib/include/lanescope/annotation_format.h"
#include "core/file/byte_source.h"
#include "core/file/content_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <system_error>

namespace lanescope {
namespace {

// The error with the file's name in front, so that a user who opened two files knows which.
Error named(const std::filesystem::path& path, const Error& error)
{
    return {error.code, fmt::format("{}: {}", path.string(), error.message)};
}

// The text of "x.journal" beside "x.json"; empty when there is none or it cannot be read.
std::string journalBeside(const std::filesystem::path& path, const JobControl& job)
{
    std::filesystem::path journal = path;
    if (journal.extension() == ".gz")
        journal.replace_extension();
    if (journal.extension() != LSC_FILE_ENDING)
        return {};
    journal.replace_extension(LSC_JOURNAL_ENDING);
    std::error_code ignored; // what cannot be looked at is not there
    if (!std::filesystem::is_regular_file(journal, ignored))
        return {};
    const Result<OpenedFile> file = openFile(journal, job);
    if (!file || file->content->sizeBytes() > kLargestAnnotationFileBytes)
        return {};
    return file->content->text({0, file->content->sizeBytes()}).value_or("");
}

Result<AnnotationSet> readText(std::string_view text, std::string_view journal, const JobControl& job)
{
    const ContentKind kind = contentKindOf(text.substr(0, std::min<std::size_t>(text.size(), 64)));
    switch (kind) {
    case ContentKind::Json:
        return readAnnotationsJson(text, journal);
    case ContentKind::Empty:
        return failure(ErrorCode::NotAnnotations, "the annotation file is empty");
    case ContentKind::Pickle:
        return readAnnotationsPickle(text, job);
    default:
        if (beginsAsPickle(text))
            return readAnnotationsPickle(text, job);
        return failure(ErrorCode::NotAnnotations,
                       fmt::format("not an annotation file: it is {}", contentKindName(kind)));
    }
}

} // namespace

Result<AnnotationSet> readAnnotations(const std::filesystem::path& path, const JobControl& job)
{
    const Result<OpenedFile> file = openFile(path, job);
    if (!file)
        return failureOf(file); // its message names the file
    const std::uint64_t size = file->content->sizeBytes();
    if (size > kLargestAnnotationFileBytes)
        return failure(ErrorCode::TooLarge, fmt::format("{}: {} bytes; annotation files of up to {} bytes are read",
                                                        path.string(), size, kLargestAnnotationFileBytes));
    const Result<std::string> text = file->content->text({0, size});
    if (!text)
        return failureOf(text);
    Result<AnnotationSet> set = readText(*text, journalBeside(path, job), job);
    if (!set)
        return tl::unexpected<Error>(named(path, set.error()));
    set->path = path;
    set->contentHash = contentHash(*text);
    if (!set->rank)
        set->rank = rankInFileName(path.filename().string());
    if (!file->content->damage().empty())
        set->report.addWithoutPlace("annotation-file-cut-off", file->content->damage());
    return set;
}

} // namespace lanescope
