// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/load/json_cursor.h"

#include <string_view>

namespace lanescope {

// Calls `member(key, value)` for each member of an object; keys are still escaped. False when `json` is no complete
// object.
template<typename Member>
[[nodiscard]] bool walkObject(std::string_view json, Member member)
{
    JsonCursor cursor(json);
    if (cursor.openObject() != JsonCursor::Outcome::Ok)
        return false;
    JsonCursor::Value key;
    for (bool first = true;;) {
        const JsonCursor::Step step = cursor.nextMember(key, first);
        if (step != JsonCursor::Step::Member)
            return step == JsonCursor::Step::Done;
        const JsonCursor::Value name = key;
        JsonCursor::Value value;
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return false;
        member(name.inner(), value);
    }
}

// Calls `element(value)` for each element of an array. False when `json` is no complete array.
template<typename Element>
[[nodiscard]] bool walkArray(std::string_view json, Element element)
{
    JsonCursor cursor(json);
    if (cursor.openArray() != JsonCursor::Outcome::Ok)
        return false;
    for (bool first = true;;) {
        const JsonCursor::Step step = cursor.nextElement(first);
        if (step != JsonCursor::Step::Member)
            return step == JsonCursor::Step::Done;
        JsonCursor::Value value;
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return false;
        element(value);
    }
}

} // namespace lanescope
