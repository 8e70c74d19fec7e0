// SPDX-License-Identifier: Apache-2.0
#include "core/query/stats_table.h"

#include "core/base/reserve_about.h"
#include "core/base/run_both.h"
#include "core/base/run_for_each.h"
#include "core/join/launches.h"
#include "core/lanes/region_scheme.h"
#include "core/query/idle_before.h"
#include "core/query/stats_tree.h"
#include "core/query/time_cover.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>

namespace lanescope {
namespace {

constexpr std::size_t kPiecesBetweenStopChecks = 1 << 14;
constexpr int kPhaseBits = 8;
static_assert(sizeof(PhaseIndex) == 1);

std::uint32_t valueAt(const std::vector<std::uint32_t>& column, std::uint32_t row)
{
    return row < column.size() ? column[row] : JoinedTrace::kNone;
}

// Work of one launch delay: the first of a graph launch, and what is in none. Pieces come by begin. False when stopped.
[[nodiscard]] bool gatherFacts(const JoinedTrace& joined, const LaunchIndex& launches,
                               std::span<const WorkPiece> pieces, std::vector<PieceFacts>& facts, KeyNumbers& instances,
                               const JobControl& job)
{
    const Trace& trace = *joined.trace;
    reserveAbout(facts, pieces.size());
    std::vector<bool> isMet(joined.replays.size());
    std::uint64_t lastKey = 0; // work of one instance mostly comes together
    std::uint32_t instance = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i % kPiecesBetweenStopChecks == 0 && job.stopRequested())
            return false;
        const WorkPiece& piece = pieces[i];
        const EventId event = piece.event;
        const std::uint32_t row = trace.launchRow(event);
        const std::uint32_t replay = valueAt(joined.replayOf, row);
        const bool isAnnotated = valueAt(joined.annotationOf, row) != JoinedTrace::kNone;
        const bool isCut = piece.durationNs() != trace.durationNs(event);
        const std::uint64_t key = std::uint64_t{replay} << kPhaseBits | joined.phaseIndex(event);
        if (key != lastKey || i == 0)
            instance = instances.numberOf(key);
        lastKey = key;
        facts.push_back({kNoDelay, instance, isAnnotated, isCut});
        if (replay != JoinedTrace::kNone) {
            if (isMet[replay] || piece.beginNs != joined.replays[replay].range.beginNs)
                continue;
            isMet[replay] = true;
        }
        const EventId call = replay == JoinedTrace::kNone ? launches.launchOf(event) : joined.replays[replay].launch;
        if (call != kNoEvent && trace.beginNs(event) == piece.beginNs)
            facts.back().launchDelayNs = piece.beginNs - trace.beginNs(call);
    }
    return true;
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
        Result<GpuWork> gathered;
        std::optional<LaunchIndex> launches;
        runBoth(
            m_job, [&] { gathered = gatherGpuWork(m_joined, m_request.range, m_job); },
            [&] { launches.emplace(*m_joined.trace, m_job); });
        if (!gathered)
            return failureOf(gathered);
        m_table.work = gathered->pieces.size();
        m_table.cutWork = gathered->cutPieces;
        m_table.busyNs = gathered->busyNs;
        m_table.m_pieces =
            m_request.of == StatsOf::Work ? std::move(gathered->pieces) : idleBefore(m_joined, gathered->pieces).pieces;
        bool areKnown = false;
        bool areGrouped = false;
        runBoth(
            m_job, [&] { areGrouped = findGroups(); },
            [&] { areKnown = gatherFacts(m_joined, *launches, m_table.m_pieces, m_facts, m_instances, m_job); });
        if (!areKnown || !areGrouped)
            return JobControl::stopped();
        launches.reset();
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
        if (m_request.mask == nullptr) {
            reserveAbout(m_matching, pieces.size());
            reserveAbout(m_combinations, pieces.size());
        }
        std::vector<std::uint64_t> counts; // by combination
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (i % kPiecesBetweenStopChecks == 0 && m_job.stopRequested())
                return false;
            const EventId event = pieces[i].event;
            if (m_request.mask != nullptr && !(*m_request.mask)[event])
                continue;
            m_matching.push_back(static_cast<std::uint32_t>(i));
            m_combinations.push_back(m_tree.combinationOf(event));
            counts.resize(m_tree.combinations());
            ++counts[m_combinations.back()];
            m_table.totalNs = addedUp(m_table.totalNs, pieces[i].durationNs());
            if (m_joined.annotation(event) == nullptr)
                continue;
            ++m_table.annotatedWork;
            m_table.annotatedNs = addedUp(m_table.annotatedNs, pieces[i].durationNs());
        }
        m_tree.count(counts);
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
        reserveAbout(m_table.m_positions, m_at.back());
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

    // A row that holds all that the row around it holds: one phase of a module that has no other.
    [[nodiscard]] bool isAllOfItsParent(std::uint32_t row) const
    {
        const std::uint32_t parent = m_tree.parentOf(row);
        return parent != StatsRow::kNoParent && m_tree.rows()[parent].count == m_tree.rows()[row].count;
    }

    void computeFigures()
    {
        const std::vector<StatsTree::Row>& rows = m_tree.rows();
        m_rows.resize(rows.size());
        const StatsInput input{m_table.m_pieces, m_facts, m_instances.count()};
        std::atomic<std::uint32_t> next = 0;
        const std::size_t workers = std::min<std::size_t>(std::max(1U, m_job.threads()), rows.size());
        runForEach(m_job, workers, [&](std::size_t /*worker*/) {
            FigureRoom room;
            for (std::uint32_t i = next++; i < rows.size(); i = next++) {
                if (m_job.stopRequested() || m_tree.isDropped(i) || isAllOfItsParent(i))
                    continue;
                const auto its = std::span(m_table.m_positions).subspan(m_at[i], m_at[i + 1] - m_at[i]);
                static_cast<StatsFigures&>(m_rows[i]) = figuresOf(input, its, room);
            }
        });
        for (std::uint32_t i = 0; i < rows.size(); ++i) { // a row stands behind the one around it
            if (!m_tree.isDropped(i) && isAllOfItsParent(i))
                static_cast<StatsFigures&>(m_rows[i]) = m_rows[m_tree.parentOf(i)];
            m_rows[i].selfNs = m_selfNs[i];
            m_rows[i].name = rows[i].name;
            m_rows[i].key = rows[i].key;
        }
    }

    [[nodiscard]] bool comesFirst(std::uint32_t a, std::uint32_t b) const
    {
        const StatsRow& left = m_rows[a];
        const StatsRow& right = m_rows[b];
        if (left.key != right.key) // modules inside a module stand behind what is the module's own
            return left.key != StatsKey::Module;
        if (left.key == StatsKey::Replay)
            return m_tree.rows()[a].order < m_tree.rows()[b].order;
        if (left.key == StatsKey::Stream || left.key == StatsKey::Rank)
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
    std::vector<PieceFacts> m_facts;
    KeyNumbers m_instances;                // by replay and phase
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

TimeNs StatsTable::countedTwiceNs(const Trace& trace, std::size_t row) const
{
    std::map<TrackId, TimeNs> coveredUntil; // by stream; work comes by begin
    TimeNs twice = 0;
    for (std::uint64_t i = m_positionAt[2 * row]; i < m_positionAt[2 * row + 1]; ++i) {
        const WorkPiece& piece = m_pieces[m_positions[i]];
        TimeNs& until = coveredUntil.try_emplace(trace.track(piece.event), piece.beginNs).first->second;
        twice = addedUp(twice, std::max<TimeNs>(0, std::min(until, piece.endNs) - piece.beginNs));
        until = std::max(until, piece.endNs);
    }
    return twice;
}

TimeNs StatsTable::besideNs(std::size_t row) const
{
    struct Gpu {
        TimeCover own;
        TimeCover others;
    };
    std::map<ProcessId, Gpu> gpus;
    std::uint64_t next = m_positionAt[2 * row];
    for (std::uint32_t i = 0; i < m_pieces.size(); ++i) {
        const bool isOwn = next < m_positionAt[2 * row + 1] && m_positions[next] == i;
        next += isOwn ? 1 : 0;
        Gpu& gpu = gpus[m_pieces[i].gpu];
        (isOwn ? gpu.own : gpu.others).add({m_pieces[i].beginNs, m_pieces[i].endNs});
    }
    TimeNs beside = 0;
    for (const auto& [process, gpu] : gpus)
        beside = addedUp(beside, gpu.own.lengthShared(gpu.others));
    return beside;
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
