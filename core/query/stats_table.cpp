// SPDX-License-Identifier: Apache-2.0
#include "core/query/stats_table.h"

#include "core/base/run_for_each.h"
#include "core/join/launches.h"
#include "core/lanes/region_scheme.h"
#include "core/query/stats_tree.h"

#include <algorithm>
#include <numeric>

namespace lanescope {
namespace {

constexpr std::size_t kPiecesBetweenStopChecks = 1 << 14;

// Work of one launch delay: the first of a graph launch, and what is in none. Pieces come by begin.
Result<std::vector<TimeNs>> launchDelaysOf(const JoinedTrace& joined, const std::vector<WorkPiece>& pieces,
                                           const JobControl& job)
{
    const Trace& trace = *joined.trace;
    const LaunchIndex launches(trace, job);
    std::vector<TimeNs> delays(pieces.size(), kNoDelay);
    std::vector<bool> isMet(joined.replays.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i % kPiecesBetweenStopChecks == 0 && job.stopRequested())
            return JobControl::stopped();
        const EventId event = pieces[i].event;
        const std::uint32_t row = trace.launchRow(event);
        const std::uint32_t replay = row < joined.replayOf.size() ? joined.replayOf[row] : JoinedTrace::kNone;
        if (replay != JoinedTrace::kNone) {
            if (isMet[replay] || pieces[i].beginNs != joined.replays[replay].range.beginNs)
                continue;
            isMet[replay] = true;
        }
        const EventId call = replay == JoinedTrace::kNone ? launches.launchOf(event) : joined.replays[replay].launch;
        if (call != kNoEvent && trace.beginNs(event) == pieces[i].beginNs)
            delays[i] = pieces[i].beginNs - trace.beginNs(call);
    }
    return delays;
}

} // namespace

class StatsCollector {
public:
    StatsCollector(const JoinedTrace& joined, const StatsRequest& request, const JobControl& job)
        : m_joined(joined), m_request(request), m_job(job), m_tree(joined, request)
    {
        m_table.by = request.by;
        m_table.range = request.range;
    }

    Result<StatsTable> collect()
    {
        auto gathered = gatherGpuWork(m_joined, m_request.range, m_job);
        if (!gathered)
            return failureOf(gathered);
        m_table.work = gathered->pieces.size();
        m_table.cutWork = gathered->cutPieces;
        m_table.busyNs = gathered->busyNs;
        m_table.m_pieces = std::move(gathered->pieces);
        auto delays = launchDelaysOf(m_joined, m_table.m_pieces, m_job);
        if (!delays)
            return failureOf(delays);
        m_delays = *std::move(delays);
        if (!findGroups())
            return JobControl::stopped();
        m_tree.dropRowsThatAddNothing();
        sortIntoRows();
        computeFigures();
        if (m_job.stopRequested())
            return JobControl::stopped();
        putInOrder();
        return std::move(m_table);
    }

private:
    [[nodiscard]] bool findGroups()
    {
        const std::vector<WorkPiece>& pieces = m_table.m_pieces;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (i % kPiecesBetweenStopChecks == 0 && m_job.stopRequested())
                return false;
            const EventId event = pieces[i].event;
            if (m_request.mask != nullptr && !(*m_request.mask)[event])
                continue;
            m_matching.push_back(static_cast<std::uint32_t>(i));
            m_combinations.push_back(m_tree.combinationOf(event));
            m_tree.count(m_combinations.back());
            m_table.totalNs = addedUp(m_table.totalNs, pieces[i].durationNs());
            if (m_joined.annotation(event) == nullptr)
                continue;
            ++m_table.annotatedWork;
            m_table.annotatedNs = addedUp(m_table.annotatedNs, pieces[i].durationNs());
        }
        m_table.matchingWork = m_matching.size();
        return true;
    }

    // The positions of each row's work, rows one after the other as they were met.
    void sortIntoRows()
    {
        const std::vector<StatsTree::Row>& rows = m_tree.rows();
        m_at.resize(rows.size() + 1);
        for (std::size_t i = 0; i < rows.size(); ++i)
            m_at[i + 1] = m_at[i] + (m_tree.isDropped(static_cast<std::uint32_t>(i)) ? 0 : rows[i].count);
        m_table.m_positions.resize(m_at.back());
        m_selfNs.resize(rows.size());
        std::vector<std::uint64_t> next(m_at.begin(), m_at.end() - 1);
        for (std::size_t i = 0; i < m_matching.size(); ++i) {
            for (const StatsTree::Place& place : m_tree.placesOf(m_combinations[i])) {
                if (m_tree.isDropped(place.row))
                    continue;
                m_table.m_positions[next[place.row]++] = m_matching[i];
                if (place.isSelf)
                    m_selfNs[place.row] = addedUp(m_selfNs[place.row], m_table.m_pieces[m_matching[i]].durationNs());
            }
        }
    }

    void computeFigures()
    {
        const std::vector<StatsTree::Row>& rows = m_tree.rows();
        m_rows.resize(rows.size());
        const StatsInput input{m_joined, m_table.m_pieces, m_delays};
        runForEach(m_job, rows.size(), [&](std::size_t i) {
            if (m_job.stopRequested() || m_tree.isDropped(static_cast<std::uint32_t>(i)))
                return;
            const std::span<const std::uint32_t> all(m_table.m_positions);
            static_cast<StatsFigures&>(m_rows[i]) = figuresOf(input, all.subspan(m_at[i], m_at[i + 1] - m_at[i]));
            m_rows[i].selfNs = m_selfNs[i];
            m_rows[i].name = rows[i].name;
            m_rows[i].key = rows[i].key;
        });
    }

    [[nodiscard]] bool comesFirst(std::uint32_t a, std::uint32_t b) const
    {
        const StatsRow& left = m_rows[a];
        const StatsRow& right = m_rows[b];
        if (left.key != right.key) // modules inside a module stand behind what is the module's own
            return left.key != StatsKey::Module;
        if (left.key == StatsKey::Replay)
            return m_tree.rows()[a].order < m_tree.rows()[b].order;
        if (left.key == StatsKey::Stream)
            return comesBefore(left.name, right.name);
        return left.totalNs != right.totalNs ? left.totalNs > right.totalNs : left.name < right.name;
    }

    void putInOrder()
    {
        const std::size_t count = m_rows.size();
        std::vector<std::vector<std::uint32_t>> inside(count + 1); // the last: rows in none
        for (std::uint32_t i = 0; i < count; ++i) {
            if (!m_tree.isDropped(i))
                inside[std::min<std::size_t>(m_tree.parentOf(i), count)].push_back(i);
        }
        const auto stacked = [&](std::vector<std::uint32_t>& rows) {
            std::stable_sort(rows.begin(), rows.end(),
                             [this](std::uint32_t a, std::uint32_t b) { return comesFirst(b, a); });
        };
        stacked(inside[count]);
        std::vector<std::uint32_t> toDo = std::move(inside[count]); // the next row is the last
        std::vector<std::uint32_t> placeOf(count, StatsRow::kNoParent);
        while (!toDo.empty()) {
            const std::uint32_t i = toDo.back();
            toDo.pop_back();
            placeOf[i] = static_cast<std::uint32_t>(m_table.rows.size());
            StatsRow& row = m_table.rows.emplace_back(std::move(m_rows[i]));
            const std::uint32_t parent = m_tree.parentOf(i);
            if (parent != StatsRow::kNoParent) {
                row.parent = placeOf[parent];
                row.depth = m_table.rows[row.parent].depth + 1;
            }
            m_table.m_positionAt.push_back(m_at[i]);
            m_table.m_positionAt.push_back(m_at[i + 1]);
            stacked(inside[i]);
            toDo.insert(toDo.end(), inside[i].begin(), inside[i].end());
        }
    }

    const JoinedTrace& m_joined;
    const StatsRequest& m_request;
    const JobControl& m_job;
    StatsTree m_tree;
    StatsTable m_table;
    std::vector<TimeNs> m_delays;
    std::vector<std::uint32_t> m_matching; // positions of pieces
    std::vector<std::uint32_t> m_combinations;
    std::vector<std::uint64_t> m_at; // begin of each row's positions, and their end
    std::vector<TimeNs> m_selfNs;
    std::vector<StatsRow> m_rows;
};

double StatsTable::shareOf(const StatsFigures& figures) const
{
    return busyNs > 0 ? static_cast<double>(figures.busyNs) / static_cast<double>(busyNs) : 0;
}

std::vector<EventId> StatsTable::workOf(std::size_t row) const
{
    std::vector<EventId> events;
    for (std::uint64_t i = m_positionAt[2 * row]; i < m_positionAt[2 * row + 1]; ++i)
        events.push_back(m_pieces[m_positions[i]].event);
    return events;
}

std::vector<TimeNs> StatsTable::durationsOf(std::size_t row) const
{
    std::vector<TimeNs> durations;
    for (std::uint64_t i = m_positionAt[2 * row]; i < m_positionAt[2 * row + 1]; ++i)
        durations.push_back(m_pieces[m_positions[i]].durationNs());
    return durations;
}

std::optional<TimeNs> StatsTable::durationIn(std::size_t row, EventId event) const
{
    for (std::uint64_t i = m_positionAt[2 * row]; i < m_positionAt[2 * row + 1]; ++i) {
        if (m_pieces[m_positions[i]].event == event)
            return m_pieces[m_positions[i]].durationNs();
    }
    return std::nullopt;
}

EventId StatsTable::firstLasting(std::size_t row, TimeNs fromNs, TimeNs belowNs) const
{
    for (std::uint64_t i = m_positionAt[2 * row]; i < m_positionAt[2 * row + 1]; ++i) {
        const WorkPiece& piece = m_pieces[m_positions[i]];
        if (piece.durationNs() >= fromNs && piece.durationNs() < belowNs)
            return piece.event;
    }
    return kNoEvent;
}

std::vector<std::string> StatsTable::pathOf(std::size_t row) const
{
    std::vector<std::string> path;
    for (std::uint32_t i = static_cast<std::uint32_t>(row); i != StatsRow::kNoParent; i = rows[i].parent)
        path.push_back(rows[i].name);
    std::reverse(path.begin(), path.end());
    return path;
}

Result<StatsTable> statsTable(const JoinedTrace& joined, const StatsRequest& request, const JobControl& job)
{
    return StatsCollector(joined, request, job).collect();
}

} // namespace lanescope
