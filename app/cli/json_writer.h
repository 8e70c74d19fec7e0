// SPDX-License-Identifier: Apache-2.0
// What the JSON of `stats` and `diff` is written with. Only for .cpp files.
#pragma once

#include "core/base/time.h"
#include "core/query/stats_caveat.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <optional>
#include <span>
#include <string_view>

namespace lanescope::cli {

using JsonWriter = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

inline void writeString(JsonWriter& json, std::string_view text)
{
    json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

inline void writeText(JsonWriter& json, const char* key, std::string_view text)
{
    json.Key(key);
    writeString(json, text);
}

// [begin, end] or null.
inline void writeRange(JsonWriter& json, const char* key, const std::optional<TimeRange>& range)
{
    json.Key(key);
    if (!range) {
        json.Null();
        return;
    }
    json.StartArray();
    json.Int64(range->beginNs);
    json.Int64(range->endNs);
    json.EndArray();
}

// "unreliable": all caveats of a table, with the figures they mark.
void writeCaveats(JsonWriter& json, std::span<const StatsCaveat> caveats);

} // namespace lanescope::cli
