// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/diff_text.h"

#include "core/query/kernel_name.h"
#include "core/viewport/figure_text.h"

#include <fmt/format.h>

namespace lanescope {
namespace {

constexpr std::size_t kLongestName = 100;

std::string nameText(const DiffRow& row)
{
    if (row.name.empty())
        return fmt::format("(no {})", nameOf(row.key));
    std::string name = row.key == StatsKey::Kernel ? shortKernelName(row.name) : row.name;
    if (name.size() <= kLongestName)
        return name;
    std::size_t end = kLongestName; // not inside a character
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80)
        --end;
    return name.substr(0, end) + "…";
}

std::string sentenceOf(std::string_view begin, const StatsDiff& diff, const std::vector<std::uint32_t>& path)
{
    std::string text;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const DiffRow& row = diff.rows[path[i]];
        // Of modules inside each other the inmost says it all.
        if (row.key == StatsKey::Module && i + 1 < path.size() && diff.rows[path[i + 1]].key == StatsKey::Module)
            continue;
        const std::string percent = percentText(row.differenceNs(), row.comparedBeforeNs);
        text += fmt::format("{}{} {} {}{}", text.empty() ? begin : ", in ", nameOf(row.key), nameText(row),
                            differenceText(row.differenceNs()), percent.empty() ? "" : " (" + percent + ")");
        if (row.state() != DiffState::Both)
            text += row.state() == DiffState::New ? ", which is new" : ", which is gone";
    }
    return text;
}

} // namespace

std::string slowerText(const StatsDiff& diff, const std::optional<SlowerReplays>& replays)
{
    std::string text = sentenceOf("Slower most: ", diff, diff.slowest());
    if (text.empty() || !replays)
        return text;
    if (replays->slower == replays->all)
        return text + (replays->all == 1 ? std::string("; in the only replay")
                                         : fmt::format("; in all {} replays", digitsText(replays->all)));
    text += fmt::format("; in {} of {} replays: ", digitsText(replays->slower), digitsText(replays->all));
    for (std::size_t i = 0; i < replays->names.size(); ++i)
        text += (i == 0 ? "" : ", ") + replays->names[i];
    return replays->slower > replays->names.size() ? text + ", …" : text;
}

std::string fasterText(const StatsDiff& diff)
{
    return sentenceOf("Faster most: ", diff, diff.fastest());
}

} // namespace lanescope
