// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/slice_looks.h"

#include <unordered_map>

namespace lanescope {
namespace {

constexpr std::size_t kEventsPerStopCheck = 0x10000;

struct LookKey {
    std::uint64_t what = 0; // annotation, or category and name
    std::uint32_t phase = 0;
    bool isAnnotated = false;

    friend bool operator==(const LookKey&, const LookKey&) = default;
};

struct LookKeyHash {
    std::size_t operator()(const LookKey& key) const
    {
        const std::uint64_t mixed =
            (key.what ^ (std::uint64_t{key.phase} << 1) ^ (key.isAnnotated ? 1U : 0U)) * 0x9E3779B97F4A7C15U;
        return static_cast<std::size_t>(mixed ^ (mixed >> 32));
    }
};

LookKey keyOf(const JoinedTrace& joined, EventId event)
{
    const Trace& trace = *joined.trace;
    const bool isWork = trace.isGpuWork(event);
    const std::uint32_t phase = isWork ? std::uint32_t{joined.phaseIndex(event)} + 1 : 0;
    if (isWork && joined.annotation(event) != nullptr)
        return {joined.annotationOf[trace.launchRow(event)], phase, true};
    return {(std::uint64_t{indexOf(trace.categoryId(event))} << 32) | indexOf(trace.nameId(event)), phase, false};
}

} // namespace

Result<SliceLooks> SliceLooks::of(const JoinedTrace& joined, const JobControl& job)
{
    SliceLooks looks;
    looks.m_numbers.resize(joined.trace->eventCount());
    std::unordered_map<LookKey, std::uint16_t, LookKeyHash> numbers;
    for (std::size_t i = 0; i < looks.m_numbers.size(); ++i) {
        if (i % kEventsPerStopCheck == 0 && job.stopRequested())
            return JobControl::stopped();
        const LookKey key = keyOf(joined, idAt<EventId>(i));
        const auto known = numbers.find(key);
        if (known != numbers.end()) {
            looks.m_numbers[i] = known->second;
        } else if (looks.m_examples.size() == kUnnumbered) {
            looks.m_numbers[i] = kUnnumbered;
        } else {
            looks.m_numbers[i] = static_cast<std::uint16_t>(looks.m_examples.size());
            numbers.emplace(key, looks.m_numbers[i]);
            looks.m_examples.push_back(idAt<EventId>(i));
        }
    }
    return looks;
}

} // namespace lanescope
