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

std::string everythingAsText(const Trace& trace)
{
    std::string out = eventsAsText(trace);
    for (const Finding& finding : trace.loadReport().findings())
        out += fmt::format("{} {} {} {}\n", finding.code, finding.count, fmt::join(finding.firstBytes, ","),
                           fmt::join(finding.examples, ","));
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto e = idAt<EventId>(i);
        out += fmt::format("{} {} {} {} {}\n", trace.bytes(e).offset, trace.bytes(e).length, indexOf(trace.track(e)),
                           indexOf(trace.nameId(e)), trace.launchRow(e));
    }
    for (const Flow& flow : trace.flows())
        out += fmt::format("flow {} {} {} {} {}\n", flow.id, flow.atNs, flow.offset, indexOf(flow.track),
                           trace.text(flow.category));
    for (const SliceEnd& end : trace.sliceEnds())
        out += fmt::format("end {} {}\n", indexOf(end.slice), end.bytes.offset);
    for (const StructureRepair& repair : trace.structureRepairs())
        out += fmt::format("repair {} {} {}\n", repair.bytes.offset, repair.bytes.length, repair.replacement);
    for (std::size_t i = 0; i < trace.tracks().size(); ++i)
        out += trace.trackTitle(idAt<TrackId>(i)) + "\n";
    return out + fmt::format("entries {} range {} {} array {} {}", trace.entryCount(), trace.fullRange().beginNs,
                             trace.fullRange().endNs, trace.header().eventArrayBegin, trace.header().eventArrayEnd);
}

} // namespace lanescope::test
