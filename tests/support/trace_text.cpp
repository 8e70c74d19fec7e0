// SPDX-License-Identifier: Apache-2.0
#include "tests/support/trace_text.h"

#include "core/load/read_chrome_json.h"

#include <fmt/format.h>

namespace lanescope::test {

Result<std::shared_ptr<const Trace>> readTraceText(std::string_view text)
{
    OpenedFile file{"text", text.size(), false, contentInMemory(std::string(text))};
    return readChromeJson(std::move(file), JobControl());
}

Result<std::shared_ptr<const Trace>> readTraceFile(std::string_view pathUnderTestData)
{
    const auto file = openFile(std::filesystem::path(LANESCOPE_TEST_DATA) / pathUnderTestData, JobControl());
    if (!file)
        return failureOf(file);
    return readChromeJson(*file, JobControl());
}

std::string eventsAsText(const Trace& trace)
{
    std::string out;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto e = idAt<EventId>(i);
        const Track& track = trace.track(trace.track(e));
        out += fmt::format("{} {}/{} {}+{}", trace.name(e), trace.text(trace.process(track.process).id),
                           trace.text(track.id), trace.baseNs() + trace.beginNs(e), trace.durationNs(e));
        const auto mark = [&](bool applies, std::string_view word) { out += applies ? word : std::string_view(); };
        mark(trace.hasFlag(e, kEventDidNotFinish), " unfinished");
        mark(trace.hasFlag(e, kEventHasNoTime), " no-time");
        mark(trace.hasFlag(e, kEventDurationUnknown), " no-duration");
        mark(trace.hasFlag(e, kEventNeedsRepair), " odd");
        mark(trace.kind(e) == EventKind::Instant, " instant");
        mark(trace.kind(e) == EventKind::Counter, " counter");
        mark(trace.kind(e) == EventKind::Other, " other");
        out += '\n';
    }
    return out;
}

std::string findingsAsText(const Trace& trace)
{
    std::string out;
    for (const Finding& finding : trace.loadReport().findings())
        out += fmt::format("{} {}\n", finding.code, finding.count);
    return out;
}

} // namespace lanescope::test
