// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/query/stats_caveat.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanescope::cli {

// Writes the JSON of `stats` and `diff`, indented. Calls come in the order of the text; a key stands before its value.
class JsonWriter {
public:
    JsonWriter();
    ~JsonWriter();
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;

    // The outermost object, and its first field.
    void startReport(int schema);
    void startObject();
    void endObject();
    void startArray();
    void endArray();
    void key(std::string_view name);
    void null();
    void boolean(bool value);
    void whole(std::int64_t number);
    void counted(std::uint64_t number);
    void real(double number);
    void text(std::string_view text);

    void field(std::string_view name, std::int64_t number);
    void field(std::string_view name, std::string_view text);
    // [begin, end] or null.
    void field(std::string_view name, const std::optional<TimeRange>& range);

    // All of it, with a line break at the end.
    [[nodiscard]] std::string written() const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

// "unreliable": the codes of what marks figures of a row, each once.
void writeCodes(JsonWriter& json, std::span<const StatsCaveat* const> caveats);
// "unreliable": all caveats of a table, with the figures they mark.
void writeCaveats(JsonWriter& json, std::span<const StatsCaveat> caveats);

} // namespace lanescope::cli
