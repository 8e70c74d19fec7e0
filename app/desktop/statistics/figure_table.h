// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/launch_shapes.h"
#include "core/query/range_summary.h"
#include "core/query/replay_stats.h"
#include "core/query/stats_caveat.h"
#include "core/query/stats_diff.h"
#include "core/query/stats_table.h"

#include <QCoreApplication>
#include <QString>
#include <QVariant>

#include <vector>

namespace lanescope::desktop {

// One figure or name of a table.
struct FigureCell {
    QString text;  // as it is shown
    QVariant raw;  // what it is sorted by and exported as: nanoseconds, pieces, a part of 1, or text
    QString doubt; // why the figure cannot be relied on; empty when it can
};

struct FigureColumn {
    QString title;
    QString field;   // in CSV, as lanescope-cli names it
    QString meaning; // tool tip of the title
    bool isNumber = true;
    bool isUsual = true; // shown unless the user chooses
};

struct FigureRow {
    std::vector<FigureCell> cells; // one a column; the first is the name
    int parent = -1;               // position of the row it lies in
};

// A table of figures as a view shows it: the numbers and texts of core, with nothing computed here. Made on workers.
struct FigureTable {
    std::vector<FigureColumn> columns;
    std::vector<FigureRow> rows; // a row stands behind the one it lies in
    Q_DECLARE_TR_FUNCTIONS(FigureTable)
};

// Rows as those of the table. `shapes`: how kernels were launched, by row; empty while that is not known.
[[nodiscard]] FigureTable figureTableOf(const StatsTable& table, const std::vector<StatsCaveat>& caveats,
                                        const std::vector<LaunchShapes>& shapes);
// Sections with rows in them: GPUs, streams, classes of work, idle gaps. The caveats are of busy times.
[[nodiscard]] FigureTable figureTableOf(const Trace& trace, const RangeSummary& summary,
                                        const std::vector<StatsCaveat>& caveats);
// Rows as those of the statistics; the caveats are of replayCaveats().
[[nodiscard]] FigureTable figureTableOf(const JoinedTrace& joined, const ReplayStats& stats,
                                        const std::vector<StatsCaveat>& caveats);
// The caveats are of nodeCaveats().
[[nodiscard]] FigureTable figureTableOf(const std::vector<NodeRow>& nodes, const std::vector<StatsCaveat>& caveats);
[[nodiscard]] FigureTable figureTableOf(const StatsDiff& diff, const std::vector<StatsCaveat>& before,
                                        const std::vector<StatsCaveat>& after);

// Position in a range's figure table of its first gap: gaps are the last rows.
[[nodiscard]] std::size_t firstGapRow(const FigureTable& table, const RangeSummary& summary);

} // namespace lanescope::desktop
