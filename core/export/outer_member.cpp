// SPDX-License-Identifier: Apache-2.0
#include "core/export/outer_member.h"

#include "core/load/json_cursor.h"
#include "core/load/json_text.h"

#include <algorithm>
#include <string>

namespace lanescope {
namespace {

enum class Begins { Object, BehindValue };
enum class Which { First, Last };

// `range` holds whole members.
Result<std::optional<OuterMember>> findIn(const ByteSource& content, ByteRange range, std::string_view wanted,
                                          Begins begins, Which which)
{
    const auto text = content.text(range);
    if (!text)
        return failureOf(text);
    std::optional<OuterMember> found;
    JsonCursor cursor(*text);
    bool first = true;
    JsonCursor::Value key;
    JsonCursor::Value value;
    std::string decoded;
    std::size_t previousEnd = 0;
    bool isFirst = begins == Begins::Object;
    while (cursor.nextMember(key, first) == JsonCursor::Step::Member) {
        const std::size_t begin = cursor.position();
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            break;
        const std::size_t end = cursor.position();
        std::string_view name = key.inner();
        if (key.hasEscape) {
            decodeJsonString(name, decoded);
            name = decoded;
        }
        if (name == wanted && (which == Which::Last || !found)) {
            std::size_t wholeEnd = end;
            if (isFirst) { // then it is the comma behind it that goes
                const std::size_t comma = std::min(text->find_first_not_of(" \t\r\n", end), text->size());
                wholeEnd = comma < text->size() && (*text)[comma] == ',' ? comma + 1 : end;
            }
            found =
                OuterMember{{range.offset + begin, end - begin}, {range.offset + previousEnd, wholeEnd - previousEnd}};
        }
        previousEnd = end;
        isFirst = false;
    }
    return found;
}

ByteRange behindEvents(const Trace& trace)
{
    const std::uint64_t size = trace.file().content->sizeBytes();
    const std::uint64_t begin = std::min(trace.header().eventArrayEnd + 1, size);
    return {begin, size - begin};
}

} // namespace

Result<std::optional<OuterMember>> findOuterMember(const Trace& trace, std::string_view key)
{
    const TraceHeader& header = trace.header();
    if (header.form == TraceHeader::Form::Array)
        return std::nullopt;
    const ByteSource& content = *trace.file().content;
    auto before = findIn(content, {header.objectBegin, header.eventArrayBegin - header.objectBegin}, key,
                         Begins::Object, Which::Last);
    if (!before || *before)
        return before;
    return findIn(content, behindEvents(trace), key, Begins::BehindValue, Which::Last);
}

Result<std::optional<OuterMember>> findMemberBehindEvents(const Trace& trace, std::string_view key)
{
    if (trace.header().form == TraceHeader::Form::Array)
        return std::nullopt;
    return findIn(*trace.file().content, behindEvents(trace), key, Begins::BehindValue, Which::First);
}

} // namespace lanescope
