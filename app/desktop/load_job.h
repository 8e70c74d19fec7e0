// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/job_runner.h"
#include "core/lanes/arrangement.h"
#include "core/open/merge_session.h"
#include "core/open/open_trace.h"
#include "core/query/arrow_index.h"
#include "core/query/diagnose.h"
#include "core/query/work_counts.h"
#include "core/viewport/slice_looks.h"

#include <memory>
#include <vector>

namespace lanescope::desktop {

// What a window needs to show a trace; finished and immutable.
struct LoadedTrace {
    std::shared_ptr<const OpenedTrace> opened;
    std::shared_ptr<const Arrangement> arrangement;
    std::shared_ptr<const WorkCounts> workCounts;
    std::shared_ptr<const std::vector<Diagnosis>> diagnoses;
    std::shared_ptr<const ArrowIndex> arrows;
    std::shared_ptr<const SliceLooks> looks;
};

// Opens the trace, arranges it for `view` and diagnoses it. Any thread. Errors: those of openTrace(), arrange() and
// diagnose().
[[nodiscard]] Result<LoadedTrace> loadTrace(const OpenRequest& request, TrackView view, const JobControl& job);

// The session with other times: nothing is read again. Errors: Stopped, and those of reading counters' values.
[[nodiscard]] Result<LoadedTrace> moveFiles(const OpenedTrace& session, const SessionTimes& times, TrackView view,
                                            const JobControl& job);

// loadTrace() and what moves the files of a session, on a worker. Exactly one of loaded(), failed() and cancelled()
// follows each start() that is not replaced by a later one.
class LoadJob : public QObject {
    Q_OBJECT

public:
    explicit LoadJob(QObject* parent = nullptr);

    enum class Kind { Opening, Moving };

    void start(const OpenRequest& request, TrackView view);
    void startMoving(std::shared_ptr<const OpenedTrace> session, const SessionTimes& times, TrackView view);
    // Moves the files so that they meet at a slice; filesAligned() follows loaded().
    void startAligning(std::shared_ptr<const OpenedTrace> session, EventId slice, SliceEdge edge, TrackView view);
    void cancel() { m_runner.stop(); }
    [[nodiscard]] bool isRunning() const { return m_runner.isRunning(); }
    [[nodiscard]] const OpenRequest& request() const { return m_request; }
    // Of the last start.
    [[nodiscard]] Kind kind() const { return m_kind; }

signals:
    void started();
    void progressed(const lanescope::JobProgress& progress);
    void loaded(const lanescope::desktop::LoadedTrace& loadedTrace);
    void failed(const lanescope::Error& error);
    void cancelled();
    void filesAligned(std::size_t aligned, std::size_t all); // how many have such a slice
    void ended();                                            // after each of the three above

private:
    void deliver(const Result<LoadedTrace>& result);

    JobRunner m_runner;
    OpenRequest m_request;
    Kind m_kind = Kind::Opening;
};

} // namespace lanescope::desktop
