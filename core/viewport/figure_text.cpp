// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/figure_text.h"

#include "core/viewport/time_text.h"

#include <fmt/format.h>

namespace lanescope {

std::string digitsText(std::uint64_t number)
{
    std::string text = fmt::format("{}", number);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, 1, ',');
    }
    return text;
}

std::string shareText(double share)
{
    return fmt::format("{:.1f} %", 100 * share);
}

std::string differenceText(TimeNs ns)
{
    return ns > 0 ? "+" + durationText(ns) : durationText(ns);
}

std::string percentText(TimeNs difference, TimeNs of)
{
    if (of <= 0)
        return {};
    return fmt::format("{:+.1f} %", 100 * static_cast<double>(difference) / static_cast<double>(of));
}

std::string figureText(const StatsFigures& figures, StatsColumn column, TimeNs busyNs)
{
    if (!hasValue(figures, column))
        return {};
    const std::int64_t value = valueOf(figures, column);
    switch (textsOf(column).unit) {
    case StatsUnit::Pieces:
        return digitsText(static_cast<std::uint64_t>(value));
    case StatsUnit::Time:
        return durationText(value);
    case StatsUnit::Share:
        break;
    }
    return shareText(busyNs > 0 ? static_cast<double>(value) / static_cast<double>(busyNs) : 0);
}

} // namespace lanescope
