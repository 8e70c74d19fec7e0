// SPDX-License-Identifier: Apache-2.0
#include "core/query/filter_values.h"

#include "core/load/decimal_time.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace lanescope {
namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

struct Unit {
    std::string_view name;
    std::string_view exponent; // of microseconds, which are what decimal times are read as
};
constexpr std::array<Unit, 6> kUnits{
    {{"ns", "e-3"}, {"us", ""}, {"\xc2\xb5s", ""}, {"\xce\xbcs", ""}, {"ms", "e3"}, {"s", "e6"}}};

using Value = tl::expected<std::int64_t, FilterProblem>;

tl::unexpected<FilterProblem> problem(std::size_t at, std::size_t length, std::string message)
{
    return tl::unexpected(FilterProblem{at, length, std::move(message)});
}

Value parseWholeNumber(std::string_view text, std::size_t at)
{
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::result_out_of_range)
        return problem(at, text.size(), "the number is too large");
    if (error != std::errc() || stop != end || value < 0)
        return problem(at, text.size(), "expected a whole number");
    return value;
}

Value parseTime(std::string_view text, std::size_t at)
{
    const std::size_t unitAt = std::min(text.find_first_not_of("0123456789.-+"), text.size());
    const std::string number(text.substr(0, unitAt));
    const std::string_view unitText = text.substr(unitAt);
    if (number.empty() || number.find_first_of("0123456789") == std::string::npos)
        return problem(at, text.size(), "expected a time such as 10us");
    const auto* const unit =
        std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& known) { return known.name == unitText; });
    if (unit == kUnits.end()) {
        if (unitText.empty() && parseMicroseconds(number) == 0)
            return 0;
        return problem(at + (unitText.empty() ? 0 : unitAt), unitText.empty() ? text.size() : unitText.size(),
                       "expected a unit of time after the number: ns, us, ms or s");
    }
    const auto ns = parseMicroseconds(number + std::string(unit->exponent));
    if (!ns)
        return problem(at, text.size(),
                       ns.error() == DecimalError::OutOfRange ? "the time is too large"
                                                              : "expected a time such as 10us");
    return *ns;
}

Value parseValue(std::string_view text, std::size_t at, FilterValueKind kind)
{
    if (text.empty())
        return problem(at, 0,
                       kind == FilterValueKind::Time ? "expected a time such as 10us" : "expected a whole number");
    return kind == FilterValueKind::Time ? parseTime(text, at) : parseWholeNumber(text, at);
}

tl::expected<FilterRange, FilterProblem> parseRange(std::string_view text, std::size_t at, FilterValueKind kind)
{
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) {
        const Value value = parseValue(text, at, kind);
        if (!value)
            return tl::unexpected(value.error());
        return FilterRange{*value, *value};
    }
    FilterRange range{kLowest, kHighest};
    const std::string_view low = text.substr(0, dots);
    const std::string_view high = text.substr(dots + 2);
    if (low.empty() && high.empty())
        return problem(at, text.size(), "expected a value on one side of \"..\"");
    if (!low.empty()) {
        const Value value = parseValue(low, at, kind);
        if (!value)
            return tl::unexpected(value.error());
        range.low = *value;
    }
    if (!high.empty()) {
        const Value value = parseValue(high, at + dots + 2, kind);
        if (!value)
            return tl::unexpected(value.error());
        range.high = *value;
    }
    if (range.low > range.high)
        return problem(at, text.size(), "the range ends before it begins");
    return range;
}

// Values read from a text are far from the ends of an int64 (times) or not negative (numbers), except kHighest.
std::vector<FilterRange> compared(std::int64_t value, FilterCompare compare)
{
    std::vector<FilterRange> ranges;
    if (compare == FilterCompare::Below)
        ranges.push_back({kLowest, value - 1});
    if (compare == FilterCompare::Above && value < kHighest)
        ranges.push_back({value + 1, kHighest});
    if (compare == FilterCompare::AtMost)
        ranges.push_back({kLowest, value});
    if (compare == FilterCompare::AtLeast)
        ranges.push_back({value, kHighest});
    return ranges;
}

} // namespace

tl::expected<std::vector<FilterRange>, FilterProblem> parseFilterRanges(std::string_view text, FilterValueKind kind,
                                                                        FilterCompare compare)
{
    if (compare != FilterCompare::Equal && compare != FilterCompare::Unequal) {
        const Value value = parseValue(text, 0, kind);
        if (!value)
            return tl::unexpected(value.error());
        return compared(*value, compare);
    }
    std::vector<FilterRange> ranges;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const auto range = parseRange(text.substr(begin, end - begin), begin, kind);
        if (!range)
            return tl::unexpected(range.error());
        ranges.push_back(*range);
        begin = end + 1;
    }
    return ranges;
}

} // namespace lanescope
