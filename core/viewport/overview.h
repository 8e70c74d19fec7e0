// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/lanes/arrangement.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

// How busy a trace is during one of many equally long parts of it.
struct OverviewColumn {
    static constexpr int kFullyBusy = 1000;
    static constexpr std::uint32_t kNoTitle = 0xffffffff;

    int busy = 0; // the part of its time in which anything runs, of kFullyBusy; above 0 where anything does
    // Position in Arrangement::titles of the annotation whose work takes more than half of the GPU time, else kNoTitle.
    std::uint32_t title = kNoTitle;

    friend bool operator==(const OverviewColumn&, const OverviewColumn&) = default;
};

// The whole trace in a few thousand columns: made once, shown at any width.
struct Overview {
    enum class Of {
        Gpus,    // GPU work: all streams of a GPU together, the mean over GPUs
        Threads, // a trace without GPU work: the outermost slices of its processes, the mean over processes
    };
    Of of = Of::Gpus;
    TimeRange range;
    std::vector<OverviewColumn> columns;
};

inline constexpr int kOverviewColumns = 4096;

// `columns` equal parts of `range`. O(events · log lanes + columns · lanes): for a worker. Errors: Stopped.
[[nodiscard]] Result<Overview> summarizeTime(const Arrangement& arrangement, TimeRange range, int columns,
                                             const JobControl& job);

// The columns of a strip of `widthPx` pixels: each the mean of those that begin in it, at least one, with the title
// that more than half of their busy time has. `out` is cleared and filled. O(columns + width).
void fitColumns(const Overview& overview, int widthPx, std::vector<OverviewColumn>& out);

// "0:1000@2 1:250 …" (position:busy@title) without those that are idle: for tests.
[[nodiscard]] std::string columnsAsText(const std::vector<OverviewColumn>& columns);

} // namespace lanescope
