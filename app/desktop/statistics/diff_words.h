// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/viewport/diff_phrases.h"

namespace lanescope::desktop {

// The phrases of core's sentences about a comparison in the language of the window. Any thread.
[[nodiscard]] DiffPhrases diffWords();

} // namespace lanescope::desktop
