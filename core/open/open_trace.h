// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/join/join.h"
#include "core/join/other_keys.h"
#include "core/trace/load_report.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lanescope {

struct OpenedPart;

// How the files of a session come onto one axis.
struct SessionTimes {
    enum class Start {
        Automatic,   // by their clocks, or by their first events if the clocks have no time in common
        Clocks,      // where their own times put them, with "baseTimeNanoseconds" where all files have that
        FirstEvents, // all begin at once
    };
    // Offsets beyond this are taken as this.
    static constexpr TimeNs kLargestOffsetNs = std::int64_t{1} << 60;

    Start start = Start::Automatic;
    std::map<std::filesystem::path, TimeNs> offsetNs; // by file: moves all of it later; files not named stay

    friend bool operator==(const SessionTimes&, const SessionTimes&) = default;
};

struct OpenRequest {
    std::filesystem::path trace;
    // Instead of `trace`: files and folders whose traces are opened as ranks on one axis (merge_session.h).
    std::vector<std::filesystem::path> session;
    SessionTimes times;                               // of a session
    std::optional<std::filesystem::path> annotations; // given by the user: must be usable
    bool discoverAnnotations = true;                  // look beside the trace when none are given
    // Give graphs that were instantiated again the annotations of the graph they look like; marked as guesses.
    GuessGraphs guessGraphs = GuessGraphs::No;
    std::vector<std::filesystem::path> provenance; // given by the user: all must be usable
    bool discoverProvenance = true;                // look beside the trace when none are given
};

// A trace with everything a program needs of it. Immutable; hand the shared_ptr to other threads.
struct OpenedTrace {
    OpenRequest request;
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const AnnotationSet> annotations; // null when there are none
    bool annotationsWereDiscovered = false;
    bool provenanceWasDiscovered = false; // its files are in joined->provenance
    std::shared_ptr<const JoinedTrace> joined;
    // Everything a user should be told: the trace's oddities, then the annotation file's, the join's, and
    // those of provenance.
    std::vector<Finding> warnings;
    // The files of a session, as Trace::parts(); null for one file. `annotations` is null then: each part has its own.
    std::shared_ptr<const std::vector<OpenedPart>> parts;
};

// The one call of both programs. A discovered annotation file that cannot be used is a warning, one that was asked for
// is an error. Call arrange() for what a window shows. Errors: those of openFile, openNsysExport, readChromeJson,
// readAnnotations, openSession; WrongUsage for an annotation or provenance file that is named for a session; Stopped.
[[nodiscard]] Result<std::shared_ptr<const OpenedTrace>> openTrace(const OpenRequest& request, const JobControl& job);

} // namespace lanescope
