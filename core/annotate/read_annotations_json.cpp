// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/node_entries.h"
#include "core/annotate/read_annotations.h"
#include "core/annotate/read_lanescope_annotations.h"

#include "capture_lib/include/lanescope/annotation_format.h"
#include "core/load/json_cursor.h"

#include <fmt/format.h>

namespace lanescope {
namespace {

// Reads {"<id>": value, …}.
class NodeMapReader {
public:
    NodeMapReader(std::string_view text, std::string_view journal) : m_text(text), m_journal(journal), m_cursor(text) {}

    Result<AnnotationSet> read()
    {
        if (m_cursor.openObject() != JsonCursor::Outcome::Ok)
            return failure(ErrorCode::NotAnnotations, "not an annotation file: the JSON is no object");
        JsonCursor::Value key;
        for (bool first = true;;) {
            const bool isFirst = first;
            const JsonCursor::Step step = m_cursor.nextMember(key, first);
            if (step == JsonCursor::Step::Done)
                break;
            const std::size_t keyAt = m_cursor.position();
            if (step == JsonCursor::Step::Member && isFirst && key.inner() == LSC_KEY_FILE_VERSION)
                return readLanescopeAnnotations(m_text, m_journal);
            if (step == JsonCursor::Step::Member && isFirst && key.inner() == LSC_KEY_JOURNAL_VERSION)
                return readLanescopeJournalAnnotations(m_text);
            JsonCursor::Value value;
            if (step != JsonCursor::Step::Member || m_cursor.readValue(value) != JsonCursor::Outcome::Ok)
                return brokenAt(m_cursor.position());
            decodeJsonString(key.inner(), m_key);
            if (m_key == "traceEvents")
                return failure(ErrorCode::NotAnnotations, "a trace, not an annotation file");
            m_entries.take(m_key, value.raw, keyAt);
        }
        reportOddText();
        return m_entries.finish();
    }

private:
    tl::unexpected<Error> brokenAt(std::size_t position) const
    {
        if (position >= m_text.size())
            return failure(ErrorCode::NotAnnotations, "the annotation file is cut off: its JSON does not end");
        return failure(ErrorCode::NotAnnotations, fmt::format("not an annotation file: bad JSON at byte {}", position));
    }

    void reportOddText()
    {
        const JsonCursor::Oddities& odd = m_cursor.oddities();
        if (odd.any())
            m_entries.set().report.addWithoutPlace(
                "annotation-file-not-strict-json",
                "the annotation file is not strict JSON: it was read as far as it makes sense");
    }

    std::string_view m_text;
    std::string_view m_journal;
    JsonCursor m_cursor;
    NodeEntries m_entries;
    std::string m_key;
};

} // namespace

Result<AnnotationSet> readAnnotationsJson(std::string_view text, std::string_view journal)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    return NodeMapReader(text, journal).read();
}

} // namespace lanescope
