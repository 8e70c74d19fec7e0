// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/models/slice_details.h"

#include <string_view>
#include <vector>

namespace lanescope::desktop {

// The args of one event, whose text is given as the file has it, one line each in the file's order. What is not JSON
// ends the list. Any thread.
[[nodiscard]] std::vector<DetailNode> argsLines(std::string_view eventText);

} // namespace lanescope::desktop
