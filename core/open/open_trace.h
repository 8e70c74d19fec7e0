// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"
#include "core/join/other_keys.h"
#include "core/trace/load_report.h"
#include "core/trace/trace.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace lanescope {

struct OpenRequest {
    std::filesystem::path trace;
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
};

// The one call of both programs. A discovered annotation file that cannot be used is a warning, one that was asked for
// is an error. Call arrange() for what a window shows. Errors: those of openFile, openNsysExport, readChromeJson,
// readAnnotations; Stopped.
[[nodiscard]] Result<std::shared_ptr<const OpenedTrace>> openTrace(const OpenRequest& request, const JobControl& job);

} // namespace lanescope
