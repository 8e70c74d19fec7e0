// SPDX-License-Identifier: Apache-2.0
#include "core/load/chrome_json_reader.h"

#include "core/file/content_kind.h"
#include "core/load/header_reader.h"

#include <fmt/format.h>

namespace lanescope {
namespace {

constexpr std::uint64_t kEntriesBetweenReports = 4096;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

} // namespace

ChromeJsonReader::ChromeJsonReader(OpenedFile file, const JobControl& job)
    : m_file(std::move(file)), m_job(job), m_builder(m_file), m_window(*m_file.content)
{}

tl::unexpected<Error> ChromeJsonReader::notATrace(std::string_view why) const
{
    return failure(ErrorCode::NotATrace, fmt::format("{}: {}", m_file.path.string(), why));
}

Result<std::shared_ptr<const Trace>> ChromeJsonReader::read()
{
    if (const auto more = m_window.more(0); !more)
        return failureOf(more);
    const ContentKind kind = contentKindOf(m_window.from(0).substr(0, 64));
    if (m_window.from(0).starts_with(kByteOrderMark)) {
        m_builder.addRepair({{0, kByteOrderMark.size()}, {}});
        m_at = kByteOrderMark.size();
    }
    const auto first = nextCharacter();
    if (!first)
        return failureOf(first);
    if (*first != '{' && *first != '[') {
        return notATrace(fmt::format("is {}, not a trace; give a Chrome trace in JSON, plain or gzip",
                                     contentKindName(kind == ContentKind::Json ? ContentKind::Unknown : kind)));
    }
    if (!m_file.content->damage().empty())
        m_builder.report().addWithoutPlace("container-damaged",
                                           m_file.content->damage() + "; what could be unpacked is shown");
    const auto result = [&]() -> Result<void> {
        if (*first == '{')
            return readObject();
        m_builder.header().form = TraceHeader::Form::Array;
        m_builder.header().objectBegin = m_at;
        ++m_at;
        if (const auto events = readEventArray(); !events)
            return events;
        return ignoreTextAfterEnd();
    }();
    if (!result)
        return failureOf(result);
    if (m_builder.entryCount() == 0)
        m_builder.report().addWithoutPlace("no-events", "the trace has no events");
    return m_builder.finish(m_job);
}

Result<char> ChromeJsonReader::nextCharacter()
{
    for (;;) {
        JsonCursor cursor(m_window.from(m_at));
        cursor.skipSpace();
        m_at += cursor.position();
        if (!cursor.atEnd())
            return cursor.peek();
        if (m_window.isAtEnd())
            return '\0';
        if (const auto more = m_window.more(m_at); !more)
            return failureOf(more);
    }
}

template<typename Parse>
Result<ChromeJsonReader::Outcome> ChromeJsonReader::parseHere(Parse parse)
{
    for (;;) {
        JsonCursor cursor(m_window.from(m_at), 0,
                          m_window.isAtEnd() ? JsonCursor::TextIs::Whole : JsonCursor::TextIs::Piece);
        const Outcome outcome = parse(cursor);
        if (outcome != Outcome::EndOfText || m_window.isAtEnd()) {
            m_parsedLength = cursor.position();
            m_oddities = cursor.oddities();
            return outcome;
        }
        if (m_job.stopRequested())
            return JobControl::stopped();
        if (const auto more = m_window.more(m_at); !more)
            return failureOf(more);
    }
}

// --- the outer object ---

Result<void> ChromeJsonReader::readObject()
{
    ++m_at;
    m_builder.header().objectBegin = m_at;
    CommaRepairs commas(m_builder);
    for (;;) {
        const auto flow = readMember(commas);
        if (!flow)
            return failureOf(flow);
        if (*flow == Flow::Finished)
            break;
    }
    if (!m_sawEventArray)
        return notATrace("is JSON, but no trace: it has no \"traceEvents\" array");
    return {};
}

Result<ChromeJsonReader::Flow> ChromeJsonReader::readMember(CommaRepairs& commas)
{
    const auto c = nextCharacter();
    if (!c)
        return failureOf(c);
    if (*c == ',') {
        commas.comma(m_at++);
        return Flow::Go;
    }
    if (*c == '}') {
        commas.closed();
        ++m_at;
        if (const auto rest = ignoreTextAfterEnd(); !rest)
            return failureOf(rest);
        return Flow::Finished;
    }
    const std::uint64_t begin = m_at;
    if (*c == '\0' && m_window.isAtEnd() && m_at == m_file.content->sizeBytes()) {
        // Only the last brace is missing: nothing is lost.
        commas.cutOff();
        cutOff(begin, "}");
        return Flow::Finished;
    }
    std::string key;
    std::size_t valueAt = 0;
    bool isEventArray = false;
    JsonCursor::Value value;
    const auto outcome = parseHere([&](JsonCursor& cursor) {
        JsonCursor::Value keyValue;
        bool first = true;
        const auto step = cursor.nextMember(keyValue, first);
        if (step != JsonCursor::Step::Member)
            return step == JsonCursor::Step::EndOfText ? Outcome::EndOfText : Outcome::Malformed;
        decodeJsonString(keyValue.inner(), key);
        valueAt = cursor.position();
        isEventArray = key == "traceEvents" && cursor.peek() == '[' && !m_sawEventArray;
        return isEventArray ? Outcome::Ok : cursor.readValue(value);
    });
    if (!outcome)
        return failureOf(outcome);
    if (*outcome == Outcome::Malformed)
        return findEventArrayAfterFault(begin);
    if (*outcome == Outcome::EndOfText) {
        if (!m_sawEventArray)
            return notATrace("ends before any event; it is no complete trace");
        m_builder.report().add("file-ends-early",
                               "the file ends early, behind the events; an unfinished part is left out", begin);
        commas.cutOff();
        cutOff(begin, "}");
        return Flow::Finished;
    }
    commas.entry(begin);
    if (isEventArray) {
        m_at = begin + valueAt + 1;
        m_sawEventArray = true;
        if (const auto events = readEventArray(); !events)
            return failureOf(events);
        return Flow::Go;
    }
    if (m_oddities.any()) {
        reportOddities(m_oddities, begin, key);
        const std::string_view raw = m_window.from(begin).substr(0, m_parsedLength);
        std::string repaired = strictJson("{" + std::string(raw) + "}");
        m_builder.addRepair({{begin, raw.size()}, repaired.substr(1, repaired.size() - 2)});
    }
    takeHeaderMember(key, value.raw, m_builder.header());
    m_at = begin + m_parsedLength;
    return Flow::Go;
}

Result<ChromeJsonReader::Flow> ChromeJsonReader::findEventArrayAfterFault(std::uint64_t from)
{
    if (m_sawEventArray) {
        m_builder.report().add("broken-header", "what follows the events is not JSON and is ignored", from);
        cutOff(from, "}");
        return Flow::Finished;
    }
    static constexpr std::string_view kKey = "\"traceEvents\"";
    for (m_at = from + 1;;) {
        const std::string_view text = m_window.from(m_at);
        if (const std::size_t found = text.find(kKey); found != std::string_view::npos) {
            m_builder.report().add("broken-header", "what stands before the events is not JSON and is ignored", from);
            m_at += found;
            m_builder.addRepair({{from, m_at - from}, {}});
            return Flow::Go;
        }
        if (m_window.isAtEnd())
            return notATrace(
                fmt::format("is not valid JSON at byte {}, and has no \"traceEvents\" array behind that", from));
        if (m_job.stopRequested())
            return JobControl::stopped();
        m_at += text.size() - std::min(text.size(), kKey.size());
        if (const auto more = m_window.more(m_at); !more)
            return failureOf(more);
    }
}

Result<void> ChromeJsonReader::ignoreTextAfterEnd()
{
    const auto c = nextCharacter();
    if (!c)
        return failureOf(c);
    const std::uint64_t size = m_file.content->sizeBytes();
    if (m_at == size)
        return {};
    m_builder.report().add("text-after-end", "the text after the end of the trace is ignored", m_at);
    m_builder.addRepair({{m_at, size - m_at}, {}});
    return {};
}

void ChromeJsonReader::cutOff(std::uint64_t dropFrom, std::string_view closing)
{
    const std::uint64_t size = m_file.content->sizeBytes();
    m_builder.addRepair({{dropFrom, size - dropFrom}, std::string(closing)});
    m_at = size;
}

void ChromeJsonReader::reportOddities(const JsonCursor::Oddities& oddities, std::uint64_t at, std::string_view name)
{
    LoadReport& report = m_builder.report();
    if (oddities.nonJsonNumbers != 0)
        report.add("non-json-number", "a value such as NaN or N/A is no JSON; it is shown as that text", at, name,
                   oddities.nonJsonNumbers);
    if (oddities.invalidUtf8)
        report.add("invalid-utf8", "a text is not valid UTF-8; the bad bytes are shown as \xEF\xBF\xBD", at, name);
    if (oddities.controlCharacter)
        report.add("control-character", "a text has raw control characters", at, name);
    if (oddities.loneSurrogate)
        report.add("lone-surrogate", "a text has half of a surrogate pair; it is shown as \xEF\xBF\xBD", at, name);
    if (oddities.badEscape)
        report.add("bad-escape", "a text has an escape that JSON does not know; it is shown as \xEF\xBF\xBD", at, name);
    if (oddities.trailingCommas != 0)
        report.add("surplus-comma", "a comma stands where no value follows; it is ignored", at, name,
                   oddities.trailingCommas);
    if (oddities.missingCommas != 0)
        report.add("missing-comma", "a comma is missing between two values", at, name, oddities.missingCommas);
}

// --- the events ---

Result<void> ChromeJsonReader::readEventArray()
{
    m_builder.header().eventArrayBegin = m_at;
    const bool isArrayForm = m_builder.header().form == TraceHeader::Form::Array;
    CommaRepairs commas(m_builder);
    for (;;) {
        if (m_builder.entryCount() % kEntriesBetweenReports == 0) {
            if (m_job.stopRequested())
                return JobControl::stopped();
            m_job.report(
                {JobStage::Reading, m_file.content->diskBytesUpTo(m_at), m_file.diskBytes, m_builder.entryCount()});
        }
        const auto c = nextCharacter();
        if (!c)
            return failureOf(c);
        auto flow = Result<Flow>(Flow::Go);
        if (m_at == m_file.content->sizeBytes()) {
            commas.cutOff();
            if (!isArrayForm) // the array form may lack its end, says the format
                m_builder.report().add("file-ends-early", "the file ends early, inside the events", m_at);
            m_builder.header().eventArrayEnd = m_at;
            m_builder.addRepair({{m_at, 0}, "]"});
            return {};
        }
        if (*c == ',') {
            commas.comma(m_at++);
        } else if (*c == ']') {
            commas.closed();
            m_builder.header().eventArrayEnd = m_at++;
            return {};
        } else {
            flow = *c == '{' ? readEntry(commas) : readNonObject(commas);
        }
        if (!flow)
            return failureOf(flow);
        if (*flow == Flow::Finished) { // the rest of the text is an unfinished event
            commas.cutOff();
            m_builder.header().eventArrayEnd = m_at;
            const std::uint64_t size = m_file.content->sizeBytes();
            m_builder.addRepair({{m_at, size - m_at}, "]"});
            m_at = size;
            return {};
        }
    }
}

Result<ChromeJsonReader::Flow> ChromeJsonReader::readEntry(CommaRepairs& commas)
{
    const auto outcome = parseHere([&](JsonCursor& cursor) { return m_parser.parse(cursor, m_entry); });
    if (!outcome)
        return failureOf(outcome);
    if (*outcome == Outcome::Ok) {
        keepEntry(m_at, m_parsedLength, commas);
        return Flow::Go;
    }
    if (*outcome == Outcome::EndOfText) {
        m_builder.report().add("file-ends-early", "the file ends early; one unfinished event is left out", m_at);
        return Flow::Finished;
    }
    return skipBrokenEntry(m_at, m_at + m_parsedLength);
}

void ChromeJsonReader::keepEntry(std::uint64_t begin, std::size_t length, CommaRepairs& commas)
{
    commas.entry(begin);
    m_entry.bytes = {begin, length};
    if (m_entry.needsRepair)
        reportOddities(m_oddities, begin, m_entry.name);
    m_builder.add(m_entry);
    m_at = begin + length;
}

Result<ChromeJsonReader::Flow> ChromeJsonReader::readNonObject(CommaRepairs& commas)
{
    JsonCursor::Value value;
    const auto outcome = parseHere([&](JsonCursor& cursor) { return cursor.readValue(value); });
    if (!outcome)
        return failureOf(outcome);
    if (*outcome == Outcome::EndOfText) {
        m_builder.report().add("file-ends-early", "the file ends early; one unfinished value is left out", m_at);
        return Flow::Finished;
    }
    if (*outcome == Outcome::Malformed || value.kind == JsonCursor::ValueKind::NonJsonNumber)
        return skipBrokenEntry(m_at, m_at + m_parsedLength);
    m_builder.report().add("not-an-event", "the event list holds a value that is no event; it is ignored", m_at);
    if (m_oddities.any())
        m_builder.addRepair({{m_at, m_parsedLength}, strictJson(value.raw)});
    commas.entry(m_at);
    m_at += m_parsedLength;
    return Flow::Go;
}

// Looks for the next object that reads as an event. Goes on from where reading failed, never before: every byte is read
// at most twice, however broken the text is.
Result<ChromeJsonReader::Flow> ChromeJsonReader::skipBrokenEntry(std::uint64_t begin, std::uint64_t faultAt)
{
    m_builder.report().add("broken-event", "an event is not JSON and is left out", begin);
    m_at = std::max(begin + 1, faultAt);
    for (;;) {
        const std::string_view text = m_window.from(m_at);
        const std::size_t found = text.find('{');
        if (found == std::string_view::npos) {
            m_at += text.size();
            if (m_window.isAtEnd())
                break;
            if (m_job.stopRequested())
                return JobControl::stopped();
            if (const auto more = m_window.more(m_at); !more)
                return failureOf(more);
            continue;
        }
        m_at += found;
        const auto outcome = parseHere([&](JsonCursor& cursor) { return m_parser.parse(cursor, m_entry); });
        if (!outcome)
            return failureOf(outcome);
        const bool looksLikeEvent = !m_entry.phase.empty() || m_entry.begin.state != ParsedTime::State::Missing;
        if (*outcome == Outcome::Ok && looksLikeEvent) {
            m_builder.addRepair({{begin, m_at - begin}, {}});
            return Flow::Go; // the caller reads it again, as any other
        }
        if (*outcome == Outcome::EndOfText)
            break;
        m_at += std::max<std::size_t>(1, m_parsedLength);
    }
    m_at = begin;
    return Flow::Finished;
}

} // namespace lanescope
