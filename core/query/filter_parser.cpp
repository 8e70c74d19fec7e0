// SPDX-License-Identifier: Apache-2.0
#include "core/query/filter_parser.h"

#include <algorithm>

namespace lanescope {
namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool isKeyCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string listOfKeys()
{
    std::string list;
    for (const FilterKeyName& key : filterKeyNames()) {
        if (!key.isAlias)
            list += (list.empty() ? "" : ", ") + std::string(key.name);
    }
    return list;
}

constexpr const char* kExpectedText = "expected a text, \"a text in quotes\" or /a regular expression/";

} // namespace

tl::expected<FilterExpression, FilterProblem> FilterParser::parse()
{
    if (m_text.size() > kLongestFilter)
        return tl::unexpected(
            FilterProblem{kLongestFilter, 0, "the filter is longer than " + std::to_string(kLongestFilter) + " bytes"});
    skipSpace();
    if (isAtEnd())
        return FilterExpression();
    if (parseAny()) {
        if (isAtEnd())
            return std::move(m_result);
        fail(m_at, 1, "this ) closes nothing; a ( before it is missing");
    }
    return tl::unexpected(m_problem);
}

bool FilterParser::parseAny()
{
    if (!parseAll())
        return false;
    while (isOperator("OR")) {
        m_at += 2;
        if (!parseAll())
            return false;
        add(FilterStep::Kind::Or);
    }
    return true;
}

bool FilterParser::parseAll()
{
    for (bool isFirst = true;; isFirst = false) {
        skipSpace();
        bool mustFollow = isFirst;
        if (!isFirst && isOperator("AND")) {
            m_at += 3;
            skipSpace();
            mustFollow = true;
        }
        if (isAtEnd() || charAt(m_at) == ')' || isOperator("OR")) {
            if (!mustFollow)
                return true;
            const std::size_t length = isAtEnd() ? 0 : charAt(m_at) == ')' ? 1 : 2;
            return fail(m_at, length, "expected a condition such as ann:layer_* or a part of a name");
        }
        if (mustFollow && isOperator("AND"))
            return fail(m_at, 3, "expected a condition; write \"AND\" in quotes if it is part of a name");
        if (!parseTerm())
            return false;
        if (!isFirst)
            add(FilterStep::Kind::And);
    }
}

bool FilterParser::parseTerm()
{
    bool isNegated = false;
    while (charAt(m_at) == '-') {
        isNegated = !isNegated;
        ++m_at;
        if (isAtEnd() || isSpace(charAt(m_at)) || charAt(m_at) == ')')
            return fail(m_at - 1, 1, "expected a condition right after the -");
    }
    if (!(charAt(m_at) == '(' ? parseGroup() : parseCondition()))
        return false;
    if (isNegated)
        add(FilterStep::Kind::Not);
    return true;
}

bool FilterParser::parseGroup()
{
    const std::size_t begin = m_at;
    if (m_depth == kDeepestNesting)
        return fail(begin, 1, "more than " + std::to_string(kDeepestNesting) + " parentheses inside each other");
    ++m_depth;
    ++m_at;
    if (!parseAny())
        return false;
    --m_depth;
    if (charAt(m_at) != ')')
        return fail(begin, 1, "this ( is not closed");
    ++m_at;
    if (!isBoundary(m_at))
        return fail(m_at, 1, "expected a space after the )");
    return true;
}

bool FilterParser::parseCondition()
{
    FilterTerm term;
    FilterCompare compare = FilterCompare::Equal;
    if (m_result.terms.size() == kMostTerms)
        return fail(m_at, 0, "more than " + std::to_string(kMostTerms) + " conditions");
    if (!parseKey(term, compare))
        return false;
    const bool isText = valueKindOf(term.key) == FilterValueKind::Text;
    if (!(isText ? parseText(term) : parseRanges(term, compare)))
        return false;
    add(FilterStep::Kind::Term, static_cast<std::uint32_t>(m_result.terms.size()));
    m_result.terms.push_back(std::move(term));
    if (compare == FilterCompare::Unequal)
        add(FilterStep::Kind::Not);
    return true;
}

bool FilterParser::parseKey(FilterTerm& term, FilterCompare& compare)
{
    std::size_t end = m_at;
    while (isKeyCharacter(charAt(end)))
        ++end;
    const std::string_view name = m_text.substr(m_at, end - m_at);
    if (name.empty())
        return true;
    const FilterKeyName* const key = filterKeyNamed(name);
    if (key != nullptr && key->key == FilterKey::Annotation && charAt(end) == '.')
        return parseAnnotationField(term);
    std::size_t valueAt = end;
    if (charAt(end) == ':' && charAt(end + 1) != ':') { // "at::native" is text
        if (key == nullptr)
            return fail(m_at, name.size(),
                        "no key \"" + std::string(name) + "\": there are " + listOfKeys() +
                            "; put text with a colon in quotes");
        valueAt = end + 1;
        if (key->kind != FilterValueKind::Text)
            (void)parseComparison(valueAt, compare, valueAt); // "dur:>10us": none is fine
    } else {
        FilterCompare written = FilterCompare::Equal;
        if (key == nullptr || !parseComparison(end, written, valueAt))
            return true;
        // "kernel<4>" is a part of a name.
        if (key->kind == FilterValueKind::Text && written != FilterCompare::Equal && written != FilterCompare::Unequal)
            return true;
        compare = written;
    }
    term.key = key->key;
    m_at = valueAt;
    return true;
}

bool FilterParser::parseAnnotationField(FilterTerm& term)
{
    const std::size_t begin = m_text.find('.', m_at) + 1;
    std::size_t end = begin;
    while (isKeyCharacter(charAt(end)))
        ++end;
    if (end == begin || charAt(end) != ':' || charAt(end + 1) == ':')
        return true;
    term.key = FilterKey::AnnotationField;
    term.field = m_text.substr(begin, end - begin);
    m_at = end + 1;
    return true;
}

bool FilterParser::parseComparison(std::size_t at, FilterCompare& compare, std::size_t& end) const
{
    const char first = charAt(at);
    const bool isTwo = charAt(at + 1) == '=';
    if (first == '<')
        compare = isTwo ? FilterCompare::AtMost : FilterCompare::Below;
    else if (first == '>')
        compare = isTwo ? FilterCompare::AtLeast : FilterCompare::Above;
    else if (first == '!' && isTwo)
        compare = FilterCompare::Unequal;
    else if (first == '=')
        compare = FilterCompare::Equal;
    else
        return false;
    end = at + (isTwo ? 2 : 1);
    return true;
}

bool FilterParser::parseText(FilterTerm& term)
{
    const std::size_t begin = m_at;
    if (isAtEnd() || isSpace(charAt(m_at)) || charAt(m_at) == ')')
        return fail(begin, 0, kExpectedText);
    if (charAt(m_at) == '"') {
        std::string text;
        return parseQuoted(text) && compile(term, FilterPattern::Kind::Text, text, begin);
    }
    if (charAt(m_at) == '/') {
        std::string regex;
        bool ignoresCase = false;
        return parseRegex(regex, ignoresCase) &&
               compile(term, ignoresCase ? FilterPattern::Kind::RegexIgnoreCase : FilterPattern::Kind::Regex, regex,
                       begin);
    }
    Word word;
    return parseWord(word) && (word.hasWildcard ? compile(term, FilterPattern::Kind::Glob, word.glob, begin)
                                                : compile(term, FilterPattern::Kind::Text, word.plain, begin));
}

bool FilterParser::parseQuoted(std::string& text)
{
    const std::size_t begin = m_at++;
    for (; charAt(m_at) != '"' || isAtEnd(); ++m_at) {
        if (charAt(m_at) == '\\' && (charAt(m_at + 1) == '"' || charAt(m_at + 1) == '\\'))
            ++m_at;
        if (isAtEnd())
            return fail(begin, 1, "this \" is not closed");
        text += charAt(m_at);
    }
    ++m_at;
    if (text.empty())
        return fail(begin, 2, "expected a text between the quotes");
    if (!isBoundary(m_at))
        return fail(m_at, 1, "expected a space after the closing quote; \\\" is a quote inside of a text");
    return true;
}

bool FilterParser::parseRegex(std::string& regex, bool& ignoresCase)
{
    const std::size_t begin = m_at++;
    for (; charAt(m_at) != '/' || isAtEnd(); ++m_at) {
        if (isAtEnd())
            return fail(begin, 1, "expected a / at the end of the regular expression; put text with a / in quotes");
        if (charAt(m_at) == '\\' && m_at + 1 < m_text.size()) {
            if (charAt(m_at + 1) != '/')
                regex += '\\';
            ++m_at;
        }
        regex += charAt(m_at);
    }
    ++m_at;
    if (regex.empty())
        return fail(begin, 2, "expected a regular expression between the slashes");
    ignoresCase = charAt(m_at) == 'i';
    m_at += ignoresCase ? 1 : 0;
    if (!isBoundary(m_at))
        return fail(m_at, 1, "expected i (letters of any case) or a space after the regular expression");
    return true;
}

bool FilterParser::parseWord(Word& word)
{
    for (; !isAtEnd() && !isSpace(charAt(m_at)) && charAt(m_at) != ')'; ++m_at) {
        char c = charAt(m_at);
        if (c == '(' || c == '"')
            return fail(m_at, 1, std::string("put text with a ") + c + " in quotes" + (c == '"' ? ", as \\\"" : ""));
        if (c == '\\' && m_at + 1 < m_text.size()) {
            word.glob += c;
            c = charAt(++m_at);
        } else {
            word.hasWildcard = word.hasWildcard || c == '*' || c == '?';
        }
        word.glob += c;
        word.plain += c;
    }
    return true;
}

bool FilterParser::parseRanges(FilterTerm& term, FilterCompare compare)
{
    const std::size_t end = endOfValue();
    auto ranges = parseFilterRanges(m_text.substr(m_at, end - m_at), valueKindOf(term.key), compare);
    if (!ranges)
        return fail(m_at + ranges.error().at, ranges.error().length, ranges.error().message);
    term.ranges = *std::move(ranges);
    m_at = end;
    return true;
}

bool FilterParser::compile(FilterTerm& term, FilterPattern::Kind kind, std::string_view pattern, std::size_t begin)
{
    const FilterPattern::Extent extent = term.key == FilterKey::AnyText  ? FilterPattern::Extent::Anywhere
                                         : term.key == FilterKey::Module ? FilterPattern::Extent::DottedPath
                                                                         : FilterPattern::Extent::Whole;
    auto compiled = FilterPattern::compile(kind, extent, pattern);
    if (compiled) {
        term.pattern = *std::move(compiled);
        return true;
    }
    const std::string& part = compiled.error().part;
    const std::string_view written = m_text.substr(begin, m_at - begin);
    const std::size_t partAt = part.empty() ? std::string_view::npos : written.find(part);
    const bool isFound = partAt != std::string_view::npos;
    return fail(isFound ? begin + partAt : begin, isFound ? part.size() : written.size(),
                (kind == FilterPattern::Kind::Text || kind == FilterPattern::Kind::Glob
                     ? "this text cannot be looked for: "
                     : "the regular expression is wrong: ") +
                    compiled.error().message);
}

bool FilterParser::isBoundary(std::size_t at) const
{
    return at >= m_text.size() || isSpace(m_text[at]) || m_text[at] == ')';
}

bool FilterParser::isOperator(std::string_view word) const
{
    const std::size_t end = m_at + word.size();
    return m_text.substr(m_at).starts_with(word) && (isBoundary(end) || m_text[end] == '(');
}

std::size_t FilterParser::endOfValue() const
{
    std::size_t end = m_at;
    while (!isBoundary(end))
        ++end;
    return end;
}

void FilterParser::skipSpace()
{
    while (!isAtEnd() && isSpace(m_text[m_at]))
        ++m_at;
}

bool FilterParser::fail(std::size_t at, std::size_t length, std::string message)
{
    m_problem = {at, length, std::move(message)};
    return false;
}

} // namespace lanescope
