// SPDX-License-Identifier: Apache-2.0
#include "core/query/time_range_text.h"

#include "core/base/trimmed.h"
#include "core/load/decimal_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace lanescope {
namespace {

struct Unit {
    std::string_view name;
    std::string_view exponent; // of microseconds, which are what decimal times are read as
    std::int64_t factor;       // where ten does not do
};
constexpr std::array<Unit, 7> kUnits{{{"ns", "e-3", 1},
                                      {"us", "", 1},
                                      {"\xc2\xb5s", "", 1},
                                      {"\xce\xbcs", "", 1},
                                      {"ms", "e3", 1},
                                      {"s", "e6", 1},
                                      {"min", "e6", 60}}};

bool isNumberCharacter(char c)
{
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+';
}

tl::unexpected<Error> unreadable(std::string_view range, std::string_view why)
{
    return failure(ErrorCode::WrongUsage,
                   fmt::format("\"{}\" is no time range: {}; write it as 1.5ms:20ms (ns, us, ms, s or min from the "
                               "trace's start), or with @ before times as the file counts them",
                               range, why));
}

Result<std::optional<TimeRangeText::End>> parseEnd(std::string_view text, std::string_view range)
{
    text = trimmed(text);
    if (text.empty())
        return std::nullopt;
    TimeRangeText::End end;
    if (text.front() == '@') {
        end.isFileTime = true;
        text.remove_prefix(1);
    }
    const auto* const behind = std::find_if_not(text.begin(), text.end(), isNumberCharacter);
    const std::string number(text.begin(), behind);
    const std::string_view unitText = trimmed(text.substr(number.size()));
    const auto* const unit =
        std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& known) { return known.name == unitText; });
    if (unit == kUnits.end()) {
        if (unitText.empty() && parseMicroseconds(number) == 0)
            return end;
        return unreadable(range, unitText.empty() ? fmt::format("\"{}\" has no unit", text)
                                                  : fmt::format("\"{}\" is no time", text));
    }
    const auto ns = parseMicroseconds(number + std::string(unit->exponent));
    if (!ns)
        return unreadable(range, ns.error() == DecimalError::OutOfRange ? fmt::format("\"{}\" is too large", text)
                                                                        : fmt::format("\"{}\" is no time", text));
    if (std::max(*ns, -*ns) > kLargestFileTimeNs / unit->factor)
        return unreadable(range, fmt::format("\"{}\" is too large", text));
    end.ns = *ns * unit->factor;
    return end;
}

} // namespace

Result<TimeRangeText> parseTimeRange(std::string_view text)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return unreadable(text, "it has no \":\"");
    TimeRangeText range;
    const auto begin = parseEnd(text.substr(0, colon), text);
    if (!begin)
        return failureOf(begin);
    const auto end = parseEnd(text.substr(colon + 1), text);
    if (!end)
        return failureOf(end);
    range.begin = *begin;
    range.end = *end;
    const bool isComparable = range.begin && range.end && range.begin->isFileTime == range.end->isFileTime;
    if (isComparable && range.begin->ns >= range.end->ns)
        return unreadable(text, "it ends before it begins");
    return range;
}

Result<TimeRange> placeTimeRange(const TimeRangeText& text, const Trace& trace)
{
    const auto placed = [&trace](const TimeRangeText::End& end) {
        // Both are at most 2^61: the difference fits.
        return end.isFileTime ? end.ns - trace.baseNs() : end.ns;
    };
    const TimeRange all = trace.fullRange();
    TimeRange range{all.beginNs, all.endNs + 1}; // an instant may stand at the very end
    if (text.begin)
        range.beginNs = placed(*text.begin);
    if (text.end)
        range.endNs = placed(*text.end);
    if (range.isEmpty())
        return failure(ErrorCode::WrongUsage, "the time range ends before it begins: the trace goes from 0 to " +
                                                  fmt::format("{} us", static_cast<double>(all.endNs) / 1000));
    return range;
}

} // namespace lanescope
