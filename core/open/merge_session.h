// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/match_report.h"
#include "core/open/open_trace.h"
#include "core/query/diagnosis.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

// What is known of one file of a merged session besides what stands in Trace::parts().
struct OpenedPart {
    OpenRequest request; // opens the file alone
    std::string title;   // TracePart::title
    std::shared_ptr<const AnnotationSet> annotations;
    bool annotationsWereDiscovered = false;
    MatchReport match;
    std::optional<std::int64_t> baseTimeNanoseconds; // of the file's header
    std::size_t warningCount = 0;                    // how many of OpenedTrace::warnings are this file's
    std::vector<Diagnosis> diagnoses;                // with ids, places and times that the file alone has
};

// Opens request.session by openSession() and makes one trace of what could be opened: one behind the other, ranks in
// order, each joined and diagnosed on its own before. What the files say by equal ids (processes, correlations, flows,
// graphs) stays apart. Of one file that is that file's trace. The request of the result has SessionTimes::Start
// resolved. A file's tables are let go once they are merged; what stays is enough for withTimes(). Errors: those of
// openSession(), TooLarge, WrongUsage.
[[nodiscard]] Result<std::shared_ptr<const OpenedTrace>> openMergedSession(const OpenRequest& request,
                                                                           const JobControl& job);

// A merged session with other times; nothing is read again. O(events). Errors: Stopped.
[[nodiscard]] Result<std::shared_ptr<const OpenedTrace>> withTimes(const OpenedTrace& merged, const SessionTimes& times,
                                                                   const JobControl& job);

// diagnose() of a trace that was opened. Of a merged one the diagnoses of its parts, worst first, each told with the
// part's title, with ids and times of the merged trace; then what is odd about the session itself. Errors: those of
// diagnose().
[[nodiscard]] Result<std::vector<Diagnosis>> diagnosesOf(const OpenedTrace& opened, const JobControl& job);

enum class SliceEdge { Begin, End };

struct AlignedSession {
    SessionTimes times;
    std::size_t aligned = 0; // parts that have such a slice, with the one of the slice
};

// The times at which the parts meet at a slice: where each has the slice of its name and category of the same number,
// counted by time within the part, their begins or ends are at the same time. That of `slice` stays; parts without one
// stay too. The ends of a collective are what ranks have in common: its begins are where each came to it. O(events).
// Errors: Stopped.
[[nodiscard]] Result<AlignedSession> alignedAt(const OpenedTrace& merged, EventId slice, SliceEdge edge,
                                               const JobControl& job);

} // namespace lanescope
