// SPDX-License-Identifier: Apache-2.0
#include "app/cli/caveat_text.h"

#include "app/cli/printable_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace lanescope::cli {

std::string codesOf(std::span<const StatsCaveat* const> caveats)
{
    std::string text;
    std::vector<std::string_view> known;
    for (const StatsCaveat* caveat : caveats) {
        if (std::find(known.begin(), known.end(), caveat->code) != known.end())
            continue;
        known.emplace_back(caveat->code);
        text += (text.empty() ? "" : " ") + caveat->code;
    }
    return text;
}

std::string codesOf(std::span<const StatsCaveat> caveats)
{
    std::vector<const StatsCaveat*> all;
    for (const StatsCaveat& caveat : caveats)
        all.push_back(&caveat);
    return codesOf(all);
}

void appendFootnotes(std::string& notes, std::span<const StatsCaveat> caveats, std::string_view side)
{
    for (const StatsCaveat& caveat : caveats)
        notes += fmt::format("{}* {}{}{} ({}): {}\n", notes.empty() ? "\n" : "", side, side.empty() ? "" : ", ",
                             severityName(caveat.severity), caveat.code, printableText(caveat.reason));
}

} // namespace lanescope::cli
