// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/query/filter_keys.h"
#include "core/query/filter_pattern.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// Both ends belong to it.
struct FilterRange {
    std::int64_t low = 0;
    std::int64_t high = 0;

    [[nodiscard]] bool contains(std::int64_t value) const { return low <= value && value <= high; }
    friend bool operator==(const FilterRange&, const FilterRange&) = default;
};

// One condition on an event.
struct FilterTerm {
    FilterKey key = FilterKey::AnyText;
    std::string field;                    // of AnnotationField
    std::optional<FilterPattern> pattern; // of keys with texts
    std::vector<FilterRange> ranges;      // of all others, one of which must hold the value; times in nanoseconds
};

// An expression in postfix order: a term puts its answer on a stack, the others work on the top one or two.
struct FilterStep {
    enum class Kind : std::uint8_t { Term, Not, And, Or };
    Kind kind = Kind::Term;
    std::uint32_t term = 0; // position in FilterExpression::terms
};

// What is asked of events: the language of README.md. Without steps everything matches. Immutable once parsed; copies
// are cheap and may be used on any thread.
struct FilterExpression {
    std::vector<FilterTerm> terms;
    std::vector<FilterStep> steps;

    [[nodiscard]] bool isEmpty() const { return steps.empty(); }
};

// Where a text is no filter, in bytes of it, and what was expected there. `length` is 0 at the end of the text.
struct FilterProblem {
    std::size_t at = 0;
    std::size_t length = 0;
    std::string message; // one line: "expected a time such as 10us"
};

// White space alone is the empty expression. Takes time and memory linear in the text, which may have kLongestFilter
// bytes, and bounded stack.
inline constexpr std::size_t kLongestFilter = 8192;
[[nodiscard]] tl::expected<FilterExpression, FilterProblem> parseFilter(std::string_view text);

// parseFilter() for command lines: the error is one line that names the character. Errors: WrongUsage.
[[nodiscard]] Result<FilterExpression> parseFilterOption(std::string_view text);

// A term that asks for exactly this value of a text key: `ann:"layer 1"`, `ann:layer_1`.
[[nodiscard]] std::string filterTermText(std::string_view keyName, std::string_view value);

} // namespace lanescope
