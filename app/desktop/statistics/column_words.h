// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/stats_column.h"
#include "core/query/stats_key.h"

#include <QString>
#include <span>

namespace lanescope::desktop {

// The texts of core's statistics in the language of the window. Any thread.
[[nodiscard]] QString columnTitle(const StatsColumnText& column);
[[nodiscard]] QString columnMeaning(const StatsColumnText& column);
// "Region, phase".
[[nodiscard]] QString keysTitle(std::span<const StatsKey> keys);

} // namespace lanescope::desktop
