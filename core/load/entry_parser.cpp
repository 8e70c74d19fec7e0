// SPDX-License-Identifier: Apache-2.0
#include "core/load/entry_parser.h"

#include "core/load/decimal_time.h"
#include "core/load/value_ids.h"

namespace lanescope {
namespace {

using Outcome = JsonCursor::Outcome;
using Step = JsonCursor::Step;
using Value = JsonCursor::Value;
using ValueKind = JsonCursor::ValueKind;

Outcome outcomeOf(Step step)
{
    return step == Step::EndOfText ? Outcome::EndOfText : Outcome::Malformed;
}

ParsedTime timeOf(const Value& value)
{
    if (value.kind == ValueKind::NonJsonNumber)
        return {ParsedTime::State::NonJsonToken, 0};
    if (value.kind != ValueKind::Number && value.kind != ValueKind::String)
        return {ParsedTime::State::NotANumber, 0};
    const auto ns = parseMicroseconds(value.inner());
    if (ns)
        return {ParsedTime::State::Good, *ns};
    return {ns.error() == DecimalError::OutOfRange ? ParsedTime::State::OutOfRange : ParsedTime::State::NotANumber, 0};
}

// Walks the object at the cursor; `read(key)` reads the member's value and leaves behind it.
template<typename Read>
Outcome forEachMember(JsonCursor& cursor, Read read)
{
    if (const Outcome outcome = cursor.openObject(); outcome != Outcome::Ok)
        return outcome;
    bool first = true;
    Value key;
    for (;;) {
        const Step step = cursor.nextMember(key, first);
        if (step == Step::Done)
            return Outcome::Ok;
        if (step != Step::Member)
            return outcomeOf(step);
        if (const Outcome outcome = read(key); outcome != Outcome::Ok)
            return outcome;
    }
}

bool isNumeric(const Value& value)
{
    return value.kind == ValueKind::Number || value.kind == ValueKind::String;
}

} // namespace

std::string_view EntryParser::textOf(const Value& value, std::size_t slot)
{
    if (!value.hasEscape && !value.isOdd)
        return value.inner();
    decodeJsonString(value.inner(), m_decoded[slot]);
    return m_decoded[slot];
}

ParsedId EntryParser::idOf(const Value& value, std::size_t slot)
{
    if (value.kind == ValueKind::Literal && value.raw == "null")
        return {};
    if (value.kind == ValueKind::Number)
        return {canonicalNumberId(value.raw), true};
    return {textOf(value, slot), true};
}

Outcome EntryParser::parse(JsonCursor& cursor, ParsedEntry& entry)
{
    entry = {};
    cursor.clearOddities();
    const Outcome outcome =
        forEachMember(cursor, [&](const Value& key) { return readMember(cursor, textOf(key, Key), entry); });
    if (outcome != Outcome::Ok)
        return outcome;
    entry.needsRepair = cursor.oddities().any();
    return Outcome::Ok;
}

Outcome EntryParser::readMember(JsonCursor& cursor, std::string_view key, ParsedEntry& entry)
{
    if (key == "args")
        return readArgs(cursor, entry);
    if (key == "id2")
        return readId2(cursor, entry);
    Value value;
    if (const Outcome outcome = cursor.readValue(value); outcome != Outcome::Ok)
        return outcome;
    if (key == "ph") {
        entry.phase = textOf(value, Phase);
    } else if (key == "name") {
        entry.name = textOf(value, Name);
        entry.hasName = true;
    } else if (key == "cat") {
        entry.category = textOf(value, Category);
    } else if (key == "ts") {
        entry.begin = timeOf(value);
    } else if (key == "dur") {
        entry.duration = timeOf(value);
    } else if (key == "pid") {
        entry.process = idOf(value, Process);
    } else if (key == "tid") {
        entry.thread = idOf(value, Thread);
    } else if (key == "id") {
        entry.id = idOf(value, Id);
    } else if (key == "scope") {
        entry.scope = textOf(value, Scope);
    } else if (key == "bp") {
        entry.bindsToEnclosing = value.inner() == "e";
    }
    return Outcome::Ok;
}

Outcome EntryParser::readId2(JsonCursor& cursor, ParsedEntry& entry)
{
    cursor.skipSpace();
    Value value;
    if (cursor.peek() != '{')
        return cursor.readValue(value);
    return forEachMember(cursor, [&](const Value& key) {
        const Outcome outcome = cursor.readValue(value);
        if (outcome == Outcome::Ok && (key.inner() == "local" || key.inner() == "global"))
            entry.id = idOf(value, Id);
        return outcome;
    });
}

Outcome EntryParser::readArgs(JsonCursor& cursor, ParsedEntry& entry)
{
    // Of a repeated "args" the last counts as a whole.
    entry.launch = {};
    entry.op = {};
    entry.metadataText = {};
    entry.metadataSortIndex.reset();
    cursor.skipSpace();
    Value value;
    if (cursor.peek() != '{')
        return cursor.readValue(value);
    return forEachMember(cursor, [&](const Value& key) {
        const Outcome outcome = cursor.readValue(value);
        if (outcome == Outcome::Ok)
            takeArg(textOf(key, Key), value, entry);
        return outcome;
    });
}

void EntryParser::takeArg(std::string_view key, const Value& value, ParsedEntry& entry)
{
    if (key == "name" || key == "labels")
        entry.metadataText = textOf(value, Metadata);
    else if (const ColumnArg arg = columnArgOf(key); arg != ColumnArg::None && isNumeric(value))
        takeColumnArg(arg, value.inner(), entry);
}

} // namespace lanescope
