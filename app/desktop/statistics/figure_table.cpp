// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/figure_table.h"

#include "app/desktop/statistics/column_words.h"
#include "app/desktop/text.h"
#include "core/query/kernel_name.h"
#include "core/viewport/figure_text.h"

#include <QStringList>

#include <algorithm>

namespace lanescope::desktop {
namespace {

FigureCell nameCell(std::string_view name, StatsKey key)
{
    if (!name.empty())
        return {toQString(name).simplified(), toQString(name), {}};
    return {QStringLiteral("(no %1)").arg(toQString(nameOf(key))), QString(), {}};
}

FigureCell textCell(const QString& text)
{
    return {text.simplified(), text, {}};
}

FigureCell timeCell(TimeNs ns, int digits = 4)
{
    return {durationLabel(ns, digits), qlonglong(ns), {}};
}

FigureCell countCell(std::uint64_t count)
{
    return {countText(count), qulonglong(count), {}};
}

FigureCell differenceCell(TimeNs ns)
{
    return {toQString(differenceText(ns)), qlonglong(ns), {}};
}

FigureCell percentCell(TimeNs difference, TimeNs of)
{
    if (of <= 0)
        return {};
    return {toQString(percentText(difference, of)), static_cast<double>(difference) / static_cast<double>(of), {}};
}

FigureCell partCell(TimeNs part, TimeNs of)
{
    const double share = of > 0 ? static_cast<double>(part) / static_cast<double>(of) : 0;
    return {toQString(shareText(share)), share, {}};
}

// The reasons that mark a figure of a row.
QString doubtOf(const std::vector<StatsCaveat>& caveats, std::uint32_t row, StatsColumn column)
{
    QStringList reasons;
    for (const StatsCaveat* caveat : caveatsOf(caveats, row)) {
        if (caveat->columns.contains(column))
            reasons << toQString(caveat->reason).simplified();
    }
    return reasons.join(QLatin1Char('\n'));
}

FigureColumn column(const QString& title, const char* field, const QString& meaning = {})
{
    return {title, QString::fromLatin1(field), meaning, true, true};
}

FigureColumn textColumn(const QString& title, const char* field)
{
    return {title, QString::fromLatin1(field), {}, false, true};
}

QString cpuText(const Trace& trace, const IdleGap& gap)
{
    QStringList list;
    for (const CpuActivity& activity : gap.cpu)
        list << QStringLiteral("%1 %2 (%3)")
                    .arg(durationLabel(activity.ns), toQString(activity.name).simplified(),
                         toQString(trace.trackTitle(activity.thread)));
    return list.isEmpty() ? FigureTable::tr("The trace tells nothing of the CPU")
                          : FigureTable::tr("CPU: %1").arg(list.join(QStringLiteral(", ")));
}

void addShapes(FigureRow& row, const LaunchShapes& shapes)
{
    FigureCell& occupancy = row.cells.emplace_back();
    if (shapes.launchesWithOccupancy > 0)
        occupancy = {QStringLiteral("%1 %").arg(shapes.occupancyPercent, 0, 'f', 0), shapes.occupancyPercent, {}};
    row.cells.push_back(textCell(toQString(shapes.text())));
}

// The table of a range: sections with rows in them, each with the figures it has.
class RangeFigures {
public:
    RangeFigures(TimeNs lengthNs, const QString& doubt) : m_lengthNs(lengthNs), m_doubt(doubt)
    {
        m_table.columns = {textColumn(FigureTable::tr("What"), "name"),
                           column(FigureTable::tr("Busy"), "busy_ns"),
                           column(FigureTable::tr("Busy %"), "busy_part"),
                           column(FigureTable::tr("Idle"), "idle_ns"),
                           column(FigureTable::tr("Count"), "count"),
                           textColumn(FigureTable::tr("Details"), "details"),
                           column(FigureTable::tr("Alone"), "alone_ns",
                                  FigureTable::tr("Time in which no work of another class runs on that GPU")),
                           column(FigureTable::tr("Computation"), "computation_ns"),
                           column(FigureTable::tr("Communication"), "communication_ns"),
                           column(FigureTable::tr("overlapped"), "overlapped_ns",
                                  FigureTable::tr("Communication while there is computation on the same GPU")),
                           column(FigureTable::tr("exposed"), "exposed_ns",
                                  FigureTable::tr("Communication while there is no computation on the same GPU"))};
    }

    void addGpus(const std::vector<GpuLoad>& gpus)
    {
        addSection(FigureTable::tr("GPUs"));
        for (const GpuLoad& gpu : gpus) {
            std::vector<FigureCell>& cells = addLoad(gpu.name, gpu.count, gpu.busyNs);
            cells[Idle] = timeCell(m_lengthNs - gpu.busyNs);
            cells[Computation] = timeCell(gpu.computationNs);
            cells[Communication] = timeCell(gpu.communicationNs);
            cells[Overlapped] = timeCell(gpu.overlappedNs);
            cells[Exposed] = timeCell(gpu.exposedNs());
            cells[Details] = textCell(
                FigureTable::tr("computation %1, communication %2 (%3 overlapped, %4 exposed), copies %5")
                    .arg(durationLabel(gpu.computationNs), durationLabel(gpu.communicationNs),
                         durationLabel(gpu.overlappedNs), durationLabel(gpu.exposedNs()), durationLabel(gpu.copyNs)));
        }
    }

    void addStreams(const std::vector<StreamLoad>& streams)
    {
        addSection(FigureTable::tr("Streams"));
        for (const StreamLoad& stream : streams)
            addLoad(stream.name, stream.count, stream.busyNs)[Idle] = timeCell(m_lengthNs - stream.busyNs);
    }

    void addClasses(const std::vector<ClassLoad>& classes)
    {
        addSection(FigureTable::tr("Classes of work"));
        for (const ClassLoad& load : classes) {
            std::vector<FigureCell>& cells = addLoad(load.name, load.count, load.busyNs);
            cells[Alone] = timeCell(load.aloneNs);
            cells[Details] = textCell(FigureTable::tr("total %1, alone for %2")
                                          .arg(durationLabel(load.totalNs), durationLabel(load.aloneNs)));
        }
    }

    void addGaps(const Trace& trace, const std::vector<IdleGap>& gaps)
    {
        addSection(FigureTable::tr("Longest idle gaps"));
        for (const IdleGap& gap : gaps) {
            const QString begin = durationLabel(gap.range.beginNs, 6);
            std::vector<FigureCell>& cells = addRow(
                gap.after == kNoEvent
                    ? FigureTable::tr("%1, until the end").arg(begin)
                    : FigureTable::tr("%1, until %2").arg(begin, toQString(shortKernelName(trace.name(gap.after)))));
            cells[Idle] = timeCell(gap.range.durationNs());
            cells[Details] = textCell(cpuText(trace, gap));
        }
    }

    [[nodiscard]] FigureTable& table() { return m_table; }

private:
    enum Place { What, Busy, BusyPart, Idle, Count, Details, Alone, Computation, Communication, Overlapped, Exposed };

    void addSection(const QString& title)
    {
        m_section = -1;
        addRow(title);
        m_section = static_cast<int>(m_table.rows.size()) - 1;
    }

    std::vector<FigureCell>& addRow(const QString& name)
    {
        FigureRow& row = m_table.rows.emplace_back();
        row.parent = m_section;
        row.cells.resize(m_table.columns.size());
        row.cells[What] = textCell(name);
        return row.cells;
    }

    std::vector<FigureCell>& addLoad(const std::string& name, std::uint64_t count, TimeNs busyNs)
    {
        std::vector<FigureCell>& cells = addRow(toQString(name));
        cells[Count] = countCell(count);
        cells[Busy] = timeCell(busyNs);
        cells[Busy].doubt = m_doubt;
        cells[BusyPart] = partCell(busyNs, m_lengthNs);
        return cells;
    }

    TimeNs m_lengthNs;
    QString m_doubt; // of busy times
    FigureTable m_table;
    int m_section = -1;
};

} // namespace

FigureTable figureTableOf(const StatsTable& table, const std::vector<StatsCaveat>& caveats,
                          const std::vector<LaunchShapes>& shapes)
{
    FigureTable figures;
    figures.columns.push_back(textColumn(keysTitle(table.by), "name"));
    const std::vector<StatsColumn> usual = usualColumns(table.by);
    for (const StatsColumnText& texts : statsColumns()) {
        FigureColumn its{columnTitle(texts), toQString(texts.field), columnMeaning(texts), true, true};
        its.isUsual = std::find(usual.begin(), usual.end(), texts.column) != usual.end();
        figures.columns.push_back(its);
    }
    const bool hasShapes = table.by.back() == StatsKey::Kernel;
    if (hasShapes) {
        figures.columns.push_back(column(FigureTable::tr("Occupancy"), "occupancy_percent",
                                         FigureTable::tr("As the profiler estimated it, on average")));
        figures.columns.push_back(textColumn(FigureTable::tr("Grid, block"), "grid_block"));
    }
    for (std::uint32_t i = 0; i < table.rows.size(); ++i) {
        const StatsRow& row = table.rows[i];
        FigureRow& shown = figures.rows.emplace_back();
        shown.parent = row.parent == StatsRow::kNoParent ? -1 : static_cast<int>(row.parent);
        shown.cells.push_back(nameCell(row.name, row.key));
        for (const StatsColumnText& texts : statsColumns()) {
            FigureCell cell{toQString(figureText(row, texts.column, table.busyNs)), {}, {}};
            if (texts.unit == StatsUnit::Share)
                cell.raw = table.shareOf(row);
            else if (hasValue(row, texts.column))
                cell.raw = qlonglong(valueOf(row, texts.column));
            cell.doubt = doubtOf(caveats, i, texts.column);
            shown.cells.push_back(std::move(cell));
        }
        if (hasShapes)
            addShapes(shown, i < shapes.size() ? shapes[i] : LaunchShapes());
    }
    return figures;
}

FigureTable figureTableOf(const Trace& trace, const RangeSummary& summary, const std::vector<StatsCaveat>& caveats)
{
    QStringList doubts;
    for (const StatsCaveat& caveat : caveats)
        doubts << toQString(caveat.reason).simplified();
    RangeFigures figures(summary.range.durationNs(), doubts.join(QLatin1Char('\n')));
    figures.addGpus(summary.gpus);
    figures.addStreams(summary.streams);
    figures.addClasses(summary.classes);
    figures.addGaps(trace, summary.gaps);
    return std::move(figures.table());
}

std::size_t firstGapRow(const FigureTable& table, const RangeSummary& summary)
{
    return table.rows.size() - summary.gaps.size();
}

FigureTable figureTableOf(const JoinedTrace& joined, const ReplayStats& stats, const std::vector<StatsCaveat>& caveats)
{
    FigureTable table;
    table.columns = {textColumn(FigureTable::tr("Replay"), "name"),
                     column(FigureTable::tr("Begin"), "begin_ns"),
                     column(FigureTable::tr("Duration"), "duration_ns"),
                     column(FigureTable::tr("To median"), "deviation_ns",
                            FigureTable::tr("Duration minus the median of the graph's replays")),
                     column(FigureTable::tr("%"), "deviation_part"),
                     column(FigureTable::tr("Busy"), "busy_ns"),
                     column(FigureTable::tr("Delay"), "launch_delay_ns",
                            FigureTable::tr("From the begin of the CPU call to the first work")),
                     column(FigureTable::tr("Work"), "work"),
                     textColumn(FigureTable::tr("Outlier"), "outlier")};
    for (std::uint32_t i = 0; i < stats.rows.size(); ++i) {
        const ReplayRow& row = stats.rows[i];
        const auto doubtful = [&](FigureCell cell, StatsColumn figure) {
            cell.doubt = doubtOf(caveats, i, figure);
            return cell;
        };
        const Replay& replay = joined.replays[row.replay];
        const TimeNs median = stats.graphs.at(graphOf(replay)).medianNs;
        FigureRow& shown = table.rows.emplace_back();
        shown.cells = {textCell(toQString(replayTitle(*joined.trace, replay))),
                       doubtful(timeCell(replay.range.beginNs, 6), StatsColumn::Span),
                       doubtful(timeCell(row.durationNs), StatsColumn::Span),
                       doubtful(differenceCell(row.deviationNs), StatsColumn::Span),
                       percentCell(row.deviationNs, median),
                       doubtful(timeCell(row.busyNs), StatsColumn::Busy),
                       row.launchDelayNs ? doubtful(timeCell(*row.launchDelayNs), StatsColumn::LaunchDelay)
                                         : FigureCell(),
                       doubtful(countCell(replay.workCount), StatsColumn::Count),
                       textCell(row.isOutlier ? FigureTable::tr("outlier") : QString())};
    }
    return table;
}

FigureTable figureTableOf(const std::vector<NodeRow>& nodes, const std::vector<StatsCaveat>& caveats)
{
    FigureTable table;
    table.columns = {textColumn(FigureTable::tr("Node"), "name"),
                     column(FigureTable::tr("Slower by"), "difference_ns",
                            FigureTable::tr("Duration in this replay minus the median of all replays")),
                     column(FigureTable::tr("%"), "difference_part"),
                     column(FigureTable::tr("Duration"), "duration_ns"),
                     column(FigureTable::tr("Median"), "median_ns"),
                     column(FigureTable::tr("Begin"), "begin_ns", FigureTable::tr("From the replay's begin")),
                     column(FigureTable::tr("Median begin"), "begin_median_ns"),
                     column(FigureTable::tr("Ran"), "count", FigureTable::tr("How often it ran in this replay")),
                     textColumn(FigureTable::tr("Phase"), "phase"),
                     textColumn(FigureTable::tr("Region"), "region")};
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const NodeRow& node = nodes[i];
        const auto doubtful = [&](FigureCell cell, StatsColumn figure) {
            cell.doubt = doubtOf(caveats, i, figure);
            return cell;
        };
        const bool ran = node.count > 0;
        FigureRow& shown = table.rows.emplace_back();
        FigureCell name = textCell(toQString(node.name));
        name.text = QStringLiteral("%1 %2").arg(node.nodeKey & 0xffffffffU).arg(toQString(shortKernelName(node.name)));
        shown.cells = {name,
                       ran ? doubtful(differenceCell(node.differenceNs), StatsColumn::Total)
                           : textCell(FigureTable::tr("did not run")),
                       ran ? percentCell(node.differenceNs, node.medianNs) : FigureCell(),
                       ran ? doubtful(timeCell(node.durationNs), StatsColumn::Total) : FigureCell(),
                       timeCell(node.medianNs),
                       ran ? doubtful(timeCell(node.beginNs), StatsColumn::Span) : FigureCell(),
                       timeCell(node.beginMedianNs),
                       doubtful(countCell(node.count), StatsColumn::Count),
                       textCell(toQString(node.phase)),
                       doubtful(textCell(toQString(node.title)), StatsColumn::Annotated)};
    }
    return table;
}

FigureTable figureTableOf(const StatsDiff& diff, const std::vector<StatsCaveat>& before,
                          const std::vector<StatsCaveat>& after)
{
    FigureTable table;
    const bool isPerTrace = diff.unit == DiffUnit::Trace;
    table.columns = {
        textColumn(FigureTable::tr("Name"), "name"),
        column(FigureTable::tr("Difference"), "difference_ns"),
        column(FigureTable::tr("%"), "difference_part"),
        column(isPerTrace ? FigureTable::tr("Total before") : FigureTable::tr("Instance before"), "compared_before_ns"),
        column(FigureTable::tr("after"), "compared_after_ns"),
        column(FigureTable::tr("Count before"), "count_before"),
        column(FigureTable::tr("after"), "count_after"),
        column(FigureTable::tr("Mean before"), "mean_before_ns"),
        column(FigureTable::tr("after"), "mean_after_ns"),
        column(FigureTable::tr("Mean difference"), "mean_difference_ns"),
        textColumn(FigureTable::tr("State"), "state")};
    for (const DiffRow& row : diff.rows) {
        const auto doubtful = [](FigureCell cell, const std::vector<StatsCaveat>& caveats,
                                 const std::optional<std::uint32_t>& its, StatsColumn figure) {
            if (!its)
                return FigureCell();
            cell.doubt = doubtOf(caveats, *its, figure);
            return cell;
        };
        const auto first = [&](FigureCell cell, StatsColumn figure) {
            return doubtful(std::move(cell), before, row.rowBefore, figure);
        };
        const auto second = [&](FigureCell cell, StatsColumn figure) {
            return doubtful(std::move(cell), after, row.rowAfter, figure);
        };
        const bool isInBoth = row.state() == DiffState::Both;
        FigureRow& shown = table.rows.emplace_back();
        shown.parent = row.parent == StatsRow::kNoParent ? -1 : static_cast<int>(row.parent);
        shown.cells = {nameCell(row.name, row.key),
                       differenceCell(row.differenceNs()),
                       percentCell(row.differenceNs(), row.comparedBeforeNs),
                       first(timeCell(row.comparedBeforeNs), StatsColumn::Total),
                       second(timeCell(row.comparedAfterNs), StatsColumn::Total),
                       first(countCell(row.before.count), StatsColumn::Count),
                       second(countCell(row.after.count), StatsColumn::Count),
                       first(timeCell(row.before.meanNs), StatsColumn::Mean),
                       second(timeCell(row.after.meanNs), StatsColumn::Mean),
                       isInBoth ? differenceCell(row.meanDifferenceNs()) : FigureCell(),
                       textCell(isInBoth ? QString() : toQString(nameOf(row.state())))};
    }
    return table;
}

} // namespace lanescope::desktop
