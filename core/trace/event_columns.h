// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/trace/args.h"

#include <cstdint>
#include <vector>

namespace lanescope {

// What kind of mark an event is on the timeline. Entries that are no mark at all (N/O/D, P, R, v/V, c and an empty
// object) are kept as Other: counted, exported, shown in lists.
enum class EventKind : std::uint8_t { Slice, Instant, Counter, Other };

enum EventFlag : std::uint8_t {
    kEventDidNotFinish = 1,    // a B or b without its end: lasts to the end of what surrounds it
    kEventNeedsRepair = 2,     // its text is not strict JSON in valid UTF-8: an export must rewrite it
    kEventHasNoTime = 4,       // no usable ts: at time 0, on no lane
    kEventDurationUnknown = 8, // a dur that is no number
    kEventIsGpuWork = 16,      // a slice of category kernel, gpu_memcpy or gpu_memset (or their old names)
};

// The event table of a trace, or of a run of its entries: one element an event in each of the first columns, in file
// order. Ids and rows count within the same table.
struct EventColumns {
    static constexpr std::uint32_t kNoRow = 0xffffffff;
    static constexpr std::uint32_t kOpArgsBit = 0x80000000;

    std::vector<TimeNs> beginNs;
    std::vector<TimeNs> durationNs;
    std::vector<StringId> name;
    std::vector<StringId> category;
    std::vector<TrackId> track;
    std::vector<std::uint64_t> offset;
    std::vector<std::uint32_t> length;
    std::vector<std::uint32_t> argsRow; // with kOpArgsBit a row of opArgs, else of launchArgs; kNoRow: none
    std::vector<EventKind> kind;
    std::vector<std::uint8_t> flags;
    std::vector<LaunchArgs> launchArgs;
    std::vector<OpArgs> opArgs;

    [[nodiscard]] std::size_t size() const { return beginNs.size(); }
    [[nodiscard]] std::uint64_t sizeBytes() const;
    // Makes room for about so many, with some to spare; in huge pages where there are any.
    void expect(std::size_t events, std::size_t launchRows, std::size_t opRows);
    void clear(); // keeps the memory
};

} // namespace lanescope
