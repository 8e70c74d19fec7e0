// SPDX-License-Identifier: Apache-2.0
#include "core/query/range_summary.h"

#include "core/lanes/region_scheme.h"
#include "core/query/cpu_activity.h"
#include "core/query/gpu_work.h"
#include "core/query/time_cover.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace lanescope {
namespace {

constexpr std::size_t kRoles = 3;

std::size_t indexOfRole(WorkRole role)
{
    return static_cast<std::size_t>(role);
}

// What is known of one GPU while its work comes by begin.
struct Gpu {
    ProcessId process{};
    std::uint64_t count = 0;
    TimeCover busy;
    std::array<TimeCover, kRoles> ofRole;
    std::vector<TimeCover> ofClass;
    EventId last = kNoEvent; // that ends last
    TimeNs lastEndNs = 0;
};

// Keeps the longest gaps: of equal ones, those that come first.
class LongestGaps {
public:
    explicit LongestGaps(std::size_t kept) : m_kept(kept) {}

    void add(const IdleGap& gap)
    {
        if (gap.range.isEmpty() || m_kept == 0)
            return;
        if (m_gaps.size() == m_kept && !isLonger(gap, m_gaps.back()))
            return;
        m_gaps.insert(std::upper_bound(m_gaps.begin(), m_gaps.end(), gap, isLonger), gap);
        if (m_gaps.size() > m_kept)
            m_gaps.pop_back();
    }
    [[nodiscard]] std::vector<IdleGap>& gaps() { return m_gaps; }

private:
    static bool isLonger(const IdleGap& a, const IdleGap& b) { return a.range.durationNs() > b.range.durationNs(); }

    std::size_t m_kept;
    std::vector<IdleGap> m_gaps; // longest first
};

struct Stream {
    std::uint64_t count = 0;
    TimeCover busy;
};

class Summarizer {
public:
    Summarizer(const JoinedTrace& joined, const RangeRequest& request, const WorkClasses& classes)
        : m_trace(*joined.trace), m_classes(classes), m_gaps(request.gapsKept), m_counts(classes.classes().size()),
          m_totals(classes.classes().size())
    {
        m_summary.range = request.range.value_or(m_trace.fitRange());
    }

    [[nodiscard]] TimeRange range() const { return m_summary.range; }

    void add(const WorkPiece& piece)
    {
        const TimeRange time{piece.beginNs, piece.endNs};
        ++m_summary.work;
        m_summary.cutWork += time.durationNs() == m_trace.durationNs(piece.event) ? 0 : 1;
        const std::size_t number = m_classes.classOf(piece.event);
        ++m_counts[number];
        m_totals[number] = addedUp(m_totals[number], time.durationNs());
        Stream& stream = m_streams[m_trace.track(piece.event)];
        ++stream.count;
        stream.busy.add(time);
        Gpu& gpu = m_gpus[piece.gpu];
        if (gpu.count++ == 0) {
            gpu.process = piece.gpu;
            gpu.ofClass.resize(m_classes.classes().size());
            gpu.lastEndNs = m_summary.range.beginNs;
        }
        m_gaps.add({{gpu.lastEndNs, piece.beginNs}, piece.gpu, gpu.last, piece.event, {}});
        if (gpu.last == kNoEvent || piece.endNs > gpu.lastEndNs) {
            gpu.last = piece.event;
            gpu.lastEndNs = std::max(gpu.lastEndNs, piece.endNs);
        }
        gpu.busy.add(time);
        gpu.ofRole[indexOfRole(m_classes.classes()[number].role)].add(time);
        gpu.ofClass[number].add(time);
    }

    [[nodiscard]] Result<RangeSummary> finish(const JobControl& job)
    {
        for (const auto& [process, gpu] : m_gpus)
            m_gaps.add({{gpu.lastEndNs, m_summary.range.endNs}, process, gpu.last, kNoEvent, {}});
        for (const auto& [process, gpu] : m_gpus)
            addGpu(gpu);
        std::stable_sort(m_summary.gpus.begin(), m_summary.gpus.end(), [this](const GpuLoad& a, const GpuLoad& b) {
            const Process& left = m_trace.process(a.gpu);
            const Process& right = m_trace.process(b.gpu);
            return std::tie(left.part, left.device) < std::tie(right.part, right.device);
        });
        addStreams();
        addClasses();
        m_summary.gaps = std::move(m_gaps.gaps());
        if (!addCpuActivities(m_trace, m_summary.gaps, job))
            return JobControl::stopped();
        return std::move(m_summary);
    }

private:
    void addGpu(const Gpu& gpu)
    {
        const auto& computation = gpu.ofRole[indexOfRole(WorkRole::Computation)];
        const auto& communication = gpu.ofRole[indexOfRole(WorkRole::Communication)];
        GpuLoad load;
        load.gpu = gpu.process;
        load.name = m_trace.processTitle(gpu.process);
        load.count = gpu.count;
        load.busyNs = gpu.busy.lengthNs();
        load.computationNs = computation.lengthNs();
        load.communicationNs = communication.lengthNs();
        load.copyNs = gpu.ofRole[indexOfRole(WorkRole::Copy)].lengthNs();
        load.overlappedNs = communication.lengthShared(computation);
        m_summary.gpus.push_back(std::move(load));
    }

    void addStreams()
    {
        for (const auto& [track, stream] : m_streams) {
            const std::string name =
                fmt::format("{} {}", m_trace.processTitle(m_trace.track(track).process), m_trace.trackTitle(track));
            m_summary.streams.push_back({track, name, stream.count, stream.busy.lengthNs()});
        }
        std::stable_sort(m_summary.streams.begin(), m_summary.streams.end(),
                         [](const StreamLoad& a, const StreamLoad& b) { return comesBefore(a.name, b.name); });
    }

    void addClasses()
    {
        for (std::size_t i = 0; i < m_counts.size(); ++i) {
            if (m_counts[i] == 0)
                continue;
            ClassLoad load{m_classes.classes()[i].name, m_classes.classes()[i].role, m_counts[i], m_totals[i], 0, 0};
            for (const auto& [process, gpu] : m_gpus) {
                std::vector<const TimeCover*> others;
                for (std::size_t other = 0; other < gpu.ofClass.size(); ++other) {
                    if (other != i)
                        others.push_back(&gpu.ofClass[other]);
                }
                const TimeNs busy = gpu.ofClass[i].lengthNs();
                load.busyNs = addedUp(load.busyNs, busy);
                load.aloneNs = addedUp(load.aloneNs, busy - gpu.ofClass[i].lengthShared(TimeCover::united(others)));
            }
            m_summary.classes.push_back(std::move(load));
        }
    }

    const Trace& m_trace;
    const WorkClasses& m_classes;
    RangeSummary m_summary;
    LongestGaps m_gaps;
    std::vector<std::uint64_t> m_counts; // by class
    std::vector<TimeNs> m_totals;
    std::map<ProcessId, Gpu> m_gpus;
    std::map<TrackId, Stream> m_streams;
};

} // namespace

Result<RangeSummary> summarizeRange(const JoinedTrace& joined, const RangeRequest& request, const JobControl& job)
{
    const auto classes = WorkClasses::of(joined, request.rules, job);
    if (!classes)
        return failureOf(classes);
    Summarizer summarizer(joined, request, *classes);
    const auto work = gatherGpuWork(joined, summarizer.range(), job);
    if (!work)
        return failureOf(work);
    for (std::size_t i = 0; i < work->pieces.size(); ++i) {
        if (i % (1 << 14) == 0 && job.stopRequested())
            return JobControl::stopped();
        if (request.mask == nullptr || (*request.mask)[work->pieces[i].event])
            summarizer.add(work->pieces[i]);
    }
    return summarizer.finish(job);
}

} // namespace lanescope
