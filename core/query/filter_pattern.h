// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace lanescope {

// What a filter compares a text with. Matching takes time linear in the text whatever the pattern, and no stack (RE2).
// Copies share the compiled form; any number of threads may match with one pattern.
class FilterPattern {
public:
    static constexpr std::size_t kLongestBytes = 1000;

    enum class Kind {
        Text,  // letters of any case
        Glob,  // the same, * for any text and ? for one character; a backslash takes that from what follows it
        Regex, // RE2's syntax, found anywhere
        RegexIgnoreCase, // the same, letters of any case
    };
    enum class Extent {
        Anywhere, // a text is found inside; a glob matches the whole all the same
        Whole,
        DottedPath, // the whole of a dotted path, or so much of it that a dot follows
    };
    struct Problem {
        std::string message; // "missing ): (ab"
        std::string part;    // what of the pattern is at fault; may be empty
    };

    // Fails for a pattern that is no regular expression, not UTF-8, or too large.
    [[nodiscard]] static tl::expected<FilterPattern, Problem> compile(Kind kind, Extent extent,
                                                                      std::string_view pattern);

    // Bytes that are not UTF-8 match * only.
    [[nodiscard]] bool matches(std::string_view text) const;

private:
    FilterPattern() = default;

    std::shared_ptr<const re2::RE2> m_regex;
};

} // namespace lanescope
