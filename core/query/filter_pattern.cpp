// SPDX-License-Identifier: Apache-2.0
#include "core/query/filter_pattern.h"

#include <re2/re2.h>

namespace lanescope {
namespace {

// Compiled program and the automaton that matching builds, each pattern. A larger automaton is thrown away and rebuilt.
constexpr std::int64_t kLargestProgramBytes = 1 << 20;

std::string regexOfGlob(std::string_view glob)
{
    std::string regex;
    for (std::size_t i = 0; i < glob.size(); ++i) {
        if (glob[i] == '*') {
            regex += "\\C*"; // any byte: names are not always UTF-8
        } else if (glob[i] == '?') {
            regex += "(?s:.)";
        } else {
            if (glob[i] == '\\' && i + 1 < glob.size())
                ++i;
            regex += re2::RE2::QuoteMeta(re2::StringPiece(glob.data() + i, 1));
        }
    }
    return regex;
}

std::string regexOf(FilterPattern::Kind kind, FilterPattern::Extent extent, std::string_view pattern)
{
    using Kind = FilterPattern::Kind;
    using Extent = FilterPattern::Extent;
    if (kind == Kind::Regex || kind == Kind::RegexIgnoreCase)
        return std::string(pattern);
    const std::string regex = kind == Kind::Glob
                                  ? regexOfGlob(pattern)
                                  : re2::RE2::QuoteMeta(re2::StringPiece(pattern.data(), pattern.size()));
    if (extent == Extent::DottedPath)
        return "\\A(?:" + regex + ")(?:\\z|\\.)";
    if (extent == Extent::Anywhere && kind == Kind::Text)
        return regex;
    return "\\A(?:" + regex + ")\\z";
}

} // namespace

tl::expected<FilterPattern, FilterPattern::Problem> FilterPattern::compile(Kind kind, Extent extent,
                                                                           std::string_view pattern)
{
    if (pattern.size() > kLongestBytes)
        return tl::unexpected(Problem{"longer than " + std::to_string(kLongestBytes) + " bytes", {}});
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kLargestProgramBytes);
    options.set_case_sensitive(kind == Kind::Regex);
    const auto regex = std::make_shared<const re2::RE2>(regexOf(kind, extent, pattern), options);
    if (!regex->ok())
        return tl::unexpected(Problem{regex->error(), regex->error_arg()});
    FilterPattern result;
    result.m_regex = regex;
    return result;
}

bool FilterPattern::matches(std::string_view text) const
{
    return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *m_regex);
}

} // namespace lanescope
