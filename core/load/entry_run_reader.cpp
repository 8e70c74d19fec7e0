// SPDX-License-Identifier: Apache-2.0
#include "core/load/entry_run_reader.h"

#include "core/load/oddity_report.h"

#include <algorithm>

namespace lanescope {
namespace {
constexpr std::uint64_t kEntriesBetweenStopChecks = 1024;
// Small enough to stay in a core's second-level cache, where reading into it again and again is cheapest.
constexpr std::size_t kWindowBytes = std::size_t{256} << 10;
} // namespace

EntryRunReader::EntryRunReader(const ByteSource& source, const JobControl& job, EntryPath path)
    : m_source(source), m_job(job), m_path(path), m_text(source, job, kWindowBytes)
{}

Result<EntryRunReader::End> EntryRunReader::read(std::uint64_t begin, std::uint64_t limit, EntryTable& table)
{
    m_table = &table;
    m_text.at = begin;
    m_text.window.seek(begin);
    CommaRepairs commas(table.repairs(), table.report(), CommaRepairs::Begins::Anywhere);
    for (std::uint64_t steps = 0;; ++steps) {
        if (steps % kEntriesBetweenStopChecks == 0 && m_job.stopRequested())
            return JobControl::stopped();
        const auto c = m_text.nextCharacter();
        if (!c)
            return failureOf(c);
        if (*c == '\0' && !m_source.hasByteAt(m_text.at)) {
            commas.cutOff();
            return End{End::Kind::CutOff, m_text.at, commas.takeSeam()};
        }
        if (*c == ',') {
            commas.comma(m_text.at++);
            continue;
        }
        if (*c == ']') {
            commas.closed();
            return End{End::Kind::AtClose, m_text.at, commas.takeSeam()};
        }
        if (*c == '{' && m_text.at >= limit)
            return End{End::Kind::AtEntry, m_text.at, commas.takeSeam()};
        const auto flow = *c == '{' ? readEntry(commas) : readNonObject(commas);
        if (!flow)
            return failureOf(flow);
        if (*flow == Flow::CutOff) {
            commas.cutOff();
            return End{End::Kind::CutOff, m_text.at, commas.takeSeam()};
        }
    }
}

bool EntryRunReader::readFast(CommaRepairs& commas)
{
    const std::string_view text = m_text.window.from(m_text.at);
    std::size_t length = 0;
    if (m_path == EntryPath::Careful || !m_fastParser.parse(text.data(), m_entry, length))
        return false;
    keepEntry(length, commas);
    return true;
}

Result<EntryRunReader::Flow> EntryRunReader::readEntry(CommaRepairs& commas)
{
    if (readFast(commas))
        return Flow::Go;
    const auto outcome = m_text.parseHere([&](JsonCursor& cursor) { return m_parser.parse(cursor, m_entry); });
    if (!outcome)
        return failureOf(outcome);
    if (*outcome == Outcome::Ok) {
        if (m_entry.needsRepair)
            reportOddities(m_text.oddities, m_text.at, m_entry.name, m_table->report());
        keepEntry(m_text.parsedLength, commas);
        return Flow::Go;
    }
    if (*outcome == Outcome::EndOfText) {
        m_table->report().add("file-ends-early", "the file ends early; one unfinished event is left out", m_text.at);
        return Flow::CutOff;
    }
    return skipBrokenEntry(m_text.at, m_text.at + m_text.parsedLength);
}

void EntryRunReader::keepEntry(std::size_t length, CommaRepairs& commas)
{
    commas.entry(m_text.at);
    m_entry.bytes = {m_text.at, length};
    m_table->add(m_entry);
    m_text.at += length;
}

Result<EntryRunReader::Flow> EntryRunReader::readNonObject(CommaRepairs& commas)
{
    JsonCursor::Value value;
    const auto outcome = m_text.parseHere([&](JsonCursor& cursor) { return cursor.readValue(value); });
    if (!outcome)
        return failureOf(outcome);
    if (*outcome == Outcome::EndOfText) {
        m_table->report().add("file-ends-early", "the file ends early; one unfinished value is left out", m_text.at);
        return Flow::CutOff;
    }
    if (*outcome == Outcome::Malformed || value.kind == JsonCursor::ValueKind::NonJsonNumber)
        return skipBrokenEntry(m_text.at, m_text.at + m_text.parsedLength);
    m_table->report().add("not-an-event", "the event list holds a value that is no event; it is ignored", m_text.at);
    if (m_text.oddities.any())
        m_table->repairs().push_back({{m_text.at, m_text.parsedLength}, strictJson(value.raw)});
    commas.entry(m_text.at);
    m_text.at += m_text.parsedLength;
    return Flow::Go;
}

// Looks for the next object that reads as an event. Goes on from where reading failed, never before: every byte is read
// at most twice, however broken the text is.
Result<EntryRunReader::Flow> EntryRunReader::skipBrokenEntry(std::uint64_t begin, std::uint64_t faultAt)
{
    m_table->report().add("broken-event", "an event is not JSON and is left out", begin);
    m_text.at = std::max(begin + 1, faultAt);
    for (;;) {
        const std::string_view text = m_text.window.from(m_text.at);
        const std::size_t found = text.find('{');
        if (found == std::string_view::npos) {
            m_text.at += text.size();
            if (m_text.window.isAtEnd())
                break;
            if (m_job.stopRequested())
                return JobControl::stopped();
            if (const auto more = m_text.window.more(m_text.at); !more)
                return failureOf(more);
            continue;
        }
        m_text.at += found;
        const auto outcome = m_text.parseHere([&](JsonCursor& cursor) { return m_parser.parse(cursor, m_entry); });
        if (!outcome)
            return failureOf(outcome);
        const bool looksLikeEvent = !m_entry.phase.empty() || m_entry.begin.state != ParsedTime::State::Missing;
        if (*outcome == Outcome::Ok && looksLikeEvent) {
            m_table->repairs().push_back({{begin, m_text.at - begin}, {}});
            return Flow::Go; // the caller reads it again, as any other
        }
        if (*outcome == Outcome::EndOfText)
            break;
        m_text.at += std::max<std::size_t>(1, m_text.parsedLength);
    }
    m_text.at = begin;
    return Flow::CutOff;
}

} // namespace lanescope
