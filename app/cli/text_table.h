// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::cli {

// "1,234,567", whatever the locale.
[[nodiscard]] std::string groupedDigits(std::uint64_t number);

// Rows of text in columns as wide as their widest cell, two spaces apart. A header line is written only if a column has
// a title. Control characters in a cell (names come from files) are shown as '?', so that none reaches the terminal.
class TextTable {
public:
    enum class Align { Left, Right };
    struct Column {
        std::string title;
        Align align = Align::Left;
    };

    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}

    // `cells`: one a column.
    void addRow(std::vector<std::string> cells);
    void appendTo(std::string& out) const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace lanescope::cli
