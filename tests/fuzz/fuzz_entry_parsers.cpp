// SPDX-License-Identifier: Apache-2.0
// What the fast entry parser accepts it reads as the careful one does; what strictJson() makes is strict JSON.
#include "core/load/json_cursor.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/strict_json.h"
#include "tests/support/entry_text.h"

using namespace lanescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (!text.empty() && text[0] == '{') {
        const std::string difference = test::differenceOfParsers(text);
        LANESCOPE_CHECK(difference.empty(), difference.c_str());
    }
    JsonCursor cursor(text, 0, JsonCursor::TextIs::Whole);
    JsonCursor::Value value;
    if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
        return 0;
    const std::string strict = strictJson(value.raw);
    LANESCOPE_CHECK(fuzz::isStrictJson(strict), strict.c_str());
    if (!cursor.oddities().any())
        LANESCOPE_CHECK(strict == value.raw, "strict text was changed");
    return 0;
}
