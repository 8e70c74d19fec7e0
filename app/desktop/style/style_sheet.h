// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lanescope::desktop {

struct Theme;

// What Fusion and a palette cannot say: spacing of bars and docks, slim scroll bars, quiet borders.
[[nodiscard]] QString styleSheetOf(const Theme& theme);

} // namespace lanescope::desktop
