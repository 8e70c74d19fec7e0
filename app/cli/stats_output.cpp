// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stats_output.h"

#include "app/cli/printable_text.h"
#include "app/cli/text_table.h"

#include "core/viewport/time_text.h"

#include <fmt/format.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

namespace lanescope::cli {
namespace {

using JsonWriter = rapidjson::PrettyWriter<rapidjson::StringBuffer>;
using Align = TextTable::Align;

// Kernel names fill lines; the figures stand in front of them.
constexpr std::size_t kLongestName = 100;

std::string shownName(const StatsTable& table, const StatsRow& row)
{
    return row.name.empty() ? fmt::format("(no {})", nameOf(table.key)) : shortened(row.name, kLongestName);
}

void writeText(JsonWriter& json, const char* key, std::string_view text)
{
    json.Key(key);
    json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void writeTime(JsonWriter& json, const char* key, TimeNs ns)
{
    json.Key(key);
    json.Int64(ns);
}

void writeRow(JsonWriter& json, const StatsTable& table, const StatsRow& row)
{
    json.StartObject();
    if (row.name.empty()) {
        json.Key("name");
        json.Null();
    } else {
        writeText(json, "name", row.name);
    }
    json.Key("count");
    json.Uint64(row.count);
    writeTime(json, "total_ns", row.totalNs);
    writeTime(json, "mean_ns", row.meanNs);
    writeTime(json, "p50_ns", row.p50Ns);
    writeTime(json, "p99_ns", row.p99Ns);
    writeTime(json, "min_ns", row.minNs);
    writeTime(json, "max_ns", row.maxNs);
    writeTime(json, "busy_ns", row.busyNs);
    json.Key("share");
    json.Double(table.shareOf(row));
    writeTime(json, "begin_ns", row.span.beginNs);
    writeTime(json, "span_ns", row.span.durationNs());
    json.EndObject();
}

std::string csvText(const std::string& text)
{
    if (text.find_first_of("\",\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

} // namespace

std::string statsAsTable(const StatsHead& head, const StatsTable& table)
{
    std::string out;
    TextTable top({{"", Align::Left}, {"", Align::Left}});
    top.addRow({"Trace", head.trace});
    if (!head.filter.empty())
        top.addRow({"Filter", head.filter});
    top.addRow({"GPU work", head.filter.empty() ? fmt::format("{} pieces", groupedDigits(table.work))
                                                : fmt::format("{} of {} pieces", groupedDigits(table.matchingWork),
                                                              groupedDigits(table.work))});
    top.addRow({"GPU busy", durationText(table.busyNs)});
    top.appendTo(out);
    if (table.rows.empty())
        return out;
    out += '\n';
    TextTable rows({{"Count", Align::Right},
                    {"Total", Align::Right},
                    {"Mean", Align::Right},
                    {"P50", Align::Right},
                    {"P99", Align::Right},
                    {"Min", Align::Right},
                    {"Max", Align::Right},
                    {"Busy", Align::Right},
                    {"Share", Align::Right},
                    {"Span", Align::Right},
                    {std::string(1, static_cast<char>(nameOf(table.key).front() - 'a' + 'A')) +
                         std::string(nameOf(table.key).substr(1)),
                     Align::Left}});
    for (const StatsRow& row : table.rows)
        rows.addRow({groupedDigits(row.count), durationText(row.totalNs), durationText(row.meanNs),
                     durationText(row.p50Ns), durationText(row.p99Ns), durationText(row.minNs), durationText(row.maxNs),
                     durationText(row.busyNs), fmt::format("{:.1f} %", 100 * table.shareOf(row)),
                     durationText(row.span.durationNs()), shownName(table, row)});
    rows.appendTo(out);
    return out;
}

std::string statsAsJson(const StatsHead& head, const StatsTable& table)
{
    rapidjson::StringBuffer buffer;
    JsonWriter json(buffer);
    json.SetIndent(' ', 1);
    json.StartObject();
    json.Key("schema");
    json.Int(kStatsSchema);
    writeText(json, "trace", head.trace);
    writeText(json, "by", nameOf(table.key));
    writeText(json, "filter", head.filter);
    json.Key("work");
    json.Uint64(table.work);
    json.Key("matching_work");
    json.Uint64(table.matchingWork);
    writeTime(json, "gpu_busy_ns", table.busyNs);
    json.Key("rows");
    json.StartArray();
    for (const StatsRow& row : table.rows)
        writeRow(json, table, row);
    json.EndArray();
    json.EndObject();
    return std::string(buffer.GetString(), buffer.GetSize()) + '\n';
}

std::string statsAsCsv(const StatsTable& table)
{
    std::string out = "name,count,total_ns,mean_ns,p50_ns,p99_ns,min_ns,max_ns,busy_ns,share,begin_ns,span_ns\r\n";
    for (const StatsRow& row : table.rows)
        out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\r\n", csvText(row.name), row.count, row.totalNs,
                           row.meanNs, row.p50Ns, row.p99Ns, row.minNs, row.maxNs, row.busyNs, table.shareOf(row),
                           row.span.beginNs, row.span.durationNs());
    return out;
}

} // namespace lanescope::cli
