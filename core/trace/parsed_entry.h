// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/file/byte_source.h"
#include "core/trace/args.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

// A time or duration as an entry has it.
struct ParsedTime {
    // NonJsonToken: NaN and the like, which the reader reports for itself.
    enum class State : std::uint8_t { Missing, Good, NotANumber, OutOfRange, NonJsonToken };
    State state = State::Missing;
    FileTimeNs ns = 0;
};

// A process, thread or flow id: a number, a numeric string (the same id), or any other text.
struct ParsedId {
    std::string_view text; // decoded; canonical decimal for numbers
    bool isPresent = false;
};

// One entry of traceEvents as the reader hands it to the TraceBuilder. All views live until the next entry is read.
struct ParsedEntry {
    ByteRange bytes;
    std::string_view phase; // "X", …; empty when the entry has none
    std::string_view name;
    std::string_view category;
    ParsedTime begin;
    ParsedTime duration;
    ParsedId process;
    ParsedId thread;
    ParsedId id;
    std::string_view scope;
    bool hasName = false;
    bool bindsToEnclosing = false;
    bool needsRepair = false;

    // From args.
    LaunchArgs launch;
    OpArgs op;
    std::string_view metadataText;                 // args.name or args.labels
    std::optional<std::int64_t> metadataSortIndex; // args.sort_index

    // Ready for the next entry. Part by part: of a whole new ParsedEntry, g++ makes a loop that takes as long as
    // reading two members.
    void clear()
    {
        bytes = {};
        phase = name = category = scope = metadataText = {};
        begin = duration = {};
        process = thread = id = {};
        hasName = bindsToEnclosing = needsRepair = false;
        launch = {};
        op = {};
        metadataSortIndex.reset();
    }
};

} // namespace lanescope
