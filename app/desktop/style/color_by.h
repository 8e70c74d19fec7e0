// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lanescope::desktop {

// What the colour of a piece of GPU work tells.
enum class ColorBy { Annotation, Phase, Kernel, Category };

} // namespace lanescope::desktop
