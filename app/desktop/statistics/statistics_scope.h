// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/trace_document.h"
#include "core/query/filter_arrangement.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lanescope::desktop {

// What figures are about: the open trace, what the filter leaves of it, and the marked range, if there is one. A value,
// for workers.
struct StatisticsScope {
    std::shared_ptr<const OpenedTrace> opened; // null without a trace
    std::shared_ptr<const std::vector<Diagnosis>> diagnoses;
    FilterConditions conditions;
    std::optional<TimeRange> range;
    std::shared_ptr<const Arrangement> arrangement; // that the tracks are of
    std::vector<TrackPlace> tracks;                 // of the marked range; empty: all

    // What the filter leaves on the tracks; nothing where that is all. Errors: Stopped.
    [[nodiscard]] Result<std::optional<EventMask>> mask(const JobControl& job) const;
    // "Whole trace", "2 ms to 3 ms of the trace, what the filter leaves".
    [[nodiscard]] QString text() const;
};

// Follows the document. A filter that the panels set themselves, to show a row's work in the timeline, does not narrow
// their own figures; any other filter does.
class ScopeTracker : public QObject {
    Q_OBJECT

public:
    // `document` must outlive it.
    explicit ScopeTracker(TraceDocument& document, QObject* parent = nullptr);

    [[nodiscard]] TraceDocument& document() const { return m_document; }
    [[nodiscard]] StatisticsScope scope() const;
    // Dims everything in the timeline that does not match the expression and the filter that holds already.
    void highlight(const std::string& expression);

signals:
    void changed();

private:
    TraceDocument& m_document;
    FilterConditions m_conditions;
    std::optional<TraceFilter> m_own; // set here, and still the document's
};

} // namespace lanescope::desktop
