// SPDX-License-Identifier: Apache-2.0
#include "app/cli/range_output.h"

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

void writeNumber(JsonWriter& json, const char* key, std::int64_t number)
{
    json.Key(key);
    json.Int64(number);
}

void writeLoads(JsonWriter& json, const RangeSummary& summary)
{
    const TimeNs length = summary.range.durationNs();
    json.Key("gpus");
    json.StartArray();
    for (const GpuLoad& gpu : summary.gpus) {
        json.StartObject();
        writeText(json, "name", gpu.name);
        writeNumber(json, "count", static_cast<std::int64_t>(gpu.count));
        writeNumber(json, "busy_ns", gpu.busyNs);
        writeNumber(json, "idle_ns", length - gpu.busyNs);
        writeNumber(json, "computation_ns", gpu.computationNs);
        writeNumber(json, "communication_ns", gpu.communicationNs);
        writeNumber(json, "overlapped_ns", gpu.overlappedNs);
        writeNumber(json, "exposed_ns", gpu.exposedNs());
        writeNumber(json, "copy_ns", gpu.copyNs);
        json.EndObject();
    }
    json.EndArray();
    json.Key("streams");
    json.StartArray();
    for (const StreamLoad& stream : summary.streams) {
        json.StartObject();
        writeText(json, "name", stream.name);
        writeNumber(json, "count", static_cast<std::int64_t>(stream.count));
        writeNumber(json, "busy_ns", stream.busyNs);
        writeNumber(json, "idle_ns", length - stream.busyNs);
        json.EndObject();
    }
    json.EndArray();
    json.Key("classes");
    json.StartArray();
    for (const ClassLoad& load : summary.classes) {
        json.StartObject();
        writeText(json, "name", load.name);
        writeText(json, "role", nameOf(load.role));
        writeNumber(json, "count", static_cast<std::int64_t>(load.count));
        writeNumber(json, "total_ns", load.totalNs);
        writeNumber(json, "busy_ns", load.busyNs);
        writeNumber(json, "alone_ns", load.aloneNs);
        json.EndObject();
    }
    json.EndArray();
}

void writeWork(JsonWriter& json, const char* key, const RangeReport& report, EventId work)
{
    json.Key(key);
    if (work == kNoEvent)
        json.Null();
    else
        writeString(json, report.opened->name(work));
}

void writeGaps(JsonWriter& json, const RangeReport& report)
{
    json.Key("gaps");
    json.StartArray();
    for (const IdleGap& gap : report.summary.gaps) {
        json.StartObject();
        writeText(json, "gpu", report.opened->processTitle(gap.gpu));
        writeNumber(json, "begin_ns", gap.range.beginNs);
        writeNumber(json, "idle_ns", gap.range.durationNs());
        writeWork(json, "before", report, gap.before);
        writeWork(json, "after", report, gap.after);
        json.Key("cpu");
        json.StartArray();
        for (const CpuActivity& activity : gap.cpu) {
            json.StartObject();
            writeText(json, "name", activity.name);
            writeText(json, "thread", report.opened->trackTitle(activity.thread));
            writeNumber(json, "self_ns", activity.ns);
            json.EndObject();
        }
        json.EndArray();
        json.EndObject();
    }
    json.EndArray();
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
    return out;
}

std::string rangeAsJson(const RangeReport& report)
{
    rapidjson::StringBuffer buffer;
    JsonWriter json(buffer);
    json.SetIndent(' ', 1);
    json.StartObject();
    json.Key("schema");
    json.Int(kRangeSchema);
    writeText(json, "trace", report.trace);
    writeText(json, "by", "range");
    writeText(json, "filter", report.filter);
    writeRange(json, "range_ns", report.summary.range);
    writeNumber(json, "work", static_cast<std::int64_t>(report.summary.work));
    writeNumber(json, "cut_work", static_cast<std::int64_t>(report.summary.cutWork));
    writeLoads(json, report.summary);
    writeGaps(json, report);
    json.EndObject();
    return std::string(buffer.GetString(), buffer.GetSize()) + '\n';
}

std::string rangeAsCsv(const RangeReport& report)
{
    const RangeSummary& summary = report.summary;
    const TimeNs length = summary.range.durationNs();
    std::string out = "kind,name,count,total_ns,busy_ns,idle_ns,alone_ns,computation_ns,communication_ns,overlapped_ns,"
                      "exposed_ns,copy_ns,begin_ns,cpu\r\n";
    for (const GpuLoad& gpu : summary.gpus)
        out += fmt::format("gpu,{},{},,{},{},,{},{},{},{},{},{},\r\n", csvText(gpu.name), gpu.count, gpu.busyNs,
                           length - gpu.busyNs, gpu.computationNs, gpu.communicationNs, gpu.overlappedNs,
                           gpu.exposedNs(), gpu.copyNs, summary.range.beginNs);
    for (const StreamLoad& stream : summary.streams)
        out += fmt::format("stream,{},{},,{},{},,,,,,,{},\r\n", csvText(stream.name), stream.count, stream.busyNs,
                           length - stream.busyNs, summary.range.beginNs);
    for (const ClassLoad& load : summary.classes)
        out += fmt::format("class,{},{},{},{},,{},,,,,,{},\r\n", csvText(load.name), load.count, load.totalNs,
                           load.busyNs, load.aloneNs, summary.range.beginNs);
    for (const IdleGap& gap : summary.gaps)
        out += fmt::format("gap,{},,,,{},,,,,,,{},{}\r\n", csvText(report.opened->processTitle(gap.gpu)),
                           gap.range.durationNs(), gap.range.beginNs, csvText(cpuText(report, gap)));
    return out;
}

} // namespace lanescope::cli
