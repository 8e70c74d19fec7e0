// SPDX-License-Identifier: Apache-2.0
#include "core/join/event_args.h"

#include "core/load/json_cursor.h"

namespace lanescope {
namespace {

using Outcome = JsonCursor::Outcome;
using Step = JsonCursor::Step;

} // namespace

std::vector<AnnotationField> argsOfEvent(std::string_view event)
{
    std::vector<AnnotationField> args;
    JsonCursor cursor(event);
    JsonCursor::Value key;
    JsonCursor::Value value;
    if (cursor.openObject() != Outcome::Ok)
        return args;
    for (bool first = true; cursor.nextMember(key, first) == Step::Member;) {
        cursor.skipSpace();
        if (key.inner() != "args" || cursor.peek() != '{') {
            if (cursor.readValue(value) != Outcome::Ok)
                break;
            continue;
        }
        if (cursor.openObject() != Outcome::Ok)
            break;
        for (bool firstArg = true; cursor.nextMember(key, firstArg) == Step::Member;) {
            const JsonCursor::Value name = key;
            if (cursor.readValue(value) != Outcome::Ok)
                return args;
            AnnotationField& field = args.emplace_back();
            decodeJsonString(name.inner(), field.key);
            field.json = strictJson(value.raw);
        }
    }
    return args;
}

} // namespace lanescope
