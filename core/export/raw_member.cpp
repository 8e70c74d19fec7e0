// SPDX-License-Identifier: Apache-2.0
#include "core/export/raw_member.h"

#include "core/load/json_cursor.h"
#include "core/load/json_text.h"

#include <string>

namespace lanescope {

std::string_view rawMember(std::string_view object, std::string_view key)
{
    JsonCursor cursor(object, 0, JsonCursor::TextIs::Whole);
    std::string_view found;
    std::string decoded;
    bool first = true;
    JsonCursor::Value name;
    JsonCursor::Value value;
    if (cursor.openObject() != JsonCursor::Outcome::Ok)
        return found;
    while (cursor.nextMember(name, first) == JsonCursor::Step::Member) {
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            break;
        std::string_view text = name.inner();
        if (name.hasEscape) {
            decodeJsonString(text, decoded);
            text = decoded;
        }
        if (text == key)
            found = value.raw;
    }
    return found;
}

} // namespace lanescope
