// SPDX-License-Identifier: Apache-2.0
#include "core/join/compiled_regions.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace lanescope {
namespace {

constexpr std::size_t kEventsBetweenStopChecks = 1 << 16;

enum NameKind : std::uint8_t { kOther = 0, kForward = 1, kBackward = 2, kExtern = 4 };

NameKind kindOfName(std::string_view name)
{
    if (name == "CompiledFunctionBackward")
        return kBackward;
    if (name.starts_with("Torch-Compiled Region"))
        return kForward;
    return name.find("extern_kernels") != std::string_view::npos ? kExtern : kOther;
}

// Slices that are open, each shorter than the one below: one that ends no earlier than another that began before it
// contains all that the other could still contain. So the innermost around a slice is found by its end alone.
class OpenSlices {
public:
    explicit OpenSlices(const Trace& trace) : m_trace(trace) {}

    void clear() { m_open.clear(); }
    void push(EventId slice)
    {
        while (!m_open.empty() && m_trace.endNs(m_open.back()) <= m_trace.endNs(slice))
            m_open.pop_back();
        m_open.push_back(slice);
    }
    // The last one that ends at `endNs` or later.
    [[nodiscard]] EventId endingFrom(TimeNs endNs) const
    {
        const auto behind =
            std::partition_point(m_open.begin(), m_open.end(), [&](EventId e) { return m_trace.endNs(e) >= endNs; });
        return behind == m_open.begin() ? kNoEvent : *std::prev(behind);
    }

private:
    const Trace& m_trace;
    std::vector<EventId> m_open;
};

class RegionFinder {
public:
    RegionFinder(const Trace& trace, const FlowBindings& flows, const JobControl& job)
        : m_trace(trace), m_flows(flows), m_job(job), m_openForward(trace), m_openExtern(trace)
    {
        static constexpr std::array<std::string_view, 6> kOpCategories{
            "cpu_op", "cuda_runtime", "cuda_driver", "cuLaunchKernel", "gpu_memset", "python_function"};
        for (std::size_t i = 0; i < kOpCategories.size(); ++i)
            m_opCategories[i] = trace.strings().find(kOpCategories[i]);
    }

    Result<CompiledRegions> find()
    {
        if (m_opCategories[0] && nameKinds()) {
            if (!findSlices() || !walkThreads())
                return JobControl::stopped();
        }
        return std::move(m_found);
    }

private:
    // False when no name is a region's: then nothing else is looked at.
    bool nameKinds()
    {
        const StringTable& strings = m_trace.strings();
        bool hasRegions = false;
        m_kinds.reserve(strings.size());
        for (std::size_t i = 0; i < strings.size(); ++i) {
            m_kinds.push_back(kindOfName(strings.text(idAt<StringId>(i))));
            hasRegions = hasRegions || (m_kinds.back() & (kForward | kBackward)) != 0;
        }
        return hasRegions;
    }

    [[nodiscard]] NameKind kindOf(EventId e) const { return m_kinds[indexOf(m_trace.nameId(e))]; }
    [[nodiscard]] bool isRegion(EventId e) const
    {
        return (kindOf(e) & (kForward | kBackward)) != 0 && m_trace.categoryId(e) == *m_opCategories[0] &&
               m_trace.kind(e) == EventKind::Slice && !m_trace.hasFlag(e, kEventHasNoTime);
    }
    [[nodiscard]] bool isOp(EventId e) const
    {
        const StringId category = m_trace.categoryId(e);
        return std::any_of(m_opCategories.begin(), m_opCategories.end(),
                           [category](const auto& counted) { return counted == category; });
    }
    [[nodiscard]] bool isExternCall(EventId e) const
    {
        const StringId category = m_trace.categoryId(e);
        return kindOf(e) == kExtern && (category == m_opCategories[0] || category == m_opCategories[5]);
    }

    bool findSlices()
    {
        m_hasRegions.assign(m_trace.tracks().size(), false);
        for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
            if (i % kEventsBetweenStopChecks == 0 && m_job.stopRequested())
                return false;
            const auto e = idAt<EventId>(i);
            if (!isRegion(e))
                continue;
            m_hasRegions[indexOf(m_trace.track(e))] = true;
            (kindOf(e) == kForward ? m_found.forward : m_found.backward).push_back(e);
        }
        findArrowSources();
        return true;
    }

    // The sources of arrows that end at a backward slice. Other slices can begin at the same instant and get the
    // arrow's end: the slice's begin decides as well.
    void findArrowSources()
    {
        const auto category = m_trace.strings().find("fwdbwd");
        if (!category || m_found.backward.empty())
            return;
        std::map<std::pair<TrackId, TimeNs>, EventId> backwardAt;
        for (const EventId e : m_found.backward)
            backwardAt.emplace(std::pair(m_trace.track(e), m_trace.beginNs(e)), e);
        for (const Arrow& arrow : m_flows.arrows) {
            const Flow& end = m_trace.flows()[indexOf(arrow.end)];
            const EventId source = m_flows.sliceOf[indexOf(arrow.start)];
            if (end.category != *category || source == kNoEvent)
                continue;
            EventId backward = m_flows.sliceOf[indexOf(arrow.end)];
            if (const auto at = backwardAt.find({end.track, end.atNs}); at != backwardAt.end())
                backward = at->second;
            if (backward != kNoEvent && isRegion(backward) && kindOf(backward) == kBackward)
                m_backwardsOf[source].push_back(backward);
        }
    }

    bool walkThreads()
    {
        for (std::size_t t = 0; t < m_trace.tracks().size(); ++t) {
            if (m_hasRegions[t] && !walkThread(m_trace.trackEvents(idAt<TrackId>(t))))
                return false;
        }
        return true;
    }

    // `events`: by begin, the longer first.
    bool walkThread(std::span<const EventId> events)
    {
        m_openForward.clear();
        m_openExtern.clear();
        m_nearest = kNoEvent;
        m_starting.clear();
        for (std::size_t i = 0; i < events.size(); ++i) {
            if (i % kEventsBetweenStopChecks == 0 && m_job.stopRequested())
                return false;
            const EventId e = events[i];
            if (m_trace.kind(e) != EventKind::Slice)
                continue;
            startRegionsBefore(m_trace.beginNs(e));
            if (isExternCall(e))
                m_openExtern.push(e);
            takeOp(e);
            if (const auto arrow = m_backwardsOf.find(e); arrow != m_backwardsOf.end())
                takeArrowSource(e, arrow->second);
            if (isRegion(e))
                m_starting.push_back(e);
        }
        return true;
    }

    // A region counts for what begins after it, not with it.
    void startRegionsBefore(TimeNs beginNs)
    {
        if (m_starting.empty() || m_trace.beginNs(m_starting.front()) >= beginNs)
            return;
        for (const EventId region : m_starting) {
            m_nearest = region;
            if (kindOf(region) == kForward)
                m_openForward.push(region);
        }
        m_starting.clear();
    }

    void takeOp(EventId e)
    {
        if (m_nearest == kNoEvent || m_trace.endNs(e) > m_trace.endNs(m_nearest) || !isOp(e))
            return;
        m_found.ops.push_back({e, m_nearest, m_openExtern.endingFrom(m_trace.endNs(e))});
    }

    void takeArrowSource(EventId source, const std::vector<EventId>& backwards)
    {
        const EventId region = m_openForward.endingFrom(m_trace.endNs(source) + 1); // strictly
        if (region == kNoEvent)
            return;
        for (const EventId backward : backwards)
            m_found.forwardOf.emplace(backward, region);
    }

    const Trace& m_trace;
    const FlowBindings& m_flows;
    const JobControl& m_job;
    std::array<std::optional<StringId>, 6> m_opCategories;           // [0]: cpu_op, [5]: python_function
    std::vector<NameKind> m_kinds;                                   // by StringId
    std::vector<bool> m_hasRegions;                                  // by track
    std::unordered_map<EventId, std::vector<EventId>> m_backwardsOf; // by the source of their arrow
    OpenSlices m_openForward;
    OpenSlices m_openExtern;
    std::vector<EventId> m_starting; // regions that begin at one instant
    EventId m_nearest = kNoEvent;    // the last region that began before the present slice
    CompiledRegions m_found;
};

} // namespace

Result<CompiledRegions> findCompiledRegions(const Trace& trace, const FlowBindings& flows, const JobControl& job)
{
    return RegionFinder(trace, flows, job).find();
}

} // namespace lanescope
