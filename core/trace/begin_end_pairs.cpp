// SPDX-License-Identifier: Apache-2.0
#include "core/trace/begin_end_pairs.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace lanescope {
namespace {

using Outcome = BeginEndPair::Outcome;

struct OpenSlice {
    EventId event;
    StringId name;
    std::uint32_t below; // the slice around it, or kNone
    std::uint32_t above; // the slice inside it, or kNone
    std::uint32_t sameNameBelow;
    std::optional<FileTimeNs> coveredNs; // when a slice around it was closed first
};

// The open slices of one track: a list from the outermost to the innermost that allows taking out of the middle, and
// for each name the innermost of that name, so that crossing ends cost no search.
class OpenSlices {
public:
    static constexpr std::uint32_t kNone = 0xffffffff;

    void begin(const BeginEnd& entry)
    {
        const auto position = static_cast<std::uint32_t>(m_slices.size());
        auto [known, isNew] = m_innermostOf.try_emplace(entry.name, kNone);
        m_slices.push_back({entry.event, entry.name, m_innermost, kNone, known->second, std::nullopt});
        if (m_innermost != kNone)
            m_slices[m_innermost].above = position;
        known->second = position;
        m_innermost = position;
        m_uncovered.push_back(position);
    }

    // The slice an end of this name closes, taken out, or nothing.
    std::optional<EventId> end(const BeginEnd& entry)
    {
        const std::uint32_t position = entry.name == kEmptyString ? m_innermost : innermostOf(entry.name);
        if (position == kNone)
            return std::nullopt;
        const OpenSlice slice = m_slices[position];
        for (; m_uncovered.back() > position; m_uncovered.pop_back())
            m_slices[m_uncovered.back()].coveredNs = entry.atNs;
        if (slice.below != kNone)
            m_slices[slice.below].above = slice.above;
        if (slice.above != kNone)
            m_slices[slice.above].below = slice.below;
        else
            m_innermost = slice.below;
        m_innermostOf[slice.name] = slice.sameNameBelow;
        return slice.event;
    }

    void finish(std::vector<BeginEndPair>& pairs) const
    {
        for (std::uint32_t i = m_innermost; i != kNone; i = m_slices[i].below) {
            const OpenSlice& slice = m_slices[i];
            pairs.push_back(slice.coveredNs ? BeginEndPair{Outcome::CutShort, slice.event, 0, *slice.coveredNs}
                                            : BeginEndPair{Outcome::NeverEnds, slice.event, 0, 0});
        }
    }

private:
    std::uint32_t innermostOf(StringId name) const
    {
        const auto found = m_innermostOf.find(name);
        return found == m_innermostOf.end() ? kNone : found->second;
    }

    std::vector<OpenSlice> m_slices;
    std::vector<std::uint32_t> m_uncovered; // slices around which nothing was closed yet, ascending
    std::unordered_map<StringId, std::uint32_t> m_innermostOf;
    std::uint32_t m_innermost = kNone;
};

} // namespace

std::vector<BeginEndPair> pairBeginsAndEnds(std::vector<BeginEnd>& entries)
{
    std::stable_sort(entries.begin(), entries.end(), [](const BeginEnd& a, const BeginEnd& b) {
        return a.track != b.track ? a.track < b.track : a.atNs < b.atNs;
    });
    std::vector<BeginEndPair> pairs;
    pairs.reserve(entries.size() / 2);
    for (std::size_t first = 0; first < entries.size();) {
        OpenSlices open;
        std::size_t i = first;
        for (; i < entries.size() && entries[i].track == entries[first].track; ++i) {
            const BeginEnd& entry = entries[i];
            if (entry.side == BeginEnd::Side::Begin) {
                open.begin(entry);
            } else if (const auto closed = open.end(entry)) {
                pairs.push_back({Outcome::Closed, *closed, entry.end, entry.atNs});
            } else {
                pairs.push_back({Outcome::StrayEnd, kNoEvent, entry.end, entry.atNs});
            }
        }
        open.finish(pairs);
        first = i;
    }
    return pairs;
}

} // namespace lanescope
