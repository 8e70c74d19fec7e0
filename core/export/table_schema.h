// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace lanescope {

// Raised when a table or column changes its meaning or goes; columns may be added behind the others without.
inline constexpr std::int64_t kTableSchemaVersion = 1;

enum class TableId : std::uint8_t {
    Traces,
    Tracks,
    Streams,
    Annotations,
    Replays,
    RegionInstances,
    RegionRuns,
    Events,
    Arrows,
    LoadReport,
    SchemaColumns,
};
inline constexpr std::size_t kTableCount = 11;

enum class ColumnType {
    Integer, // 64 bits
    WideId,  // an id of 64 bits without sign, or a text: what does not fit in 63 bits is written as text
    Text,
};

struct TableColumn {
    std::string_view name;
    ColumnType type;
    std::string_view unit;     // "ns", "bytes", …; empty: none
    std::string_view meaning;  // one line for the documentation
    std::string_view refersTo; // the table whose `id` this is; empty: none
};

// An index: its columns, and what its rows must fulfil ("" for all).
struct TableIndex {
    std::string_view columns;
    std::string_view where;
};

// Column 0 of each table is `id`, its primary key: unique within one export, from 1 on. schema_columns has none.
struct TableSchema {
    std::string_view name;
    std::string_view meaning;
    std::span<const TableColumn> columns;
    std::span<const TableIndex> indices;
};

// By TableId, each after those it refers to.
[[nodiscard]] std::span<const TableSchema> tableSchemas();
[[nodiscard]] const TableSchema& schemaOf(TableId table);

} // namespace lanescope
