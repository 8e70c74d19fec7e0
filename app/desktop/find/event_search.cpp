// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/find/event_search.h"

#include "app/desktop/text.h"
#include "core/query/search.h"

#include <algorithm>
#include <utility>

namespace lanescope::desktop {
namespace {

// Where found() has its first event at or after a time and file position.
std::size_t firstFrom(const Trace& trace, const std::vector<EventId>& found, std::pair<TimeNs, EventId> place)
{
    const auto at = std::lower_bound(found.begin(), found.end(), place,
                                     [&trace](EventId event, const std::pair<TimeNs, EventId>& wanted) {
                                         return std::pair(trace.beginNs(event), event) < wanted;
                                     });
    return static_cast<std::size_t>(at - found.begin());
}

} // namespace

EventSearch::EventSearch(TraceDocument& document, QObject* parent) : QObject(parent), m_document(document)
{
    connect(&document, &TraceDocument::traceChanged, this, &EventSearch::start);
    connect(&document, &TraceDocument::arrangementChanged, this, &EventSearch::start);
    connect(&document, &TraceDocument::filteredChanged, this, &EventSearch::start);
    connect(&m_runner, &JobRunner::runningChanged, this, &EventSearch::changed);
}

void EventSearch::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    start();
}

void EventSearch::start()
{
    m_found = nullptr; // before anybody hears that the runner rests
    m_problem.clear();
    m_waitingStep.reset();
    m_runner.abandon();
    if (m_text.isEmpty() || !m_document.hasTrace()) {
        emit changed();
        return;
    }
    const auto pattern = parseSearch(m_text.toStdString());
    if (!pattern) {
        m_problem = toQString(pattern.error().message);
        emit changed();
        return;
    }
    m_runner.start([this, arrangement = m_document.arrangement(), filtered = m_document.filtered(),
                    pattern = *pattern](const JobControl& job) -> JobRunner::Delivery {
        auto found = searchEvents(*arrangement, filtered.get(), pattern, job);
        if (!found)
            return {};
        auto events = std::make_shared<const std::vector<EventId>>(*std::move(found));
        return [this, events] {
            m_found = events;
            if (const auto waiting = std::exchange(m_waitingStep, {}))
                jump(*waiting);
        };
    });
    emit changed();
}

std::optional<std::size_t> EventSearch::current() const
{
    const auto event = m_document.selectedEvent();
    if (!event || m_found == nullptr)
        return std::nullopt;
    const Trace& trace = *m_document.opened()->trace;
    const std::size_t at = firstFrom(trace, *m_found, {trace.beginNs(*event), *event});
    return at < m_found->size() && (*m_found)[at] == *event ? std::optional(at) : std::nullopt;
}

void EventSearch::step(Neighbour which)
{
    if (m_runner.isRunning())
        m_waitingStep = which;
    else
        jump(which);
}

void EventSearch::jump(Neighbour which)
{
    if (m_found == nullptr || m_found->empty())
        return;
    const Trace& trace = *m_document.opened()->trace;
    const auto selected = m_document.selectedEvent();
    const TimeRange view = m_document.visibleRange();
    const std::size_t count = m_found->size();
    std::size_t at = 0;
    if (selected) {
        at = firstFrom(trace, *m_found, {trace.beginNs(*selected), *selected});
        const bool isOnOne = at < count && (*m_found)[at] == *selected;
        if (which == Neighbour::Next)
            at += isOnOne ? 1 : 0;
        else
            at += count - 1;
    } else if (which == Neighbour::Next) {
        at = firstFrom(trace, *m_found, {view.beginNs, EventId{}});
    } else {
        at = firstFrom(trace, *m_found, {view.endNs, EventId{}}) + count - 1;
    }
    emit jumpRequested((*m_found)[at % count]);
}

} // namespace lanescope::desktop
