// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/filter_expression.h"
#include "core/query/filter_values.h"

#include <string>
#include <string_view>

namespace lanescope {

// One pass over a filter's text by recursive descent; parseFilter() is what others call. Each parse function leaves
// m_at behind what it took, and returns false with the first problem set.
class FilterParser {
public:
    static constexpr std::size_t kDeepestNesting = 100;
    static constexpr std::size_t kMostTerms = 200;

    explicit FilterParser(std::string_view text) : m_text(text) {}

    [[nodiscard]] tl::expected<FilterExpression, FilterProblem> parse();

private:
    struct Word {
        std::string plain; // without backslashes
        std::string glob;  // with them
        bool hasWildcard = false;
    };

    [[nodiscard]] bool parseAny(); // terms joined by OR
    [[nodiscard]] bool parseAll(); // terms side by side
    [[nodiscard]] bool parseTerm();
    [[nodiscard]] bool parseGroup();
    [[nodiscard]] bool parseCondition();
    // Key and comparison, if they stand here; all else is text. False on a problem.
    [[nodiscard]] bool parseKey(FilterTerm& term, FilterCompare& compare);
    [[nodiscard]] bool parseAnnotationField(FilterTerm& term);
    [[nodiscard]] bool parseComparison(std::size_t at, FilterCompare& compare, std::size_t& end) const;
    [[nodiscard]] bool parseText(FilterTerm& term);
    [[nodiscard]] bool parseQuoted(std::string& text);
    [[nodiscard]] bool parseRegex(std::string& regex, bool& ignoresCase);
    [[nodiscard]] bool parseWord(Word& word);
    [[nodiscard]] bool parseRanges(FilterTerm& term, FilterCompare compare);
    [[nodiscard]] bool compile(FilterTerm& term, FilterPattern::Kind kind, std::string_view pattern, std::size_t begin);

    [[nodiscard]] bool isAtEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] char charAt(std::size_t at) const { return at < m_text.size() ? m_text[at] : '\0'; }
    [[nodiscard]] bool isBoundary(std::size_t at) const;
    [[nodiscard]] bool isOperator(std::string_view word) const;
    [[nodiscard]] std::size_t endOfValue() const;
    void skipSpace();
    void add(FilterStep::Kind kind, std::uint32_t term = 0) { m_result.steps.push_back({kind, term}); }
    bool fail(std::size_t at, std::size_t length, std::string message);

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_depth = 0;
    FilterExpression m_result;
    FilterProblem m_problem;
};

} // namespace lanescope
