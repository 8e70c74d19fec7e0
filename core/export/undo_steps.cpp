// SPDX-License-Identifier: Apache-2.0
#include "core/export/undo_steps.h"

#include "core/export/undo_record.h"
#include "core/load/decimal_time.h"
#include "core/load/json_cursor.h"
#include "core/load/json_text.h"
#include "core/load/json_walk.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace lanescope {
namespace {

tl::unexpected<Error> damaged(std::string_view what)
{
    return failure(ErrorCode::Damaged, fmt::format("the record of its changes is damaged ({})", what));
}

std::string textOf(const JsonCursor::Value& value)
{
    std::string text;
    if (value.kind == JsonCursor::ValueKind::String)
        decodeJsonString(value.inner(), text);
    return text;
}

// Calls onElement(value) for each element of an array; false when it is none or the callee says so.
template<typename OnElement>
bool forEachElement(std::string_view array, OnElement onElement)
{
    JsonCursor cursor(array, 0, JsonCursor::TextIs::Whole);
    JsonCursor::Value value;
    return walkArray(cursor, [&] { return cursor.readValue(value) == JsonCursor::Outcome::Ok && onElement(value); });
}

// Takes digits and the character behind them from the front.
std::optional<std::uint64_t> takeNumber(std::string_view& text)
{
    std::uint64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return number;
}

bool takeCharacter(std::string_view& text, char c)
{
    if (text.empty() || text.front() != c)
        return false;
    text.remove_prefix(1);
    return true;
}

bool readChanges(std::string_view text, UndoSteps& steps)
{
    std::uint64_t next = 0;
    while (!text.empty()) {
        const auto skip = takeNumber(text);
        if (!skip || !takeCharacter(text, ':'))
            return false;
        const auto inverse = takeNumber(text);
        std::uint64_t count = 1;
        if (takeCharacter(text, '*'))
            count = takeNumber(text).value_or(0);
        if (!text.empty() && !takeCharacter(text, ' '))
            return false;
        if (!inverse || *inverse >= steps.inverses.size() || count == 0)
            return false;
        for (std::uint64_t i = 0; i < count; ++i) {
            if (next >= steps.entries || *skip >= steps.entries - next)
                return false;
            next += *skip;
            steps.changes.push_back({next, static_cast<std::uint32_t>(*inverse)});
            ++next;
        }
    }
    return true;
}

bool isWhiteAndComma(std::string_view text)
{
    const std::size_t comma = text.find_first_not_of(" \t\r\n");
    return comma != std::string_view::npos && text[comma] == ',' &&
           text.find_first_not_of(" \t\r\n", comma + 1) == std::string_view::npos;
}

bool isStrictObject(std::string_view text)
{
    JsonCursor cursor(text, 0, JsonCursor::TextIs::Whole);
    JsonCursor::Value value;
    return cursor.readValue(value) == JsonCursor::Outcome::Ok && value.raw.size() == text.size() &&
           value.kind == JsonCursor::ValueKind::Object && !cursor.oddities().any();
}

bool readRemoved(std::string_view json, UndoSteps& steps)
{
    return forEachElement(json, [&](const JsonCursor::Value& item) {
        UndoSteps::Removed removed{};
        std::size_t position = 0;
        const bool isRead = forEachElement(item.raw, [&](const JsonCursor::Value& value) {
            if (position == 0) {
                const auto entry = parseUnsigned(value.raw);
                removed.beforeEntry = entry.value_or(std::numeric_limits<std::uint64_t>::max());
            } else if (position == 1) {
                removed.text = textOf(value);
            } else {
                removed.separator = textOf(value);
            }
            return ++position <= 3;
        });
        const bool isInOrder = steps.removed.empty() || steps.removed.back().beforeEntry <= removed.beforeEntry;
        if (!isRead || position != 3 || removed.beforeEntry > steps.entries || !isInOrder ||
            !isStrictObject(removed.text) || !isWhiteAndComma(removed.separator))
            return false;
        steps.removed.push_back(std::move(removed));
        return true;
    });
}

struct Parts { // values of the members that depend on others
    std::string_view inverses = "[]";
    std::string changes;
    std::string_view removed = "[]";
    std::uint64_t format = 0;
};

bool readMembers(std::string_view json, UndoSteps& steps, Parts& parts)
{
    JsonCursor cursor(json, 0, JsonCursor::TextIs::Whole);
    if (cursor.openObject() != JsonCursor::Outcome::Ok)
        return false;
    JsonCursor::Value key;
    JsonCursor::Value value;
    for (bool first = true;;) {
        const JsonCursor::Step step = cursor.nextMember(key, first);
        if (step != JsonCursor::Step::Member)
            return step == JsonCursor::Step::Done;
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return false;
        const std::string_view name = key.inner();
        if (name == "format")
            parts.format = parseUnsigned(value.raw).value_or(0);
        else if (name == "entries")
            steps.entries = parseUnsigned(value.raw).value_or(0);
        else if (name == "added")
            steps.added = parseUnsigned(value.raw).value_or(0);
        else if (name == "form")
            steps.isArray = value.inner() == "array";
        else if (name == "header")
            steps.header = strictJson(value.raw);
        else if (name == "earlier")
            steps.earlier = strictJson(value.raw);
        else if (name == "inverses")
            parts.inverses = value.raw;
        else if (name == "changes")
            parts.changes = textOf(value);
        else if (name == "removed")
            parts.removed = value.raw;
    }
}

} // namespace

Result<UndoSteps> readUndoSteps(std::string_view json, std::uint64_t entryCount)
{
    UndoSteps steps;
    Parts parts;
    if (!readMembers(json, steps, parts))
        return damaged("it is no JSON object");
    if (parts.format != UndoRecord::kFormat)
        return failure(ErrorCode::Damaged, fmt::format("the record of its changes has format {}, this version knows {}",
                                                       parts.format, UndoRecord::kFormat));
    // Before anything is made that has a size by it.
    if (steps.added > entryCount || steps.entries != entryCount - steps.added)
        return failure(ErrorCode::Damaged, fmt::format("it was changed since: it has {} entries, not the {} it had",
                                                       entryCount, steps.entries + steps.added));
    const bool areRead = forEachElement(parts.inverses, [&steps](const JsonCursor::Value& value) {
        return readInverse(value.raw, steps.inverses.emplace_back());
    });
    if (!areRead)
        return damaged("inverses");
    if (!readChanges(parts.changes, steps))
        return damaged("changes");
    if (!readRemoved(parts.removed, steps))
        return damaged("removed");
    return steps;
}

} // namespace lanescope
