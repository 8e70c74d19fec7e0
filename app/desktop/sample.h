// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

namespace lanescope::desktop {

// The path of the bundled trace, written out of the program to the user's cache folder the first time, with its
// annotations beside it. Errors: CannotWrite.
[[nodiscard]] Result<QString> sampleTracePath();

} // namespace lanescope::desktop
