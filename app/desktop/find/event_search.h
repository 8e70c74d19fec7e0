// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/job_runner.h"
#include "app/desktop/trace_document.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace lanescope::desktop {

// What is looked for in the open trace, and where it was found: of what the filter leaves, on a worker, again when the
// filter or the streams change.
class EventSearch : public QObject {
    Q_OBJECT

public:
    // `document` must outlive the search.
    explicit EventSearch(TraceDocument& document, QObject* parent = nullptr);

    // Text, glob or /regex/ (core/query/search.h). Empty: nothing is looked for.
    void setText(const QString& text);
    [[nodiscard]] const QString& text() const { return m_text; }
    // What is wrong with the text; empty when nothing is.
    [[nodiscard]] const QString& problem() const { return m_problem; }
    [[nodiscard]] bool isRunning() const { return m_runner.isRunning(); }

    // By begin; null while nothing is looked for, and until the first answer is there.
    [[nodiscard]] const std::shared_ptr<const std::vector<EventId>>& found() const { return m_found; }
    // The selected event's position in found().
    [[nodiscard]] std::optional<std::size_t> current() const;

    // Asks for the place after or before the selected event; without one, for the first or last in sight. Goes on from
    // the other end of the trace. While the search runs: as soon as it is done.
    void step(Neighbour which);

signals:
    void changed(); // the text, what was found, or whether it runs
    void jumpRequested(lanescope::EventId event);

private:
    void start();
    void jump(Neighbour which);

    TraceDocument& m_document;
    JobRunner m_runner;
    QString m_text;
    QString m_problem;
    std::shared_ptr<const std::vector<EventId>> m_found;
    std::optional<Neighbour> m_waitingStep;
};

} // namespace lanescope::desktop
