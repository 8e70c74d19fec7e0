// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope {
namespace {

constexpr std::uint64_t kSecondNs = 1'000'000'000;
constexpr std::uint64_t kMinuteNs = 60 * kSecondNs;
constexpr std::uint64_t kHourNs = 60 * kMinuteNs;

struct Unit {
    std::uint64_t ns;
    std::string_view name;
};
constexpr std::array<Unit, 6> kUnits{
    {{1, "ns"}, {1'000, "µs"}, {1'000'000, "ms"}, {kSecondNs, "s"}, {kMinuteNs, "min"}, {kHourNs, "h"}}};
constexpr std::size_t kSecond = 3;
constexpr std::size_t kMinute = 4;

std::uint64_t magnitude(TimeNs ns)
{
    return ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
}

int digitCount(std::uint64_t value)
{
    int digits = 1;
    for (; value >= 10; value /= 10)
        ++digits;
    return digits;
}

std::uint64_t powerOfTen(int exponent)
{
    std::uint64_t power = 1;
    for (int i = 0; i < exponent; ++i)
        power *= 10;
    return power;
}

std::uint64_t roundedTo(std::uint64_t value, std::uint64_t quantum)
{
    const std::uint64_t rest = value % quantum;
    return rest >= quantum - rest ? value - rest + quantum : value - rest;
}

// The largest unit up to `largest` that is not above the value.
std::size_t unitFor(std::uint64_t value, std::size_t largest)
{
    std::size_t unit = 0;
    while (unit < largest && kUnits[unit + 1].ns <= value)
        ++unit;
    return unit;
}

// `value` in a decimal unit, without trailing zeros.
std::string decimalText(std::uint64_t value, std::uint64_t unitNs)
{
    std::string text = std::to_string(value / unitNs);
    std::string fraction = std::to_string(unitNs + value % unitNs).substr(1); // leading zeros kept
    fraction.erase(fraction.find_last_not_of('0') + 1);
    return fraction.empty() ? text : text + '.' + fraction;
}

std::string longText(std::uint64_t value, int digits)
{
    const int minuteDigits = digitCount(value / kMinuteNs);
    const int decimals = std::clamp(digits - minuteDigits - 2, 0, 9);
    std::uint64_t shown = roundedTo(value, kSecondNs / powerOfTen(decimals));
    if (shown >= kHourNs || digits < minuteDigits + 2)
        shown = roundedTo(value, kMinuteNs);
    std::string text;
    if (shown >= kHourNs)
        text = fmt::format("{} h ", shown / kHourNs);
    if (shown % kHourNs >= kMinuteNs)
        text += fmt::format("{} min ", shown % kHourNs / kMinuteNs);
    if (shown % kMinuteNs > 0)
        text += decimalText(shown % kMinuteNs, kSecondNs) + " s ";
    text.pop_back();
    return text;
}

struct Step {
    TimeNs ns;
    int minors; // parts between two labels; 1: no minor ticks
};

// The smallest round step that is at least `atLeastNs` long.
Step roundStep(double atLeastNs)
{
    constexpr std::array<TimeNs, 3> kRound{1, 2, 5};
    constexpr std::array<int, 3> kParts{5, 4, 5};
    const auto search = [&](TimeNs base, TimeNs limit) -> Step {
        for (TimeNs power = base; power < limit; power *= 10) {
            for (std::size_t i = 0; i < kRound.size(); ++i) {
                const TimeNs step = kRound[i] * power;
                if (step < limit && static_cast<double>(step) >= atLeastNs)
                    return {step, step % kParts[i] == 0 ? kParts[i] : 1};
            }
        }
        return {0, 1};
    };
    constexpr auto kMinuteStep = static_cast<TimeNs>(kMinuteNs);
    constexpr auto kHourStep = static_cast<TimeNs>(kHourNs);
    if (const Step step = search(1, kMinuteStep); step.ns != 0)
        return step;
    if (const Step step = search(kMinuteStep, kHourStep); step.ns != 0)
        return step;
    const Step step = search(kHourStep, TimeNs{1} << 60);
    return step.ns != 0 ? step : Step{TimeNs{1} << 60, 1};
}

TimeNs floorTo(TimeNs value, TimeNs step)
{
    const TimeNs rest = value % step;
    return value - rest - (rest < 0 ? step : 0);
}

// How all labels of an axis are written.
struct LabelForm {
    std::size_t unit = 0;
    int decimals = 0;

    LabelForm(std::uint64_t largest, TimeNs stepNs)
    {
        // A unit of minutes or hours has no decimals: it needs a step that is a multiple of it.
        const auto step = static_cast<std::uint64_t>(stepNs);
        unit = unitFor(largest, kUnits.size() - 1);
        while (unit >= kMinute && step % kUnits[unit].ns != 0)
            --unit;
        while (unit <= kSecond && step % (kUnits[unit].ns / powerOfTen(decimals)) != 0)
            ++decimals;
    }
    [[nodiscard]] int digitsFor(std::uint64_t largest) const
    {
        return digitCount(largest / kUnits[unit].ns) + decimals;
    }
    [[nodiscard]] std::string text(TimeNs ns) const
    {
        const std::uint64_t value = magnitude(ns);
        const Unit& in = kUnits[unit];
        std::string digits = std::to_string(value / in.ns);
        if (decimals > 0)
            digits += '.' + std::to_string(in.ns + value % in.ns).substr(1, static_cast<std::size_t>(decimals));
        return fmt::format("{}{} {}", ns < 0 ? "-" : "", digits, in.name);
    }
};

// A round time at or before the view, at least as far from the next one as the view is long.
TimeNs originFor(TimeRange range, TimeNs stepNs)
{
    TimeNs distance = stepNs;
    while (distance < range.durationNs() && distance < (TimeNs{1} << 58))
        distance *= 10;
    return floorTo(range.beginNs, distance);
}

} // namespace

std::string durationText(TimeNs ns, int digits)
{
    const std::uint64_t value = magnitude(ns);
    const std::string sign = ns < 0 ? "-" : "";
    const int kept = std::max(digits, 1);
    const std::uint64_t shown = roundedTo(value, powerOfTen(std::max(0, digitCount(value) - kept)));
    if (shown >= kMinuteNs)
        return sign + longText(value, kept);
    const Unit& unit = kUnits[unitFor(shown, kSecond)];
    return fmt::format("{}{} {}", sign, decimalText(shown, unit.ns), unit.name);
}

std::string exactSecondsText(TimeNs ns)
{
    const std::uint64_t value = magnitude(ns);
    return fmt::format("{}{}.{:09} s", ns < 0 ? "-" : "", value / kSecondNs, value % kSecondNs);
}

Ticks ticksFor(TimeRange range, int widthPx, int labelSpacingPx)
{
    constexpr int kMostDigits = 6;
    Ticks result;
    if (range.isEmpty() || widthPx <= 0)
        return result;
    const double nsPerPx = static_cast<double>(range.durationNs()) / widthPx;
    const Step step = roundStep(nsPerPx * std::max(labelSpacingPx, 1));
    const TimeNs minor = step.ns / step.minors;

    std::uint64_t largest = std::max(magnitude(range.beginNs), magnitude(range.endNs));
    LabelForm form(largest, step.ns);
    const bool isRelative = form.digitsFor(largest) > kMostDigits;
    if (isRelative) {
        result.originNs = originFor(range, step.ns);
        result.originLabel =
            fmt::format("{}{} s", result.originNs < 0 ? "-" : "", decimalText(magnitude(result.originNs), kSecondNs));
        largest = magnitude(range.endNs - result.originNs);
        form = LabelForm(largest, step.ns);
    }
    TimeNs at = floorTo(range.beginNs, minor);
    if (at < range.beginNs)
        at += minor;
    for (; at < range.endNs; at += minor) {
        Tick tick{at, {}};
        if (at % step.ns == 0)
            tick.label = isRelative ? fmt::format("+{}", form.text(at - result.originNs)) : form.text(at);
        result.ticks.push_back(std::move(tick));
    }
    return result;
}

} // namespace lanescope
