// SPDX-License-Identifier: Apache-2.0
#include "core/query/diagnosis_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>

namespace lanescope {
namespace {

// A kernel launched programmatically starts while the one before drains, and waits for it. That takes a microsecond or
// so, between two neighbours, and the later one ends later.
constexpr TimeNs kLongestProgrammaticOverlapNs = 2000;

class OverlapMeter {
public:
    explicit OverlapMeter(const Trace& trace)
        : m_trace(trace), m_places(trace), m_kernel(trace.strings().find("kernel"))
    {}

    void beginStream()
    {
        m_running = {};
        m_isLoneUncounted = false;
    }

    // Work of one stream comes by begin.
    void add(EventId work)
    {
        const TimeNs beginNs = m_trace.beginNs(work);
        const TimeNs endNs = m_trace.endNs(work);
        if (endNs == beginNs)
            return;
        while (!m_running.empty() && m_running.top().endNs <= beginNs)
            m_running.pop();
        const bool isKernel = m_trace.categoryId(work) == m_kernel;
        if (m_running.empty()) {
            m_coveredUntilNs = endNs;
            m_isLoneUncounted = true;
        } else {
            addOverlap(work, isKernel);
            m_coveredUntilNs = std::max(m_coveredUntilNs, endNs);
        }
        m_running.push({endNs, isKernel});
    }

    void report(std::vector<Diagnosis>& found) const;

private:
    struct Running {
        TimeNs endNs;
        bool isKernel;
        friend auto operator<=>(const Running&, const Running&) = default;
    };

    void addOverlap(EventId work, bool isKernel)
    {
        const TimeNs overlapNs = std::min(m_trace.endNs(work), m_coveredUntilNs) - m_trace.beginNs(work);
        m_pairs += m_running.size();
        m_overlapping += m_isLoneUncounted ? 2 : 1;
        m_isLoneUncounted = false;
        m_totalNs += overlapNs;
        m_largestNs = std::max(m_largestNs, overlapNs);
        const bool isProgrammatic = m_running.size() == 1 && isKernel && m_running.top().isKernel &&
                                    m_trace.endNs(work) >= m_coveredUntilNs &&
                                    overlapNs <= kLongestProgrammaticOverlapNs;
        m_others += isProgrammatic ? 0 : 1;
        m_places.add(work);
    }

    const Trace& m_trace;
    PlaceCollector m_places;
    std::optional<StringId> m_kernel;
    std::priority_queue<Running, std::vector<Running>, std::greater<>> m_running;
    TimeNs m_coveredUntilNs = 0;
    bool m_isLoneUncounted = false; // one piece runs, and nothing overlapped it so far
    std::uint64_t m_pairs = 0;
    std::uint64_t m_overlapping = 0;
    std::uint64_t m_others = 0; // that are not like a programmatic launch
    TimeNs m_totalNs = 0;
    TimeNs m_largestNs = 0;
};

void OverlapMeter::report(std::vector<Diagnosis>& found) const
{
    if (m_pairs == 0)
        return;
    Diagnosis diagnosis;
    diagnosis.code = "overlapping-kernels";
    diagnosis.severity = m_others == 0 ? Severity::Note : Severity::Warning;
    diagnosis.message = fmt::format("work overlaps on one stream: {} pieces of GPU work in {} {}", m_overlapping,
                                    m_pairs, m_pairs == 1 ? "pair" : "pairs");
    diagnosis.count = m_pairs;
    diagnosis.totalNs = m_totalNs;
    diagnosis.largestNs = m_largestNs;
    diagnosis.meaning =
        m_others == 0
            ? "Each kernel starts shortly before the one before it ends, as with programmatic dependent launch."
            : "A stream runs one thing after another: branches of a graph were recorded on one stream, several "
              "processes share it in this file, or times are wrong.";
    diagnosis.unreliable = {"duration totals per stream (more than its busy time)"};
    if (m_others != 0)
        diagnosis.unreliable.emplace_back("gaps and order of work on the stream");
    diagnosis.places = m_places.places();
    found.push_back(std::move(diagnosis));
}

} // namespace

void diagnoseOverlaps(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found)
{
    const Trace& trace = *joined.trace;
    StopPoll poll(job);
    OverlapMeter meter(trace);
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        if (trace.tracks()[i].gpuWorkCount == 0)
            continue;
        meter.beginStream();
        for (const EventId event : trace.trackEvents(idAt<TrackId>(i))) {
            if (poll.isStopped())
                return;
            if (trace.isGpuWork(event))
                meter.add(event);
        }
    }
    meter.report(found);
}

} // namespace lanescope
