// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/trace/load_report.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

enum class Severity : std::uint8_t {
    Note,    // sound programs do this too; said because the figures named are affected
    Warning, // the figures named cannot be relied on
    Error,   // the trace is at fault: it lost something, or tells what cannot have happened
};
[[nodiscard]] std::string_view severityName(Severity severity); // "note", "warning", "error"

// One place that a diagnosis points to.
struct DiagnosedPlace {
    EventId event = kNoEvent;          // none: an arrow's end without a slice, metadata, what stands around the events
    bool isOnTimeline = false;         // a slice or instant with a time, so a view can show it
    std::optional<std::uint64_t> byte; // in the decompressed content of the file that the diagnosis is about
    std::optional<TimeNs> atNs;
    std::string name;
    std::string process; // titles as a person reads them; empty without a track
    std::string track;
};

// Something about a trace that a person would otherwise find by hand, or not at all.
struct Diagnosis {
    static constexpr std::size_t kPlacesKept = 8;

    enum class Source : std::uint8_t {
        Reading, // the load report
        Joining, // the annotation file's report and the join's
        Trace,   // computed from the events
    };

    std::string code; // stable, for scripts: "overlapping-kernels"
    Severity severity = Severity::Warning;
    Source source = Source::Trace;
    std::string message; // one line for people, without count and place
    std::uint64_t count = 0;
    std::optional<TimeNs> totalNs;       // how much of it, where that is a time
    std::optional<TimeNs> largestNs;     // the largest single one
    std::string meaning;                 // one sentence; empty where the message says it all
    std::vector<std::string> unreliable; // the figures that it spoils: "busy time per stream"
    std::vector<DiagnosedPlace> places;  // the first in the file, at most kPlacesKept
};

// "overlapping GPU work on one stream (5 times, first at byte 345, "k01")" with places as load findings have them.
[[nodiscard]] std::string lineOf(const Diagnosis& diagnosis);

} // namespace lanescope
