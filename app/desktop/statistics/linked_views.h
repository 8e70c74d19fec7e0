// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/trace_document.h"

#include <QObject>

namespace lanescope::desktop {

// Keeps the visible ranges of two documents together, a fixed time apart: what is done to one is done to the other.
class LinkedViews : public QObject {
    Q_OBJECT

public:
    // Both documents must outlive it.
    LinkedViews(TraceDocument& first, TraceDocument& second, QObject* parent = nullptr);

    // The times that stand above each other: second - first.
    void setOffset(TimeNs offsetNs);
    [[nodiscard]] TimeNs offsetNs() const { return m_offsetNs; }
    void setLinked(bool isLinked);
    [[nodiscard]] bool isLinked() const { return m_isLinked; }

private:
    void follow(const TraceDocument& from, TraceDocument& to, TimeNs byNs);

    TraceDocument& m_first;
    TraceDocument& m_second;
    TimeNs m_offsetNs = 0;
    bool m_isLinked = true;
    bool m_isFollowing = false;
};

} // namespace lanescope::desktop
