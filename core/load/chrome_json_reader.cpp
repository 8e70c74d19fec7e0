// SPDX-License-Identifier: Apache-2.0
#include "core/load/chrome_json_reader.h"

#include "core/file/content_kind.h"
#include "core/load/header_reader.h"
#include "core/load/oddity_report.h"

#include <fmt/format.h>

namespace lanescope {
namespace {

constexpr std::size_t kWindowBytes = std::size_t{1} << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

} // namespace

ChromeJsonReader::ChromeJsonReader(OpenedFile file, const JobControl& job, const ReadOptions& options)
    : m_file(std::move(file)), m_job(job), m_options(options), m_builder(m_file),
      m_text(*m_file.content, m_job, kWindowBytes)
{}

tl::unexpected<Error> ChromeJsonReader::notATrace(std::string_view why) const
{
    return failure(ErrorCode::NotATrace, fmt::format("{}: {}", m_file.path.string(), why));
}

Result<std::shared_ptr<const Trace>> ChromeJsonReader::read()
{
    if (const auto more = m_text.window.more(0); !more)
        return failureOf(more);
    const ContentKind kind = contentKindOf(m_text.window.from(0).substr(0, 64));
    if (m_text.window.from(0).starts_with(kByteOrderMark)) {
        m_builder.repairs().push_back({{0, kByteOrderMark.size()}, {}});
        m_text.at = kByteOrderMark.size();
    }
    const auto first = m_text.nextCharacter();
    if (!first)
        return failureOf(first);
    if ((*first != '{' && *first != '[') || kind == ContentKind::Utf16) {
        return notATrace(fmt::format("is {}, not a trace; give a Chrome trace in JSON, plain, gzip or zip",
                                     contentKindName(kind == ContentKind::Json ? ContentKind::Unknown : kind)));
    }
    const auto result = [&]() -> Result<void> {
        if (*first == '{')
            return readObject();
        m_builder.header().form = TraceHeader::Form::Array;
        m_builder.header().objectBegin = m_text.at;
        ++m_text.at;
        if (const auto events = readEvents(); !events)
            return events;
        return ignoreTextAfterEnd();
    }();
    if (!result && result.error().code == ErrorCode::TooLarge)
        return failure(ErrorCode::TooLarge, fmt::format("{}: {}", m_file.path.string(), result.error().message));
    if (!result)
        return failureOf(result);
    if (!m_file.content->damage().empty())
        m_builder.report().addWithoutPlace(
            "container-damaged", fmt::format("{}; what could be unpacked is shown", m_file.content->damage()));
    if (m_builder.entryCount() == 0 && m_builder.report().find("not-an-event") != nullptr)
        return notATrace("is JSON, but no trace: its list holds no events");
    if (m_builder.entryCount() == 0)
        m_builder.report().addWithoutPlace("no-events", "the trace has no events");
    return m_builder.finish(m_job);
}

// --- the outer object ---

Result<void> ChromeJsonReader::readObject()
{
    ++m_text.at;
    m_builder.header().objectBegin = m_text.at;
    CommaRepairs commas(m_builder.repairs(), m_builder.report());
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
    const auto c = m_text.nextCharacter();
    if (!c)
        return failureOf(c);
    if (*c == ',') {
        commas.comma(m_text.at++);
        return Flow::Go;
    }
    if (*c == '}') {
        commas.closed();
        ++m_text.at;
        if (const auto rest = ignoreTextAfterEnd(); !rest)
            return failureOf(rest);
        return Flow::Finished;
    }
    const std::uint64_t begin = m_text.at;
    if (*c == '\0' && m_text.window.isAtEnd() && m_text.at == m_file.content->sizeBytes()) {
        // Only the last brace is missing: nothing is lost.
        commas.cutOff();
        cutOff(begin, "}");
        return Flow::Finished;
    }
    std::string key;
    std::size_t valueAt = 0;
    bool isEventArray = false;
    JsonCursor::Value value;
    const auto outcome = m_text.parseHere([&](JsonCursor& cursor) {
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
        return findEventArrayAfterFault(begin, commas);
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
    reportRepeated(key, begin);
    if (isEventArray) {
        m_text.at = begin + valueAt + 1;
        m_sawEventArray = true;
        if (const auto events = readEvents(); !events)
            return failureOf(events);
        return Flow::Go;
    }
    if (m_text.oddities.any()) {
        reportOddities(m_text.oddities, begin, key, m_builder.report());
        const std::string_view raw = m_text.window.from(begin).substr(0, m_text.parsedLength);
        std::string repaired = strictJson(fmt::format("{{{}}}", raw));
        m_builder.repairs().push_back({{begin, raw.size()}, repaired.substr(1, repaired.size() - 2)});
    }
    takeHeaderMember(key, value.raw, m_builder.header());
    if (key == "lanescope_record")
        reportRecorderLosses(begin);
    m_text.at = begin + m_text.parsedLength;
    return Flow::Go;
}

void ChromeJsonReader::reportRecorderLosses(std::uint64_t at)
{
    if (const std::uint64_t dropped = m_builder.header().droppedRecords; dropped > 0)
        m_builder.report().add(
            "records-dropped",
            "the recorder's buffers were full and records of work or calls are missing; record again "
            "with a larger LANESCOPE_RECORD_BUFFER_MB",
            at, {}, dropped);
    if (const std::uint64_t unfinished = m_builder.header().unfinishedRecords; unfinished > 0)
        m_builder.report().add("records-unfinished",
                               "work that had not ended with the recording is left out; synchronise before it stops",
                               at, {}, unfinished);
}

void ChromeJsonReader::reportRepeated(const std::string& key, std::uint64_t at)
{
    if (m_headerKeys.insert(key).second)
        return;
    if (key == "traceEvents" && m_sawEventArray)
        m_builder.report().add("second-event-list", "a second list of events is ignored; split the file in two", at);
    else
        m_builder.report().add("repeated-header-key",
                               "a member of the header is there more than once; the last one counts", at, key);
}

Result<ChromeJsonReader::Flow> ChromeJsonReader::findEventArrayAfterFault(std::uint64_t from, CommaRepairs& commas)
{
    if (m_sawEventArray) {
        m_builder.report().add("broken-header", "what follows the events is not JSON and is ignored", from);
        commas.cutOff();
        cutOff(from, "}");
        return Flow::Finished;
    }
    static constexpr std::string_view kKey = "\"traceEvents\"";
    for (m_text.at = from + 1;;) {
        const std::string_view text = m_text.window.from(m_text.at);
        if (const std::size_t found = text.find(kKey); found != std::string_view::npos) {
            m_builder.report().add("broken-header", "what stands before the events is not JSON and is ignored", from);
            m_text.at += found;
            m_builder.repairs().push_back({{from, m_text.at - from}, {}});
            return Flow::Go;
        }
        if (m_text.window.isAtEnd())
            return notATrace(
                fmt::format("is not valid JSON at byte {}, and has no \"traceEvents\" array behind that", from));
        if (m_job.stopRequested())
            return JobControl::stopped();
        m_text.at += text.size() - std::min(text.size(), kKey.size());
        if (const auto more = m_text.window.more(m_text.at); !more)
            return failureOf(more);
    }
}

Result<void> ChromeJsonReader::ignoreTextAfterEnd()
{
    const auto c = m_text.nextCharacter();
    if (!c)
        return failureOf(c);
    const std::uint64_t size = m_file.content->sizeBytes();
    if (m_text.at == size)
        return {};
    m_builder.report().add("text-after-end", "the text after the end of the trace is ignored", m_text.at);
    m_builder.repairs().push_back({{m_text.at, size - m_text.at}, {}});
    return {};
}

void ChromeJsonReader::cutOff(std::uint64_t dropFrom, std::string_view closing)
{
    const std::uint64_t size = m_file.content->sizeBytes();
    m_builder.repairs().push_back({{dropFrom, size - dropFrom}, std::string(closing)});
    m_text.at = size;
}

Result<void> ChromeJsonReader::readEvents()
{
    using Kind = EntryRunReader::End::Kind;
    TraceHeader& header = m_builder.header();
    header.eventArrayBegin = m_text.at;
    const std::uint64_t size = m_file.content->sizeBytes();
    const auto end = readEventArray(*m_file.content, m_text.at, m_file.diskBytes, m_options, m_builder, m_job);
    if (!end)
        return failureOf(end);
    header.eventArrayEnd = end->at;
    if (end->kind == Kind::AtClose) {
        m_text.at = end->at + 1;
        m_text.window.seek(m_text.at);
        return m_text.window.more(m_text.at);
    }
    // The array form may lack its end, says the format.
    if (end->at == size && header.form == TraceHeader::Form::Object)
        m_builder.report().add("file-ends-early", "the file ends early, inside the events", size);
    m_builder.repairs().push_back({{end->at, size - end->at}, "]"});
    m_text.at = size;
    m_text.window.seek(m_text.at);
    return {};
}

} // namespace lanescope
