// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/load/json_cursor.h"

#include <string_view>

namespace lanescope {

// Calls `member(key)` with the cursor at each member's value, which it reads; its answer says whether to go on. False
// when the cursor is at no complete object, or the callee said no.
template<typename Member>
[[nodiscard]] bool walkObject(JsonCursor& cursor, Member member)
{
    if (cursor.openObject() != JsonCursor::Outcome::Ok)
        return false;
    JsonCursor::Value key;
    for (bool first = true;;) {
        const JsonCursor::Step step = cursor.nextMember(key, first);
        if (step != JsonCursor::Step::Member)
            return step == JsonCursor::Step::Done;
        if (!member(key))
            return false;
    }
}

// The same for the elements of an array: `element()`.
template<typename Element>
[[nodiscard]] bool walkArray(JsonCursor& cursor, Element element)
{
    if (cursor.openArray() != JsonCursor::Outcome::Ok)
        return false;
    for (bool first = true;;) {
        const JsonCursor::Step step = cursor.nextElement(first);
        if (step != JsonCursor::Step::Member)
            return step == JsonCursor::Step::Done;
        if (!element())
            return false;
    }
}

// Calls `member(key, value)` for each member of an object; keys are still escaped. False when `json` is no complete
// object.
template<typename Member>
[[nodiscard]] bool walkObject(std::string_view json, Member member)
{
    JsonCursor cursor(json);
    return walkObject(cursor, [&](const JsonCursor::Value& key) {
        JsonCursor::Value value;
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return false;
        member(key.inner(), value);
        return true;
    });
}

// Calls `element(value)` for each element of an array. False when `json` is no complete array.
template<typename Element>
[[nodiscard]] bool walkArray(std::string_view json, Element element)
{
    JsonCursor cursor(json);
    return walkArray(cursor, [&] {
        JsonCursor::Value value;
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return false;
        element(value);
        return true;
    });
}

} // namespace lanescope
