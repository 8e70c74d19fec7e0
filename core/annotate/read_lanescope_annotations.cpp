// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/read_lanescope_annotations.h"

#include "core/annotate/lanescope_record.h"

#include <fmt/format.h>

#include <utility>

namespace lanescope {

Result<AnnotationSet> readLanescopeAnnotations(std::string_view text, std::string_view journal)
{
    Result<LanescopeRecord> record = readLanescopeRecord(text);
    if (!record)
        return failureOf(record);
    if (!journal.empty()) {
        const Result<LanescopeRecord> later = readLanescopeJournal(journal);
        if (later)
            addFromJournal(*record, *later);
        else
            record->report.addWithoutPlace(
                "annotation-journal-not-usable",
                fmt::format("the journal beside the annotation file is not used: {}", later.error().message));
    }
    return annotationsOf(*std::move(record));
}

Result<AnnotationSet> readLanescopeJournalAnnotations(std::string_view text)
{
    Result<LanescopeRecord> record = readLanescopeJournal(text);
    if (!record)
        return failureOf(record);
    return annotationsOf(*std::move(record));
}

} // namespace lanescope
