// SPDX-License-Identifier: Apache-2.0
#include "core/query/diagnosis_steps.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::size_t kSampleSize = 65536;
constexpr TimeNs kSecond = 1'000'000'000;
constexpr TimeNs kFewestFarNs = 10 * kSecond;
constexpr TimeNs kFarFactor = 1000;
constexpr std::uint64_t kFewOutliers = 3;

// Where nearly all begins lie: the middle half of them, and 1000 times that (at least 10 s) on both sides. Quarters
// stand firm where a small trace has one or two strays.
TimeRange usualRange(const Trace& trace, StopPoll& poll)
{
    std::vector<TimeNs> begins;
    const std::size_t stride = trace.eventCount() / kSampleSize + 1;
    for (std::size_t i = 0; i < trace.eventCount() && !poll.isStopped(); i += stride) {
        if (isOnTimeline(trace, idAt<EventId>(i)))
            begins.push_back(trace.beginNs(idAt<EventId>(i)));
    }
    if (begins.size() < 4)
        return trace.fitRange();
    std::sort(begins.begin(), begins.end());
    const TimeNs lowNs = begins[(begins.size() - 1) / 4];
    const TimeNs highNs = begins[(begins.size() - 1) * 3 / 4];
    const TimeNs spreadNs = std::min(highNs - lowNs, kLargestFileTimeNs / kFarFactor);
    const TimeNs marginNs = std::max(spreadNs * kFarFactor, kFewestFarNs);
    return {lowNs - marginNs, highNs + marginNs};
}

class OutlierFinder {
public:
    OutlierFinder(const Trace& trace, TimeRange usual) : m_trace(trace), m_usual(usual), m_strays(trace), m_all(trace)
    {}

    void add(EventId event) { add(m_trace.beginNs(event), event); }
    void add(FlowId flow, EventId slice) { add(m_trace.flows()[indexOf(flow)].atNs, flow, slice); }

    // Those outside of the fitted view, and those that are far from the usual range if they are few: a trace of two
    // distant halves has no outliers.
    [[nodiscard]] const PlaceCollector& outliers() const
    {
        const std::uint64_t few = std::max<std::uint64_t>(kFewOutliers, m_trace.eventCount() / 100);
        return m_all.count() <= few || m_strays.count() == m_all.count() ? m_all : m_strays;
    }

private:
    template<typename... What>
    void add(TimeNs atNs, What... what)
    {
        const TimeRange fit = m_trace.fitRange();
        const bool isStray = atNs < fit.beginNs || atNs > fit.endNs;
        if (isStray)
            m_strays.add(what...);
        if (isStray || atNs < m_usual.beginNs || atNs > m_usual.endNs)
            m_all.add(what...);
    }

    const Trace& m_trace;
    TimeRange m_usual;
    PlaceCollector m_strays; // outside of the fitted view
    PlaceCollector m_all;    // these and those outside of the usual range
};

} // namespace

void diagnoseClock(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found)
{
    const Trace& trace = *joined.trace;
    StopPoll poll(job);
    OutlierFinder finder(trace, usualRange(trace, poll));
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (poll.isStopped())
            return;
        if (isOnTimeline(trace, idAt<EventId>(i)))
            finder.add(idAt<EventId>(i));
    }
    for (std::size_t i = 0; i < trace.flows().size(); ++i) {
        if (poll.isStopped())
            return;
        if (trace.flows()[i].hasTime)
            finder.add(idAt<FlowId>(i), joined.flows.sliceOf[i]);
    }
    const PlaceCollector& outliers = finder.outliers();
    if (outliers.count() == 0)
        return;
    Diagnosis diagnosis;
    diagnosis.code = "clock-outlier";
    diagnosis.message = "an event lies far from all others in time";
    diagnosis.count = outliers.count();
    diagnosis.meaning = "Its ts is damaged, was never set (0), or comes from another clock than the rest.";
    diagnosis.unreliable = {"the time range", "the fitted view"};
    diagnosis.places = outliers.places();
    found.push_back(std::move(diagnosis));
}

} // namespace lanescope
