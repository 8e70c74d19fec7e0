// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/annotation_entry.h"
#include "core/annotate/node_key.h"
#include "core/annotate/read_annotations.h"
#include "core/annotate/read_lanescope_annotations.h"

#include "capture_lib/include/lanescope/annotation_format.h"
#include "core/load/json_cursor.h"

#include <fmt/format.h>

#include <unordered_map>

namespace lanescope {
namespace {

// Reads {"<id>": value, …}.
class NodeMapReader {
public:
    explicit NodeMapReader(std::string_view text) : m_text(text), m_cursor(text) {}

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
                return readLanescopeAnnotations(m_text);
            if (step == JsonCursor::Step::Member && isFirst && key.inner() == LSC_KEY_JOURNAL_VERSION)
                return failure(ErrorCode::NotAnnotations,
                               "the journal of a recording, which this version does not read; give the annotation file "
                               "that was saved");
            JsonCursor::Value value;
            if (step != JsonCursor::Step::Member || m_cursor.readValue(value) != JsonCursor::Outcome::Ok)
                return brokenAt(m_cursor.position());
            decodeJsonString(key.inner(), m_key);
            if (m_key == "traceEvents")
                return failure(ErrorCode::NotAnnotations, "a trace, not an annotation file");
            take(value.raw, keyAt);
        }
        if (m_entries > 0 && m_usableKeys == 0)
            return failure(ErrorCode::NotAnnotations,
                           fmt::format("not an annotation file: no key is the id of a graph node (the first is \"{}\")",
                                       m_firstKey));
        reportOddText();
        return std::move(m_set);
    }

private:
    tl::unexpected<Error> brokenAt(std::size_t position) const
    {
        if (position >= m_text.size())
            return failure(ErrorCode::NotAnnotations, "the annotation file is cut off: its JSON does not end");
        return failure(ErrorCode::NotAnnotations, fmt::format("not an annotation file: bad JSON at byte {}", position));
    }

    // One member: `m_key` and its value.
    void take(std::string_view raw, std::size_t atByte)
    {
        if (m_entries++ == 0)
            m_firstKey = m_key.substr(0, 60);
        const std::optional<std::uint64_t> node = parseNodeKey(m_key);
        if (!node) {
            m_set.report.add("annotation-key-not-an-id", "a key of the annotation file is no graph node id", atByte,
                             m_key);
            return;
        }
        ++m_usableKeys;
        const AnnotationEntry& entry = entryOf(raw);
        if (!entry.oddity.empty())
            m_set.report.add("annotation-not-usable", "the value of a node is not an annotation", atByte,
                             fmt::format("{}: {}", m_key, entry.oddity));
        if (const std::optional<std::string> stream = entry.badStream())
            m_set.report.add("annotation-stream-not-a-number", "the stream of an annotation is no number", atByte,
                             fmt::format("{}: {}", m_key, *stream));
        if (entry.isUsable)
            m_set.add(*node, entry.annotationOf(*node));
    }

    // Most nodes of a region have the same text.
    const AnnotationEntry& entryOf(std::string_view raw)
    {
        const auto known = m_known.find(raw);
        if (known != m_known.end())
            return known->second;
        return m_known.emplace(raw, readAnnotationEntry(raw)).first->second;
    }

    void reportOddText()
    {
        const JsonCursor::Oddities& odd = m_cursor.oddities();
        if (odd.any())
            m_set.report.addWithoutPlace(
                "annotation-file-not-strict-json",
                "the annotation file is not strict JSON: it was read as far as it makes sense");
    }

    std::string_view m_text;
    JsonCursor m_cursor;
    AnnotationSet m_set;
    std::unordered_map<std::string_view, AnnotationEntry> m_known;
    std::string m_key;
    std::string m_firstKey;
    std::uint64_t m_entries = 0;
    std::uint64_t m_usableKeys = 0;
};

} // namespace

Result<AnnotationSet> readAnnotationsJson(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    return NodeMapReader(text).read();
}

} // namespace lanescope
