// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/export/table_schema.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanescope {

// One value of a row. A text is the caller's, and must stay until the row is added.
struct TableCell {
    enum class Kind : std::uint8_t { Null, Integer, WideId, Text };

    Kind kind = Kind::Null;
    std::int64_t integer = 0;
    std::uint64_t wide = 0;
    std::string_view text;

    TableCell() = default;
    [[nodiscard]] static TableCell of(std::int64_t value) { return {Kind::Integer, value, 0, {}}; }
    [[nodiscard]] static TableCell ofWide(std::uint64_t value) { return {Kind::WideId, 0, value, {}}; }
    [[nodiscard]] static TableCell of(std::string_view text) { return {Kind::Text, 0, 0, text}; }
    // NULL instead of an empty text.
    [[nodiscard]] static TableCell orNull(std::string_view text) { return text.empty() ? TableCell() : of(text); }
    [[nodiscard]] static TableCell orNull(std::optional<std::int64_t> value)
    {
        return value ? of(*value) : TableCell();
    }

private:
    TableCell(Kind theKind, std::int64_t value, std::uint64_t id, std::string_view theText)
        : kind(theKind), integer(value), wide(id), text(theText)
    {}
};

// Where rows go. Nothing is seen of them before commit(), and nothing ever without it.
class TableSink {
public:
    virtual ~TableSink() = default;
    TableSink(const TableSink&) = delete;
    TableSink& operator=(const TableSink&) = delete;

    // `cells`: one for each column of the table's schema. Errors: CannotWrite, Stopped.
    [[nodiscard]] virtual Result<void> addRow(TableId table, std::span<const TableCell> cells) = 0;
    // Makes indices and puts the output in its place. Errors: CannotWrite, Stopped.
    [[nodiscard]] virtual Result<void> commit(const JobControl& job) = 0;

protected:
    TableSink() = default;
};

} // namespace lanescope
