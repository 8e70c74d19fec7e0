// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/view_history.h"

namespace lanescope::desktop {

ViewHistory::ViewHistory(TraceDocument& document, TimelinePlot& plot, QObject* parent)
    : QObject(parent), m_document(document), m_plot(plot)
{
    m_resting.setSingleShot(true);
    m_resting.setInterval(kRestMs);
    connect(&m_resting, &QTimer::timeout, this, &ViewHistory::settle);
    connect(&document, &TraceDocument::traceChanged, this, &ViewHistory::restart);
    connect(&document, &TraceDocument::visibleRangeChanged, this, &ViewHistory::rangeChanged);
    restart();
}

void ViewHistory::restart()
{
    m_resting.stop();
    m_places = {{m_document.visibleRange(), 0}};
    m_at = 0;
    emit changed();
}

void ViewHistory::rangeChanged()
{
    if (m_isShowing)
        return;
    if (!m_resting.isActive())
        m_places[m_at].scrollPx = m_plot.scrollPx(); // what is left; a jump scrolls after it moved in time
    m_resting.start();
    emit changed();
}

void ViewHistory::settle()
{
    m_resting.stop();
    if (m_document.visibleRange() != m_places[m_at].range) {
        m_places.resize(m_at + 1);
        m_places.push_back({m_document.visibleRange(), m_plot.scrollPx()});
        if (m_places.size() > kKept)
            m_places.erase(m_places.begin());
        m_at = m_places.size() - 1;
    }
    emit changed();
}

bool ViewHistory::canGoBack() const
{
    return m_at > 0 || m_document.visibleRange() != m_places[m_at].range;
}

void ViewHistory::goBack()
{
    settle();
    if (m_at > 0)
        show(m_at - 1);
}

void ViewHistory::goForward()
{
    settle();
    if (m_at + 1 < m_places.size())
        show(m_at + 1);
}

void ViewHistory::show(std::size_t at)
{
    m_places[m_at].scrollPx = m_plot.scrollPx();
    m_at = at;
    m_isShowing = true;
    m_document.setVisibleRange(m_places[at].range);
    m_plot.setScrollPx(m_places[at].scrollPx);
    m_isShowing = false;
    emit changed();
}

} // namespace lanescope::desktop
