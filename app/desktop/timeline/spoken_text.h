// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/trace_document.h"

namespace lanescope::desktop {

// The selection in one line, for those who hear the window instead of seeing it: name, duration, begin, annotation,
// phase, track. Empty without a selection.
[[nodiscard]] QString spokenText(const Arrangement& arrangement, const Selection& selection);

} // namespace lanescope::desktop
