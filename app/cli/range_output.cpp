// SPDX-License-Identifier: Apache-2.0
#include "app/cli/range_output.h"

#include "app/cli/caveat_text.h"
#include "app/cli/csv_text.h"
#include "app/cli/json_writer.h"
#include "app/cli/printable_text.h"
#include "app/cli/text_table.h"

#include "core/query/kernel_name.h"
#include "core/viewport/figure_text.h"
#include "core/viewport/time_text.h"

#include <fmt/format.h>

namespace lanescope::cli {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kLongestName = 60;

std::string partText(TimeNs part, TimeNs whole)
{
    return shareText(whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0);
}

std::string workName(const RangeReport& report, EventId work)
{
    return work == kNoEvent ? "(end of the range)"
                            : shortened(shortKernelName(report.opened->name(work)), kLongestName);
}

std::string cpuText(const RangeReport& report, const IdleGap& gap)
{
    std::string text;
    for (const CpuActivity& activity : gap.cpu)
        text += fmt::format("{}{} {} ({})", text.empty() ? "" : ", ", durationText(activity.ns),
                            shortened(activity.name, kLongestName), report.opened->trackTitle(activity.thread));
    return text.empty() ? "nothing recorded" : text;
}

std::string headOf(const RangeReport& report)
{
    const RangeSummary& summary = report.summary;
    TextTable top({{"", Align::Left}, {"", Align::Left}});
    top.addRow({"Trace", report.trace});
    if (!report.filter.empty())
        top.addRow({"Filter", report.filter});
    top.addRow({"Range", fmt::format("{} to {} ({})", durationText(summary.range.beginNs),
                                     durationText(summary.range.endNs), durationText(summary.range.durationNs()))});
    top.addRow({"GPU work", fmt::format("{} pieces, {} of them cut at the range's ends", digitsText(summary.work),
                                        digitsText(summary.cutWork))});
    std::string out;
    top.appendTo(out);
    return out;
}

void addGpus(const RangeSummary& summary, std::string& out)
{
    TextTable table({{"Count", Align::Right},
                     {"Busy", Align::Right},
                     {"Idle", Align::Right},
                     {"Idle %", Align::Right},
                     {"Computation", Align::Right},
                     {"Communication", Align::Right},
                     {"overlapped", Align::Right},
                     {"exposed", Align::Right},
                     {"Copies", Align::Right},
                     {"GPU", Align::Left}});
    const TimeNs length = summary.range.durationNs();
    for (const GpuLoad& gpu : summary.gpus)
        table.addRow({digitsText(gpu.count), durationText(gpu.busyNs), durationText(length - gpu.busyNs),
                      partText(length - gpu.busyNs, length), durationText(gpu.computationNs),
                      durationText(gpu.communicationNs), durationText(gpu.overlappedNs), durationText(gpu.exposedNs()),
                      durationText(gpu.copyNs), gpu.name});
    table.appendTo(out);
}

void addStreams(const RangeSummary& summary, std::string& out)
{
    TextTable table({{"Count", Align::Right},
                     {"Busy", Align::Right},
                     {"Idle", Align::Right},
                     {"Idle %", Align::Right},
                     {"Stream", Align::Left}});
    const TimeNs length = summary.range.durationNs();
    for (const StreamLoad& stream : summary.streams)
        table.addRow({digitsText(stream.count), durationText(stream.busyNs), durationText(length - stream.busyNs),
                      partText(length - stream.busyNs, length), stream.name});
    table.appendTo(out);
}

void addClasses(const RangeSummary& summary, std::string& out)
{
    TextTable table({{"Count", Align::Right},
                     {"Total", Align::Right},
                     {"Busy", Align::Right},
                     {"Alone", Align::Right},
                     {"Class", Align::Left}});
    for (const ClassLoad& load : summary.classes)
        table.addRow({digitsText(load.count), durationText(load.totalNs), durationText(load.busyNs),
                      durationText(load.aloneNs), load.name});
    table.appendTo(out);
}

void addGaps(const RangeReport& report, std::string& out)
{
    TextTable table(
        {{"Idle", Align::Right}, {"From", Align::Right}, {"Until", Align::Left}, {"CPU meanwhile", Align::Left}});
    for (const IdleGap& gap : report.summary.gaps)
        table.addRow({durationText(gap.range.durationNs()), durationText(gap.range.beginNs, 6),
                      workName(report, gap.after), cpuText(report, gap)});
    table.appendTo(out);
}

void writeLoads(JsonWriter& json, const RangeSummary& summary)
{
    const TimeNs length = summary.range.durationNs();
    json.key("gpus");
    json.startArray();
    for (const GpuLoad& gpu : summary.gpus) {
        json.startObject();
        json.field("name", gpu.name);
        json.field("count", static_cast<std::int64_t>(gpu.count));
        json.field("busy_ns", gpu.busyNs);
        json.field("idle_ns", length - gpu.busyNs);
        json.field("computation_ns", gpu.computationNs);
        json.field("communication_ns", gpu.communicationNs);
        json.field("overlapped_ns", gpu.overlappedNs);
        json.field("exposed_ns", gpu.exposedNs());
        json.field("copy_ns", gpu.copyNs);
        json.endObject();
    }
    json.endArray();
    json.key("streams");
    json.startArray();
    for (const StreamLoad& stream : summary.streams) {
        json.startObject();
        json.field("name", stream.name);
        json.field("count", static_cast<std::int64_t>(stream.count));
        json.field("busy_ns", stream.busyNs);
        json.field("idle_ns", length - stream.busyNs);
        json.endObject();
    }
    json.endArray();
    json.key("classes");
    json.startArray();
    for (const ClassLoad& load : summary.classes) {
        json.startObject();
        json.field("name", load.name);
        json.field("role", nameOf(load.role));
        json.field("count", static_cast<std::int64_t>(load.count));
        json.field("total_ns", load.totalNs);
        json.field("busy_ns", load.busyNs);
        json.field("alone_ns", load.aloneNs);
        json.endObject();
    }
    json.endArray();
}

void writeWork(JsonWriter& json, const char* key, const RangeReport& report, EventId work)
{
    json.key(key);
    if (work == kNoEvent)
        json.null();
    else
        json.text(report.opened->name(work));
}

void writeGaps(JsonWriter& json, const RangeReport& report)
{
    json.key("gaps");
    json.startArray();
    for (const IdleGap& gap : report.summary.gaps) {
        json.startObject();
        json.field("gpu", report.opened->processTitle(gap.gpu));
        json.field("begin_ns", gap.range.beginNs);
        json.field("idle_ns", gap.range.durationNs());
        writeWork(json, "before", report, gap.before);
        writeWork(json, "after", report, gap.after);
        json.key("cpu");
        json.startArray();
        for (const CpuActivity& activity : gap.cpu) {
            json.startObject();
            json.field("name", activity.name);
            json.field("thread", report.opened->trackTitle(activity.thread));
            json.field("self_ns", activity.ns);
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
}

} // namespace

std::string rangeAsTable(const RangeReport& report)
{
    const RangeSummary& summary = report.summary;
    std::string out = headOf(report);
    if (summary.work == 0)
        return out;
    out += '\n';
    addGpus(summary, out);
    out += '\n';
    addStreams(summary, out);
    out += '\n';
    addClasses(summary, out);
    if (!summary.gaps.empty()) {
        out += '\n';
        addGaps(report, out);
    }
    std::string notes;
    appendFootnotes(notes, report.caveats);
    return out + notes;
}

std::string rangeAsJson(const RangeReport& report)
{
    JsonWriter json;
    json.startReport(kRangeSchema);
    json.field("trace", report.trace);
    json.field("by", "range");
    json.field("filter", report.filter);
    json.field("range_ns", report.summary.range);
    json.field("work", static_cast<std::int64_t>(report.summary.work));
    json.field("cut_work", static_cast<std::int64_t>(report.summary.cutWork));
    writeLoads(json, report.summary);
    writeGaps(json, report);
    writeCaveats(json, report.caveats);
    json.endObject();
    return json.written();
}

std::string rangeAsCsv(const RangeReport& report)
{
    const RangeSummary& summary = report.summary;
    const TimeNs length = summary.range.durationNs();
    const std::string codes = codesOf(std::span(report.caveats));
    std::string out = "kind,name,count,total_ns,busy_ns,idle_ns,alone_ns,computation_ns,communication_ns,overlapped_ns,"
                      "exposed_ns,copy_ns,begin_ns,cpu,unreliable\r\n";
    for (const GpuLoad& gpu : summary.gpus)
        out += fmt::format("gpu,{},{},,{},{},,{},{},{},{},{},{},,{}\r\n", csvText(gpu.name), gpu.count, gpu.busyNs,
                           length - gpu.busyNs, gpu.computationNs, gpu.communicationNs, gpu.overlappedNs,
                           gpu.exposedNs(), gpu.copyNs, summary.range.beginNs, codes);
    for (const StreamLoad& stream : summary.streams)
        out += fmt::format("stream,{},{},,{},{},,,,,,,{},,{}\r\n", csvText(stream.name), stream.count, stream.busyNs,
                           length - stream.busyNs, summary.range.beginNs, codes);
    for (const ClassLoad& load : summary.classes)
        out += fmt::format("class,{},{},{},{},,{},,,,,,{},,{}\r\n", csvText(load.name), load.count, load.totalNs,
                           load.busyNs, load.aloneNs, summary.range.beginNs, codes);
    for (const IdleGap& gap : summary.gaps)
        out += fmt::format("gap,{},,,,{},,,,,,,{},{},{}\r\n", csvText(report.opened->processTitle(gap.gpu)),
                           gap.range.durationNs(), gap.range.beginNs, csvText(cpuText(report, gap)), codes);
    return out;
}

} // namespace lanescope::cli
