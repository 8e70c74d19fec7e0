// SPDX-License-Identifier: Apache-2.0
#include "app/cli/diff_output.h"

#include "app/cli/caveat_text.h"
#include "app/cli/csv_text.h"
#include "app/cli/json_writer.h"
#include "app/cli/printable_text.h"
#include "app/cli/text_table.h"

#include "core/viewport/diff_text.h"
#include "core/viewport/figure_text.h"
#include "core/viewport/time_text.h"

#include <fmt/format.h>

namespace lanescope::cli {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kLongestName = 100;

std::string nameText(const DiffRow& row)
{
    if (row.name.empty())
        return fmt::format("(no {})", nameOf(row.key));
    return shortened(row.name, kLongestName);
}

std::string changeText(TimeNs before, TimeNs after)
{
    const std::string percent = percentText(after - before, before);
    return fmt::format("{} to {} ({}{})", durationText(before), durationText(after), differenceText(after - before),
                       percent.empty() ? "" : ", " + percent);
}

std::string headOf(const DiffReport& report)
{
    TextTable top({{"", Align::Left}, {"", Align::Left}});
    top.addRow({"Before", report.before});
    top.addRow({"After", report.after});
    if (!report.filter.empty())
        top.addRow({"Filter", report.filter});
    if (!report.range.empty())
        top.addRow({"Range", report.range});
    top.addRow({"GPU work", fmt::format("{} to {} pieces", digitsText(report.tableBefore.matchingWork),
                                        digitsText(report.tableAfter.matchingWork))});
    top.addRow({"Total", changeText(report.tableBefore.totalNs, report.tableAfter.totalNs)});
    top.addRow({"GPU busy", changeText(report.tableBefore.busyNs, report.tableAfter.busyNs)});
    std::string out;
    top.appendTo(out);
    for (const std::string& line : answerLines(report.answer))
        out += printableText(line) + '\n';
    if (report.diff.unit == DiffUnit::Trace && report.replaysBefore != report.replaysAfter)
        out += fmt::format("Before has {} replays, after {}: totals differ for that; --per instance compares replays\n",
                           digitsText(report.replaysBefore), digitsText(report.replaysAfter));
    return out;
}

std::string footnotes(const DiffReport& report)
{
    std::string notes;
    appendFootnotes(notes, report.caveatsBefore, "before");
    appendFootnotes(notes, report.caveatsAfter, "after");
    return notes;
}

bool isMarkedOn(const std::vector<StatsCaveat>& caveats, const std::optional<std::uint32_t>& row, StatsColumn column)
{
    return row && isMarked(caveats, *row, column);
}

// Of both sides.
std::vector<const StatsCaveat*> caveatsOf(const DiffReport& report, const DiffRow& row)
{
    std::vector<const StatsCaveat*> caveats;
    const auto add = [&caveats](const std::vector<StatsCaveat>& all, const std::optional<std::uint32_t>& position) {
        if (!position)
            return;
        for (const StatsCaveat* caveat : lanescope::caveatsOf(all, *position))
            caveats.push_back(caveat);
    };
    add(report.caveatsBefore, row.rowBefore);
    add(report.caveatsAfter, row.rowAfter);
    return caveats;
}

void writeRow(JsonWriter& json, const DiffReport& report, const DiffRow& row)
{
    json.startObject();
    json.key("name");
    if (row.name.empty())
        json.null();
    else
        json.text(row.name);
    json.field("by", nameOf(row.key));
    json.field("depth", row.depth);
    json.field("state", nameOf(row.state()));
    json.field("difference_ns", row.differenceNs());
    json.field("compared_before_ns", row.comparedBeforeNs);
    json.field("compared_after_ns", row.comparedAfterNs);
    json.field("mean_difference_ns", row.meanDifferenceNs());
    for (const bool isAfter : {false, true}) {
        const StatsFigures& figures = isAfter ? row.after : row.before;
        json.key(isAfter ? "after" : "before");
        json.startObject();
        json.field("count", static_cast<std::int64_t>(figures.count));
        json.field("instances", static_cast<std::int64_t>(figures.instances));
        json.field("total_ns", figures.totalNs);
        json.field("mean_ns", figures.meanNs);
        json.field("p50_ns", figures.p50Ns);
        json.field("p99_ns", figures.p99Ns);
        json.field("busy_ns", figures.busyNs);
        json.endObject();
    }
    writeCodes(json, caveatsOf(report, row));
    json.endObject();
}

void writePath(JsonWriter& json, const char* key, const StatsDiff& diff, const std::vector<std::uint32_t>& path)
{
    json.key(key);
    json.startArray();
    for (const std::uint32_t i : path) {
        const DiffRow& row = diff.rows[i];
        json.startObject();
        json.field("by", nameOf(row.key));
        json.key("name");
        if (row.name.empty())
            json.null();
        else
            json.text(row.name);
        json.field("state", nameOf(row.state()));
        json.field("difference_ns", row.differenceNs());
        json.field("compared_before_ns", row.comparedBeforeNs);
        json.endObject();
    }
    json.endArray();
}

void writeReplays(JsonWriter& json, const char* key, const DiffReport& report,
                  const std::optional<SlowerReplays>& replays)
{
    json.key(key);
    if (!replays) {
        json.null();
        return;
    }
    json.startObject();
    json.key("all");
    json.counted(replays->all);
    json.field("typical_before_ns", replays->typicalBeforeNs);
    json.field("typical_after_ns", replays->typicalAfterNs);
    json.key("replays");
    json.startArray();
    for (const std::uint32_t position : replays->positions) {
        const Replay& replay = report.joinedAfter->replays[position];
        json.startObject();
        json.key("graph");
        json.counted(replay.execGraphId);
        json.field("replay", static_cast<std::int64_t>(replay.number));
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeCause(JsonWriter& json, const std::optional<DiffCause>& cause)
{
    json.key("slower_cause");
    if (!cause) {
        json.null();
        return;
    }
    json.startObject();
    json.field("longer_pieces_ns", cause->longerNs);
    json.field("more_pieces_ns", cause->moreNs);
    json.key("beside_other_work_before");
    json.real(cause->besideBefore);
    json.key("beside_other_work_after");
    json.real(cause->besideAfter);
    json.field("launched_as_before", cause->shapesBefore.text());
    json.field("launched_as_after", cause->shapesAfter.text());
    json.endObject();
}

// The sentences, and what they are made of.
void writeAnswer(JsonWriter& json, const DiffReport& report)
{
    const DiffAnswer& answer = report.answer;
    json.field("slower", slowerText(answer));
    json.field("why", whyText(answer));
    json.field("waits", waitsText(answer));
    json.field("between_replays", betweenText(answer));
    json.field("faster", fasterText(answer));
    writePath(json, "slower_path", answer.work, answer.work.slowest());
    writeReplays(json, "slower_replays", report, answer.slowerReplays);
    writeCause(json, answer.cause);
    writePath(json, "waits_path", answer.waits,
              answer.areWaitsLonger ? answer.waits.slowest() : std::vector<std::uint32_t>());
    writeReplays(json, "waits_replays", report, answer.waitingReplays);
}

} // namespace

std::string diffAsTable(const DiffReport& report)
{
    std::string out = headOf(report);
    if (report.diff.rows.empty())
        return out;
    out += '\n';
    const std::string what = report.diff.unit == DiffUnit::Trace ? "Total" : "Instance";
    TextTable table({{"Difference", Align::Right},
                     {"", Align::Right},
                     {what + " before", Align::Right},
                     {"after", Align::Right},
                     {"Count before", Align::Right},
                     {"after", Align::Right},
                     {"Mean before", Align::Right},
                     {"after", Align::Right},
                     {"Difference", Align::Right},
                     {"", Align::Left},
                     {"Name", Align::Left}});
    for (const DiffRow& row : report.diff.rows) {
        const auto mark = [&](const std::vector<StatsCaveat>& caveats, const auto& position, StatsColumn column) {
            return isMarkedOn(caveats, position, column) ? "*" : "";
        };
        const auto before = [&](StatsColumn column) { return mark(report.caveatsBefore, row.rowBefore, column); };
        const auto after = [&](StatsColumn column) { return mark(report.caveatsAfter, row.rowAfter, column); };
        const bool isOnBoth = row.state() == DiffState::Both;
        table.addRow({differenceText(row.differenceNs()), percentText(row.differenceNs(), row.comparedBeforeNs),
                      row.rowBefore ? durationText(row.comparedBeforeNs) + before(StatsColumn::Total) : "",
                      row.rowAfter ? durationText(row.comparedAfterNs) + after(StatsColumn::Total) : "",
                      row.rowBefore ? digitsText(row.before.count) + before(StatsColumn::Count) : "",
                      row.rowAfter ? digitsText(row.after.count) + after(StatsColumn::Count) : "",
                      row.rowBefore ? durationText(row.before.meanNs) + before(StatsColumn::Mean) : "",
                      row.rowAfter ? durationText(row.after.meanNs) + after(StatsColumn::Mean) : "",
                      isOnBoth ? differenceText(row.meanDifferenceNs()) : "",
                      isOnBoth ? "" : std::string(nameOf(row.state())),
                      std::string(2 * std::size_t{row.depth}, ' ') + nameText(row)});
    }
    table.appendTo(out);
    return out + footnotes(report);
}

std::string diffAsJson(const DiffReport& report)
{
    JsonWriter json;
    json.startReport(kDiffSchema);
    json.field("before", report.before);
    json.field("after", report.after);
    json.field("by", report.by);
    json.field("filter", report.filter);
    json.field("per", report.diff.unit == DiffUnit::Trace ? "trace" : "instance");
    json.field("total_before_ns", report.tableBefore.totalNs);
    json.field("total_after_ns", report.tableAfter.totalNs);
    json.field("gpu_busy_before_ns", report.tableBefore.busyNs);
    json.field("gpu_busy_after_ns", report.tableAfter.busyNs);
    json.field("replays_before", static_cast<std::int64_t>(report.replaysBefore));
    json.field("replays_after", static_cast<std::int64_t>(report.replaysAfter));
    writeAnswer(json, report);
    json.key("rows");
    json.startArray();
    for (const DiffRow& row : report.diff.rows)
        writeRow(json, report, row);
    json.endArray();
    json.key("unreliable_before");
    json.startObject();
    writeCaveats(json, report.caveatsBefore);
    json.endObject();
    json.key("unreliable_after");
    json.startObject();
    writeCaveats(json, report.caveatsAfter);
    json.endObject();
    json.endObject();
    return json.written();
}

std::string diffAsCsv(const DiffReport& report)
{
    std::string out = "name,by,depth,state,difference_ns,compared_before_ns,compared_after_ns,count_before,count_after,"
                      "total_before_ns,total_after_ns,mean_before_ns,mean_after_ns,mean_difference_ns,unreliable\r\n";
    for (const DiffRow& row : report.diff.rows) {
        out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},", csvText(row.name), nameOf(row.key), row.depth,
                           nameOf(row.state()), row.differenceNs(), row.comparedBeforeNs, row.comparedAfterNs,
                           row.before.count, row.after.count, row.before.totalNs, row.after.totalNs, row.before.meanNs,
                           row.after.meanNs, row.meanDifferenceNs());
        out += codesOf(std::span<const StatsCaveat* const>(caveatsOf(report, row))) + "\r\n";
    }
    return out;
}

} // namespace lanescope::cli
