// SPDX-License-Identifier: Apache-2.0
#include "core/load/header_reader.h"

#include "core/load/decimal_time.h"
#include "core/load/json_cursor.h"

namespace lanescope {
namespace {

using Outcome = JsonCursor::Outcome;
using Step = JsonCursor::Step;
using Value = JsonCursor::Value;
using ValueKind = JsonCursor::ValueKind;

constexpr std::size_t kMostDevices = 1024;

std::string stringOf(const Value& value)
{
    std::string text;
    if (value.kind == ValueKind::String)
        decodeJsonString(value.inner(), text);
    return text;
}

// Calls `visit(key, value)` for each member of an object; does nothing for other values.
template<typename Visit>
void forEachMember(std::string_view raw, Visit visit)
{
    JsonCursor cursor(raw, 0, JsonCursor::TextIs::Whole);
    if (cursor.openObject() != Outcome::Ok)
        return;
    bool first = true;
    Value key;
    Value value;
    while (cursor.nextMember(key, first) == Step::Member && cursor.readValue(value) == Outcome::Ok)
        visit(key.inner(), value);
}

void takeDevices(std::string_view raw, TraceHeader& header)
{
    JsonCursor cursor(raw, 0, JsonCursor::TextIs::Whole);
    if (cursor.openArray() != Outcome::Ok)
        return;
    bool first = true;
    Value device;
    while (cursor.nextElement(first) == Step::Member && cursor.readValue(device) == Outcome::Ok) {
        std::optional<std::uint64_t> id;
        std::string name;
        forEachMember(device.raw, [&](std::string_view key, const Value& value) {
            if (key == "id")
                id = parseUnsigned(value.inner());
            else if (key == "name")
                name = stringOf(value);
        });
        if (!id || *id >= kMostDevices)
            continue;
        if (header.deviceNames.size() <= *id)
            header.deviceNames.resize(static_cast<std::size_t>(*id) + 1);
        header.deviceNames[static_cast<std::size_t>(*id)] = name;
    }
}

} // namespace

void takeHeaderMember(std::string_view key, std::string_view rawValue, TraceHeader& header)
{
    JsonCursor cursor(rawValue, 0, JsonCursor::TextIs::Whole);
    Value value;
    if (cursor.readValue(value) != Outcome::Ok)
        return;
    if (key == "baseTimeNanoseconds") {
        header.baseTimeNanoseconds = parseSigned(value.inner());
    } else if (key == "displayTimeUnit") {
        header.displayTimeUnit = stringOf(value);
    } else if (key == "traceName") {
        header.traceName = stringOf(value);
    } else if (key == "cudaGraphInlineAnnotated") {
        header.inlineAnnotated = value.raw == "true";
    } else if (key == "lanescope") {
        header.lanescopeExport = std::string(value.raw);
    } else if (key == "deviceProperties") {
        takeDevices(value.raw, header);
    } else if (key == "distributedInfo") {
        forEachMember(value.raw, [&](std::string_view name, const Value& member) {
            if (name == "rank")
                header.rank = parseSigned(member.inner());
        });
    } else if (key == "lanescope_record") {
        forEachMember(value.raw, [&](std::string_view name, const Value& member) {
            if (name == "dropped")
                header.droppedRecords = parseUnsigned(member.inner()).value_or(0);
            else if (name == "unfinished")
                header.unfinishedRecords = parseUnsigned(member.inner()).value_or(0);
        });
    }
}

} // namespace lanescope
