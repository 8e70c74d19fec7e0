// SPDX-License-Identifier: Apache-2.0
#include "core/query/search.h"

#include "core/base/sort_runs.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace lanescope {
namespace {

constexpr std::size_t kEventsBetweenStopChecks = 65536;

std::string withoutQuotes(std::string_view quoted)
{
    std::string text;
    for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
        const bool isEscape =
            quoted[i] == '\\' && i + 2 < quoted.size() && (quoted[i + 1] == '"' || quoted[i + 1] == '\\');
        text += quoted[isEscape ? ++i : i];
    }
    return text;
}

// Asks each name and each annotation once.
class TextMatcher {
public:
    TextMatcher(const JoinedTrace& joined, const FilterPattern& pattern)
        : m_joined(joined), m_pattern(pattern), m_ofName(joined.trace->strings().size(), Answer::Unknown)
    {
        if (!joined.annotations)
            return;
        for (const Annotation& annotation : joined.annotations->annotations())
            m_ofAnnotation.push_back(!annotation.isEmpty() && pattern.matches(annotation.title()));
    }

    [[nodiscard]] bool matches(EventId event)
    {
        const Trace& trace = *m_joined.trace;
        Answer& answer = m_ofName[indexOf(trace.nameId(event))];
        if (answer == Answer::Unknown)
            answer = m_pattern.matches(trace.name(event)) ? Answer::Yes : Answer::No;
        if (answer == Answer::Yes || m_ofAnnotation.empty() || !trace.isGpuWork(event))
            return answer == Answer::Yes;
        const std::uint32_t row = trace.launchRow(event);
        const std::uint32_t annotation =
            row < m_joined.annotationOf.size() ? m_joined.annotationOf[row] : JoinedTrace::kNone;
        return annotation != JoinedTrace::kNone && m_ofAnnotation[annotation];
    }

private:
    enum class Answer : std::uint8_t { Unknown, No, Yes };

    const JoinedTrace& m_joined;
    const FilterPattern& m_pattern;
    std::vector<Answer> m_ofName; // by StringId
    std::vector<bool> m_ofAnnotation;
};

// Appends what matches; false when stopped.
bool collect(std::span<const EventId> events, TextMatcher& matcher, const JobControl& job, std::vector<EventId>& found)
{
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (i % kEventsBetweenStopChecks == 0 && job.stopRequested())
            return false;
        if (matcher.matches(events[i]))
            found.push_back(events[i]);
    }
    return true;
}

bool collectRows(const std::vector<LaneRow>& rows, TextMatcher& matcher, const JobControl& job,
                 std::vector<EventId>& found)
{
    return std::ranges::all_of(rows, [&](const LaneRow& row) { return collect(row.events(), matcher, job, found); });
}

} // namespace

tl::expected<FilterPattern, FilterPattern::Problem> parseSearch(std::string_view text)
{
    using Kind = FilterPattern::Kind;
    const auto compiled = [](Kind kind, std::string_view pattern) {
        return FilterPattern::compile(kind, FilterPattern::Extent::Anywhere, pattern);
    };
    if (text.size() > 2 && text.front() == '/' && text.back() == '/')
        return compiled(Kind::Regex, text.substr(1, text.size() - 2));
    if (text.size() > 3 && text.front() == '/' && text.ends_with("/i"))
        return compiled(Kind::RegexIgnoreCase, text.substr(1, text.size() - 3));
    if (text.size() > 2 && text.front() == '"' && text.back() == '"')
        return compiled(Kind::Text, withoutQuotes(text));
    const bool isGlob = text.find_first_of("*?") != std::string_view::npos;
    return compiled(isGlob ? Kind::Glob : Kind::Text, text);
}

Result<std::vector<EventId>> searchEvents(const Arrangement& arrangement, const FilteredArrangement* filtered,
                                          const FilterPattern& pattern, const JobControl& job)
{
    const Trace& trace = *arrangement.joined->trace;
    TextMatcher matcher(*arrangement.joined, pattern);
    std::vector<EventId> found;
    for (std::size_t group = 0; group < arrangement.groups.size(); ++group) {
        const std::vector<ViewTrack>& tracks = arrangement.groups[group].tracks;
        for (std::size_t track = 0; track < tracks.size(); ++track) {
            const FilteredTrack* left = filtered != nullptr ? &filtered->groups[group][track] : nullptr;
            const bool isDone = collectRows(left != nullptr ? left->bands : tracks[track].bands, matcher, job, found) &&
                                collect(tracks[track].marks, matcher, job, found) &&
                                collectRows(left != nullptr ? left->lanes : tracks[track].lanes, matcher, job, found);
            if (!isDone)
                return JobControl::stopped();
        }
    }
    const auto comesBefore = [&trace](EventId a, EventId b) {
        return std::pair(trace.beginNs(a), a) < std::pair(trace.beginNs(b), b);
    };
    if (!sortRuns(std::span(found), comesBefore, job))
        return JobControl::stopped();
    return found;
}

} // namespace lanescope
