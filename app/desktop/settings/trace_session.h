// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/filter/trace_filter.h"
#include "app/desktop/marks/mark.h"
#include "app/desktop/style/color_by.h"
#include "core/open/open_trace.h"
#include "core/viewport/row_layout.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace lanescope::desktop {

// How a trace was looked at when it was closed.
struct TraceSession {
    TimeRange visibleRange;
    std::optional<TimeRange> markedRange;
    std::vector<std::string> markedTracks; // their keys; empty: all
    TrackView view = TrackView::Recorded;
    TraceFilter filter;
    std::vector<Mark> marks;
    CollapsedState collapsed;
    TrackChoices tracks;
    ColorBy colorBy = ColorBy::Annotation;
    bool showsTimesOfFile = false;
    int scrollPx = 0;
    SessionTimes times; // of several files on one axis

    friend bool operator==(const TraceSession& a, const TraceSession& b)
    {
        return a.visibleRange == b.visibleRange && a.markedRange == b.markedRange && a.markedTracks == b.markedTracks &&
               a.view == b.view && a.filter == b.filter && a.marks == b.marks &&
               a.collapsed.groups == b.collapsed.groups && a.collapsed.tracks == b.collapsed.tracks &&
               a.tracks == b.tracks && a.colorBy == b.colorBy && a.showsTimesOfFile == b.showsTimesOfFile &&
               a.scrollPx == b.scrollPx && a.times == b.times;
    }
};

// Sessions of the traces that were looked at last, by the path of the trace, or the entry of several (open_request.h),
// in the user's settings. GUI thread.
class SessionStore {
public:
    static constexpr int kKept = 50;

    // Nothing for a trace that is not known, and for an entry that cannot be read.
    [[nodiscard]] static std::optional<TraceSession> load(const QString& tracePath);
    static void save(const QString& tracePath, const TraceSession& session);
    static void forget(const QString& tracePath);
};

// One line of JSON and back; nothing for a text that is none. Times are texts: JSON's numbers are doubles.
[[nodiscard]] QByteArray sessionAsText(const TraceSession& session);
[[nodiscard]] std::optional<TraceSession> sessionOfText(const QByteArray& text);

} // namespace lanescope::desktop
