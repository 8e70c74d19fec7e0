// SPDX-License-Identifier: Apache-2.0
#include "core/export/undo_record.h"

#include "core/load/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanescope {
namespace {

bool isSeparator(std::string_view text)
{
    return std::count(text.begin(), text.end(), ',') == 1 &&
           text.find_first_not_of(", \t\r\n") == std::string_view::npos;
}

} // namespace

void UndoRecord::endRun()
{
    if (m_runLength == 0)
        return;
    fmt::format_to(std::back_inserter(m_changes), "{}{}:{}", m_changes.empty() ? "" : " ", m_runSkip, m_runInverse);
    if (m_runLength > 1)
        fmt::format_to(std::back_inserter(m_changes), "*{}", m_runLength);
    m_runLength = 0;
}

void UndoRecord::noteChange(std::uint64_t entry, std::string_view inverse)
{
    if (inverse.empty())
        return;
    auto known = m_numbers.find(inverse);
    if (known == m_numbers.end()) {
        known = m_numbers.emplace(inverse, static_cast<std::uint32_t>(m_inverses.size())).first;
        m_inverses.emplace_back(inverse);
    }
    const std::uint64_t skip = entry - m_nextEntry;
    m_nextEntry = entry + 1;
    if (m_runLength == 0 || skip != m_runSkip || known->second != m_runInverse) {
        endRun();
        m_runSkip = skip;
        m_runInverse = known->second;
    }
    ++m_runLength;
}

void UndoRecord::noteRemoval(std::uint64_t beforeEntry, std::string_view text, std::string_view separator)
{
    fmt::format_to(std::back_inserter(m_removed), "{}[{},", m_removed.empty() ? "" : ",\n", beforeEntry);
    appendJsonString(text, m_removed);
    m_removed += ',';
    appendJsonString(isSeparator(separator) ? separator : ",", m_removed);
    m_removed += ']';
}

void UndoRecord::setEntryCount(std::uint64_t entries, std::uint64_t added)
{
    m_entries = entries;
    m_added = added;
}

void UndoRecord::setEarlier(std::string header, std::string record)
{
    m_header = std::move(header);
    m_earlier = std::move(record);
}

std::string UndoRecord::json()
{
    endRun();
    std::string out = fmt::format("{{\"format\": {}, \"entries\": {}", kFormat, m_entries);
    if (m_added > 0)
        fmt::format_to(std::back_inserter(out), ", \"added\": {}", m_added);
    if (m_isArray)
        out += ", \"form\": \"array\"";
    if (!m_inverses.empty()) {
        out += ",\n\"inverses\": [";
        for (const std::string& inverse : m_inverses) {
            out += out.back() == '[' ? "" : ",\n";
            out += inverse;
        }
        out += "],\n\"changes\": \"" + m_changes + '"';
    }
    if (!m_removed.empty())
        out += ",\n\"removed\": [" + m_removed + ']';
    if (!m_header.empty())
        out += ",\n\"header\": " + m_header;
    if (!m_earlier.empty())
        out += ",\n\"earlier\": " + m_earlier;
    return out + '}';
}

} // namespace lanescope
