// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"
#include "core/query/filter_events.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace lanescope {

// Sums that leave an int64 stay at its end. Neither is negative.
[[nodiscard]] inline TimeNs addedUp(TimeNs a, TimeNs b)
{
    return b > std::numeric_limits<TimeNs>::max() - a ? std::numeric_limits<TimeNs>::max() : a + b;
}

// A piece of GPU work, or the part of it that lies in a range of time.
struct WorkPiece {
    TimeNs beginNs = 0;
    TimeNs endNs = 0;
    EventId event = kNoEvent;
    ProcessId gpu{};

    [[nodiscard]] TimeNs durationNs() const { return endNs - beginNs; }
};

// All GPU work of a trace that has a time: kernels, copies, memsets; by begin, then by place in the file.
struct GpuWork {
    std::vector<WorkPiece> pieces;
    std::uint64_t cutPieces = 0; // how many of them are only parts
    TimeNs busyNs = 0;           // time in which at least one piece runs, added up over GPUs
};

// With a range, work that overlaps it is cut at its ends; of work without a length, that which begins in it. O(n) for
// work in order, 24 bytes a piece. Errors: Stopped.
[[nodiscard]] Result<GpuWork> gatherGpuWork(const JoinedTrace& joined, std::optional<TimeRange> range,
                                            const JobControl& job);

// Busy time of work that comes by begin, on any number of GPUs.
class BusyTime {
public:
    void add(const WorkPiece& piece)
    {
        if (m_gpus.empty() || m_gpus.front().gpu != piece.gpu)
            moveToFront(piece);
        TimeNs& coveredUntilNs = m_gpus.front().coveredUntilNs;
        if (piece.endNs <= coveredUntilNs)
            return;
        m_busyNs = addedUp(m_busyNs, piece.endNs - std::max(piece.beginNs, coveredUntilNs));
        coveredUntilNs = piece.endNs;
    }
    [[nodiscard]] TimeNs busyNs() const { return m_busyNs; }

private:
    struct Gpu {
        ProcessId gpu;
        TimeNs coveredUntilNs;
    };
    void moveToFront(const WorkPiece& piece); // its GPU
    std::vector<Gpu> m_gpus;                  // few; the last one used stands first
    TimeNs m_busyNs = 0;
};

} // namespace lanescope
