// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <QString>

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace lanescope::desktop {

[[nodiscard]] QString toQString(std::string_view utf8);
// "1,234,567": grouped the same way whatever the locale, as times are.
[[nodiscard]] QString countText(std::uint64_t count);
// "1,048,576", "0.25", "1.5e+20": a counter's value.
[[nodiscard]] QString counterText(double value);
[[nodiscard]] QString durationLabel(TimeNs ns, int digits = 4);
[[nodiscard]] QString pathText(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path toPath(const QString& text);
// "forward" as a label: "Forward"; "none" is said in words.
[[nodiscard]] QString phaseLabel(std::string_view phase);

} // namespace lanescope::desktop
