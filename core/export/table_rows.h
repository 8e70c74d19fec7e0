// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/export/table_sink.h"
#include "core/join/join.h"
#include "core/lanes/arrangement.h"

#include <array>
#include <cstdint>
#include <optional>

namespace lanescope {

enum class CopyArgs { No, Yes };

// Ids count from 1 over all traces of one export: those of one table and trace are consecutive.
using FirstIds = std::array<std::int64_t, kTableCount>; // of the trace, by TableId

// The trace whose rows are written, and where they go. Both must outlive it.
struct TableTarget {
    const JoinedTrace& joined;
    TableSink& sink;
    std::int64_t traceId = 0;
    std::optional<std::int64_t> rank;
    FirstIds first{};

    // The id of the row that stands for position `index` of a trace's own table.
    [[nodiscard]] TableCell idOf(TableId table, std::uint64_t index) const
    {
        return TableCell::of(first[static_cast<std::size_t>(table)] + static_cast<std::int64_t>(index));
    }
    // `replay`: a position in joined.replays, or JoinedTrace::kNone.
    [[nodiscard]] TableCell replayCell(std::uint32_t replay) const
    {
        return replay == JoinedTrace::kNone ? TableCell() : idOf(TableId::Replays, replay);
    }
    [[nodiscard]] TableCell traceCell() const { return TableCell::of(traceId); }
    [[nodiscard]] TableCell rankCell() const { return TableCell::orNull(rank); }
};

// The rows of one trace, one table each. They return how many there were. Errors: those of the sink; of the file for
// args; Stopped.
[[nodiscard]] Result<std::uint64_t> writeTracks(const TableTarget& target);
[[nodiscard]] Result<std::uint64_t> writeStreams(const TableTarget& target, const Arrangement& arrangement);
[[nodiscard]] Result<std::uint64_t> writeAnnotations(const TableTarget& target);
[[nodiscard]] Result<std::uint64_t> writeReplays(const TableTarget& target);
struct RegionRowCounts {
    std::uint64_t instances = 0;
    std::uint64_t runs = 0;
};
[[nodiscard]] Result<RegionRowCounts> writeRegions(const TableTarget& target, const Arrangement& arrangement);
[[nodiscard]] Result<std::uint64_t> writeEvents(const TableTarget& target, CopyArgs copyArgs, const JobControl& job);
[[nodiscard]] Result<std::uint64_t> writeArrows(const TableTarget& target, const JobControl& job);

} // namespace lanescope
