// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/load_job.h"
#include "app/desktop/main_window.h"

#include <QString>

#include <string_view>

namespace lanescope::desktop::fixture {

// To be called in each init(): a Qt warning that no test expects fails the test.
void failOnQtWarnings();

// The trace and annotations of these texts, opened and arranged as a window does it. Aborts the test when that fails.
[[nodiscard]] LoadedTrace loadText(std::string_view trace, std::string_view annotations = {},
                                   TrackView view = TrackView::Recorded);
// Path of a real trace under tests/data.
[[nodiscard]] QString realTrace(const QString& fileName);

// Shows the window and opens the bundled sample in it; false when that did not work in time.
[[nodiscard]] bool openSampleIn(MainWindow& window);

// The first event of a name; fails an assertion when there is none.
[[nodiscard]] EventId eventNamed(const Trace& trace, std::string_view name);

// A point in the middle of a slice's or region's box, in the plot's pixels; null while it is not in sight.
[[nodiscard]] QPoint pointOn(MainWindow& window, EventId event);

} // namespace lanescope::desktop::fixture
