// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace lanescope {

// What becomes of GPU work that overlaps other work of its stream.
enum class OverlapLanes {
    OneStream,  // stays: times and streams are what was recorded
    OwnStreams, // further lanes become streams of their own, for viewers that hide what overlaps
};

enum class ExportMode {
    Lanescope,   // DESIGN §6: device-aware, JSON types kept, no time changed
    TorchCompat, // what torch's offline script gives, rule by rule
};

struct AnnotateOptions {
    ExportMode mode = ExportMode::Lanescope;
    // Where graphed work without a stream of its own goes; nothing keeps it where it was recorded. TorchCompat: 7 if
    // nothing.
    std::optional<std::int64_t> defaultStream;
    std::int64_t overlapStream = 8;               // TorchCompat only
    std::int64_t maxAdjustNs = 1000;              // TorchCompat only
    OverlapLanes lanes = OverlapLanes::OneStream; // Lanescope only
    // What is written: events that reach into the range, and that the predicate keeps where there is one
    // (core/export/event_selection.h).
    std::optional<TimeRange> range;
    std::function<bool(EventId)> keeps;
    std::string toolVersion; // named in our header
    std::string optionsText; // named in our header: "--default-stream 7"
};

struct AnnotateCounts {
    // Lanescope: work that got at least one key. TorchCompat: events whose node is in the file, an empty list included.
    std::uint64_t annotated = 0;
    std::uint64_t withStack = 0;     // kernels that got "stack" from provenance; never with TorchCompat
    std::uint64_t removed = 0;       // profiler annotations and arrow ends on streams left without work
    std::uint64_t moved = 0;         // TorchCompat: overlapping kernels; Lanescope: work shown on another stream
    std::uint64_t split = 0;         // work on a stream made of a lane
    std::uint64_t leftOut = 0;       // entries outside of the range or not kept
    std::uint64_t clamped = 0;       // TorchCompat: times moved to end an overlap
    std::uint64_t largeOverlaps = 0; // TorchCompat: overlaps of more than maxAdjustNs, which were left
    std::int64_t largestOverlapNs = 0;
    std::uint64_t repaired = 0; // events rewritten only because they were not strict JSON
};

// Writes the trace with its annotations and the stacks of its kernels as strict JSON in valid UTF-8, gzip when the name
// ends in ".gz". Unchanged events are copied byte for byte. In Lanescope's mode a record behind the events tells how to
// take all of it back (core/export/undo_export.h). Written beside the target and renamed: on any error the old
// file is whole. The target may not be the trace itself, its annotation file or a provenance file. Errors: CannotWrite,
// ChangedOnDisk, CannotRead, WrongUsage, Stopped.
[[nodiscard]] Result<AnnotateCounts> writeAnnotatedTrace(const JoinedTrace& joined, const AnnotateOptions& options,
                                                         const std::filesystem::path& target, const JobControl& job);

// As torch's script names it: a.json.gz -> a.annotated.json.gz, a.json -> a.annotated.json, a.x -> a.x.annotated;
// a.zip and a.json.zip -> a.annotated.json.gz.
[[nodiscard]] std::filesystem::path defaultAnnotatedPath(const std::filesystem::path& trace);

} // namespace lanescope
