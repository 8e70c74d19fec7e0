// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <QString>

namespace lanescope::desktop {

// A time, or a stretch of time, that somebody wants to find again.
struct Mark {
    TimeRange range; // empty: a point
    QString note;    // one line; may be empty

    friend bool operator==(const Mark&, const Mark&) = default;
};

} // namespace lanescope::desktop
