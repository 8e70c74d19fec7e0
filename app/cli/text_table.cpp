// SPDX-License-Identifier: Apache-2.0
#include "app/cli/text_table.h"

#include "app/cli/printable_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace lanescope::cli {
namespace {

// Code points stand for columns: right for the names that traces have, and never worse than one column a byte.
std::size_t widthOf(const std::string& text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

void appendLine(std::string& out, const std::vector<std::string>& cells, const std::vector<TextTable::Column>& columns,
                const std::vector<std::size_t>& widths)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string padding(widths[i] - widthOf(cells[i]), ' ');
        line += columns[i].align == TextTable::Align::Right ? padding + cells[i] : cells[i] + padding;
        line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
}

} // namespace

std::string groupedDigits(std::uint64_t number)
{
    std::string text = fmt::format("{}", number);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, 1, ',');
    }
    return text;
}

void TextTable::addRow(std::vector<std::string> cells)
{
    assert(cells.size() == m_columns.size());
    for (std::string& cell : cells)
        cell = printableText(cell);
    m_rows.push_back(std::move(cells));
}

void TextTable::appendTo(std::string& out) const
{
    std::vector<std::string> titles;
    std::vector<std::size_t> widths;
    for (const Column& column : m_columns) {
        titles.push_back(column.title);
        widths.push_back(widthOf(column.title));
    }
    for (const auto& row : m_rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], widthOf(row[i]));
    }
    if (std::any_of(titles.begin(), titles.end(), [](const std::string& title) { return !title.empty(); }))
        appendLine(out, titles, m_columns, widths);
    for (const auto& row : m_rows)
        appendLine(out, row, m_columns, widths);
}

} // namespace lanescope::cli
