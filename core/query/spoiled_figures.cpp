// SPDX-License-Identifier: Apache-2.0
#include "core/query/spoiled_figures.h"

#include <limits>

namespace lanescope {

std::vector<EventId> workAmong(const Trace& trace, const Diagnosis& diagnosis)
{
    std::vector<EventId> work;
    for (const DiagnosedPlace& place : diagnosis.places) {
        if (place.event != kNoEvent && trace.isGpuWork(place.event))
            work.push_back(place.event);
    }
    return work;
}

TimeNs shortestOf(const Trace& trace, const std::vector<EventId>& work)
{
    TimeNs shortestNs = std::numeric_limits<TimeNs>::max();
    for (const EventId event : work)
        shortestNs = std::min(shortestNs, trace.durationNs(event));
    return shortestNs;
}

} // namespace lanescope
