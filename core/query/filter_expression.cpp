// SPDX-License-Identifier: Apache-2.0
#include "core/query/filter_expression.h"

#include "core/query/filter_parser.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {

tl::expected<FilterExpression, FilterProblem> parseFilter(std::string_view text)
{
    return FilterParser(text).parse();
}

Result<FilterExpression> parseFilterOption(std::string_view text)
{
    auto parsed = parseFilter(text);
    if (parsed)
        return *std::move(parsed);
    const FilterProblem& problem = parsed.error();
    const std::string_view before = text.substr(0, problem.at);
    const auto characters = 1 + std::count_if(before.begin(), before.end(), [](char c) {
                                return (static_cast<unsigned char>(c) & 0xC0) != 0x80; // UTF-8's first bytes
                            });
    const std::string_view part = text.substr(before.size(), problem.length);
    const std::string place = part.empty() ? std::string("the end") : fmt::format("\"{}\"", part);
    return failure(ErrorCode::WrongUsage,
                   fmt::format("filter, character {} ({}): {}", characters, place, problem.message));
}

std::string filterTermText(std::string_view keyName, std::string_view value)
{
    const bool isPlain =
        !value.empty() && value.front() != '/' && value.find_first_of(" \t\r\n\"\\()*?") == std::string_view::npos;
    if (isPlain)
        return fmt::format("{}:{}", keyName, value);
    std::string quoted;
    for (const char c : value) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return fmt::format("{}:\"{}\"", keyName, quoted);
}

} // namespace lanescope
