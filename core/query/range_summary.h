// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"
#include "core/query/filter_events.h"
#include "core/query/work_classes.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

// What a stretch of time was spent on. Work is cut at the range's ends; "busy" is time in which at least one piece
// runs.

struct ClassLoad {
    std::string name;
    WorkRole role = WorkRole::Computation;
    std::uint64_t count = 0;
    TimeNs totalNs = 0; // durations added up
    TimeNs busyNs = 0;  // added up over GPUs, as aloneNs
    TimeNs aloneNs = 0; // time in which it runs and no work of another class does on that GPU
};

struct StreamLoad {
    TrackId track = kNoTrack;
    std::string name; // "GPU 0 stream 7"
    std::uint64_t count = 0;
    TimeNs busyNs = 0; // idle: the rest of the range
};

struct GpuLoad {
    ProcessId gpu{};
    std::string name;
    std::uint64_t count = 0;
    TimeNs busyNs = 0;
    TimeNs computationNs = 0; // busy time of each role
    TimeNs communicationNs = 0;
    TimeNs copyNs = 0;
    TimeNs overlappedNs = 0; // communication while there is computation on the same GPU
    [[nodiscard]] TimeNs exposedNs() const { return communicationNs - overlappedNs; }
};

// What a CPU thread did: the innermost slices that ran, each with its own time.
struct CpuActivity {
    std::string name;
    TrackId thread = kNoTrack;
    TimeNs ns = 0;
};

// Time in which a GPU is idle.
struct IdleGap {
    TimeRange range;
    ProcessId gpu{};
    EventId before = kNoEvent;    // the work that ended last; none at the begin of the range
    EventId after = kNoEvent;     // the work that begins then; none at its end
    std::vector<CpuActivity> cpu; // longest first, at most kActivitiesKept
    static constexpr std::size_t kActivitiesKept = 3;
};

struct RangeSummary {
    TimeRange range;
    std::uint64_t work = 0;
    std::uint64_t cutWork = 0;
    std::vector<GpuLoad> gpus;       // by number
    std::vector<StreamLoad> streams; // by GPU and number
    std::vector<ClassLoad> classes;  // in the order of the rules, those with work
    std::vector<IdleGap> gaps;       // longest first
};

struct RangeRequest {
    std::optional<TimeRange> range;  // null: what a fitted view shows of the trace
    const EventMask* mask = nullptr; // null: all work
    std::span<const WorkClassRule> rules;
    std::size_t gapsKept = 10;
};

// O(n log n). Errors: Stopped, and those of WorkClasses::of().
[[nodiscard]] Result<RangeSummary> summarizeRange(const JoinedTrace& joined, const RangeRequest& request,
                                                  const JobControl& job);

} // namespace lanescope
