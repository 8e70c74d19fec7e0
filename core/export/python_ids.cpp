// SPDX-License-Identifier: Apache-2.0
#include "core/export/python_ids.h"

#include "core/export/content_window.h"
#include "core/export/raw_member.h"
#include "core/load/decimal_time.h"
#include "core/load/json_text.h"

#include <fmt/format.h>

#include <cstring>

namespace lanescope {
namespace {

constexpr std::string_view kKey = "\"tid\"";

// string_view::find() looks for the first character, and here that is a quote: every few bytes there is one.
std::size_t find(std::string_view text, std::string_view wanted, std::size_t from = 0)
{
    if (from > text.size())
        return std::string_view::npos;
    const void* found = ::memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
    return found == nullptr ? std::string_view::npos
                            : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

// The value of "tid". Walking every entry in full would take longer than all the rest, so a single "tid" that stands
// before any args is taken from where it is.
std::string_view rawThreadId(std::string_view entry)
{
    const std::size_t at = find(entry, kKey);
    if (at == std::string_view::npos && entry.find('\\') == std::string_view::npos)
        return {};
    const std::size_t args = find(entry, "\"args\"");
    if (at != std::string_view::npos && at < args && find(entry, kKey, at + 1) == std::string_view::npos) {
        const std::size_t colon = entry.find_first_not_of(" \t\r\n", at + kKey.size());
        if (colon != std::string_view::npos && entry[colon] == ':') {
            const std::size_t begin = entry.find_first_not_of(" \t\r\n", colon + 1);
            const std::size_t end = entry.find_first_of(",} \t\r\n", begin);
            const std::string_view value = entry.substr(begin, end - begin);
            if (isJsonNumber(value))
                return value;
        }
    }
    return rawMember(entry, "tid");
}

} // namespace

PythonId PythonIds::idOf(std::string_view entry)
{
    const std::string_view raw = rawThreadId(entry);
    if (raw.empty() || raw == "null")
        return kEmptyString;
    if (raw.front() == '"') {
        decodeJsonString(raw.substr(1, raw.size() - 2), m_text);
        m_text.insert(0, 1, 's');
    } else if (const auto number = raw == "true" ? std::optional<std::int64_t>(1) : parseSigned(raw)) {
        m_text = fmt::format("n{}", *number);
    } else {
        m_text.assign(1, 'n');
        m_text += raw == "false" ? "0" : raw;
    }
    return m_texts.intern(m_text);
}

PythonId PythonIds::ofNumber(std::int64_t number)
{
    return m_texts.intern(fmt::format("n{}", number));
}

std::optional<std::int64_t> PythonIds::number(PythonId id) const
{
    const std::string_view text = m_texts.text(id);
    return text.starts_with('n') ? parseSigned(text.substr(1)) : std::nullopt;
}

std::string PythonIds::json(PythonId id) const
{
    const std::string_view text = m_texts.text(id);
    if (text.empty())
        return "null";
    if (text.front() == 'n')
        return std::string(text.substr(1));
    std::string out;
    appendJsonString(text.substr(1), out);
    return out;
}

Result<void> PythonIds::read(const Trace& trace, const JobControl& job)
{
    const std::array<std::size_t, 4> counts{trace.eventCount(), trace.flows().size(), trace.metadata().size(),
                                            trace.sliceEnds().size()};
    for (std::size_t table = 0; table < counts.size(); ++table)
        m_ids[table].reserve(counts[table]);
    // The tables are merged by place in the file, so that the content is read once from front to back.
    ContentWindow window(trace.file(), job, JobStage::Joining);
    for (;;) {
        std::optional<std::size_t> first;
        ByteRange bytes;
        for (std::size_t table = 0; table < counts.size(); ++table) {
            const std::size_t next = m_ids[table].size();
            if (next == counts[table])
                continue;
            const ByteRange candidate =
                entryBytes(trace, {static_cast<TraceTable>(table), static_cast<std::uint32_t>(next)});
            if (!first || candidate.offset < bytes.offset) {
                first = table;
                bytes = candidate;
            }
        }
        if (!first)
            return {};
        const auto text = window.text(bytes);
        if (!text)
            return failureOf(text);
        m_ids[*first].push_back(idOf(*text));
    }
}

} // namespace lanescope
