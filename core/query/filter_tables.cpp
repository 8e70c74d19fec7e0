// SPDX-License-Identifier: Apache-2.0
#include "core/query/filter_tables.h"

#include "core/base/run_for_each.h"
#include "core/base/trimmed.h"
#include "core/join/explain_match.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace lanescope {
namespace {

constexpr std::size_t kEventsBetweenStopChecks = 1 << 16;
constexpr std::size_t kTextsAtOnce = 256;
constexpr std::size_t kColumnParts = 8;

bool asksNames(FilterKey key)
{
    return key == FilterKey::AnyText || key == FilterKey::Name || key == FilterKey::Kernel;
}

// Which texts `textOf` gives for any event.
template<typename TextOf>
std::vector<std::uint8_t> textsThatStand(const Trace& trace, const JobControl& job, TextOf textOf)
{
    std::vector<std::vector<std::uint8_t>> ofPart(kColumnParts); // threads may not write to one
    const std::size_t count = trace.eventCount();
    runForEach(job, kColumnParts, [&](std::size_t part) {
        std::vector<std::uint8_t> stands(trace.strings().size());
        const std::size_t end = count * (part + 1) / kColumnParts;
        for (std::size_t i = count * part / kColumnParts; i < end; ++i) {
            if (i % kEventsBetweenStopChecks == 0 && job.stopRequested())
                return;
            stands[indexOf(textOf(idAt<EventId>(i)))] = 1;
        }
        ofPart[part] = std::move(stands);
    });
    std::vector<std::uint8_t> result(trace.strings().size());
    for (const std::vector<std::uint8_t>& stands : ofPart)
        std::transform(stands.begin(), stands.end(), result.begin(), result.begin(),
                       [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a | b); });
    return result;
}

// "7", "stream 7"; kineto pads them.
std::optional<std::int64_t> streamNumber(std::string_view id)
{
    constexpr std::string_view kPrefix = "stream ";
    if (id.starts_with(kPrefix))
        id.remove_prefix(kPrefix.size());
    id = trimmed(id);
    std::int64_t number = 0;
    const char* const end = id.data() + id.size();
    const auto [stop, error] = std::from_chars(id.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

// Numbers of files go up to 2^64; those a filter can name do not.
std::int64_t bounded(std::uint64_t number)
{
    return static_cast<std::int64_t>(std::min<std::uint64_t>(number, std::numeric_limits<std::int64_t>::max()));
}

} // namespace

std::optional<std::int64_t> filterStreamNumber(const Trace& trace, TrackId track)
{
    return trace.track(track).kind == TrackKind::GpuStream ? streamNumber(trace.text(trace.track(track).id))
                                                           : std::nullopt;
}

std::vector<std::uint8_t> textsThatAreNames(const Trace& trace, const JobControl& job)
{
    return textsThatStand(trace, job, [&](EventId event) { return trace.nameId(event); });
}

std::vector<std::uint8_t> textsThatAreCategories(const Trace& trace, const JobControl& job)
{
    return textsThatStand(trace, job, [&](EventId event) { return trace.categoryId(event); });
}

FilterTexts::FilterTexts(const Trace& trace, const FilterExpression& expression, const JobControl& job)
{
    const auto& terms = expression.terms;
    if (std::ranges::any_of(terms, [](const FilterTerm& term) { return asksNames(term.key); }))
        isName = textsThatAreNames(trace, job);
    if (std::ranges::any_of(terms, [](const FilterTerm& term) { return term.key == FilterKey::Category; }))
        isCategory = textsThatAreCategories(trace, job);
}

FilterTermTable::FilterTermTable(const JoinedTrace& joined, const FilterTexts& texts, const FilterTerm& term,
                                 const JobControl& job)
    : m_joined(joined), m_trace(*joined.trace), m_term(term), m_isKernel(*joined.trace)
{
    switch (term.key) {
    case FilterKey::AnyText:
        prepareTexts(texts.isName, job);
        prepareAnnotations();
        break;
    case FilterKey::Name:
    case FilterKey::Kernel:
        prepareTexts(texts.isName, job);
        break;
    case FilterKey::Category:
        prepareTexts(texts.isCategory, job);
        break;
    case FilterKey::Annotation:
    case FilterKey::AnnotationField:
    case FilterKey::Module:
        prepareAnnotations();
        break;
    case FilterKey::Phase:
        for (const std::string& phase : joined.phases)
            m_ofPhase.push_back(matchesText(phase) ? 1 : 0);
        break;
    case FilterKey::Track:
    case FilterKey::Process:
        prepareTracks();
        break;
    case FilterKey::Rank:
    case FilterKey::File:
        prepareParts();
        break;
    case FilterKey::Stream:
    case FilterKey::Device:
        prepareNumbersOfTracks();
        break;
    default:
        break; // nothing to prepare
    }
}

void FilterTermTable::prepareTexts(const Answers& isWanted, const JobControl& job)
{
    m_ofText.resize(isWanted.size());
    const std::size_t parts = (isWanted.size() + kTextsAtOnce - 1) / kTextsAtOnce;
    runForEach(job, parts, [&](std::size_t part) {
        const std::size_t end = std::min(isWanted.size(), (part + 1) * kTextsAtOnce);
        for (std::size_t i = part * kTextsAtOnce; i < end && !job.stopRequested(); ++i)
            m_ofText[i] = isWanted[i] != 0 && matchesText(m_trace.text(idAt<StringId>(i))) ? 1 : 0;
    });
}

void FilterTermTable::prepareAnnotations()
{
    if (!m_joined.annotations)
        return;
    for (const Annotation& annotation : m_joined.annotations->annotations()) {
        bool matches = false;
        if (m_term.key == FilterKey::Module) {
            matches = matchesModule(annotation.modulePath());
        } else if (m_term.key == FilterKey::AnnotationField) {
            const auto text = annotation.text(m_term.field);
            matches = text && matchesText(*text);
        } else {
            matches = !annotation.isEmpty() && matchesText(annotation.title());
        }
        m_ofAnnotation.push_back(matches ? 1 : 0);
    }
}

bool FilterTermTable::matchesModule(std::string_view path) const
{
    constexpr std::string_view kBetween = " + "; // the modules of a fused kernel
    while (!path.empty()) {
        const std::size_t end = std::min(path.find(kBetween), path.size());
        std::string_view one = path.substr(0, end);
        if (one.starts_with("L."))
            one.remove_prefix(2);
        if (!one.empty() && matchesText(one))
            return true;
        path.remove_prefix(std::min(end + kBetween.size(), path.size()));
    }
    return false;
}

void FilterTermTable::prepareTracks()
{
    const auto anyMatches = [this](StringId id, StringId name, const std::string& title) {
        const std::string_view nameText = trimmed(m_trace.text(name));
        return matchesText(m_trace.text(id)) || (!nameText.empty() && matchesText(nameText)) || matchesText(title);
    };
    Answers ofProcess;
    for (std::size_t i = 0; i < m_trace.processes().size(); ++i) {
        const Process& process = m_trace.processes()[i];
        ofProcess.push_back(anyMatches(process.id, process.name, m_trace.processTitle(idAt<ProcessId>(i))) ? 1 : 0);
    }
    for (std::size_t i = 0; i < m_trace.tracks().size(); ++i) {
        const Track& track = m_trace.tracks()[i];
        if (m_term.key == FilterKey::Process)
            m_ofTrack.push_back(indexOf(track.process) < ofProcess.size() ? ofProcess[indexOf(track.process)] : 0);
        else
            m_ofTrack.push_back(anyMatches(track.id, track.name, m_trace.trackTitle(idAt<TrackId>(i))) ? 1 : 0);
    }
}

void FilterTermTable::prepareParts()
{
    const auto add = [this](std::optional<std::int64_t> rank, const std::filesystem::path& path,
                            const std::string& title) {
        const bool matches = m_term.key == FilterKey::Rank
                                 ? rank && holds(*rank)
                                 : matchesText(path.filename().string()) || matchesText(title);
        m_ofPart.push_back(matches ? 1 : 0);
    };
    for (const TracePart& part : m_trace.parts())
        add(part.rank, part.path, part.title);
    if (m_trace.parts().empty())
        add(rankOfTrace(m_trace), m_trace.file().path, {});
}

void FilterTermTable::prepareNumbersOfTracks()
{
    for (std::size_t i = 0; i < m_trace.tracks().size(); ++i) {
        const TrackId track = idAt<TrackId>(i);
        m_numbers.push_back(m_term.key == FilterKey::Device ? m_trace.process(m_trace.track(track).process).device
                                                            : filterStreamNumber(m_trace, track));
    }
}

bool FilterTermTable::holds(std::int64_t value) const
{
    return std::any_of(m_term.ranges.begin(), m_term.ranges.end(),
                       [value](const FilterRange& range) { return range.contains(value); });
}

bool FilterTermTable::annotationMatches(EventId event) const
{
    const std::uint32_t row = m_trace.launchRow(event);
    if (row >= m_joined.annotationOf.size())
        return false;
    const std::uint32_t annotation = m_joined.annotationOf[row];
    return annotation < m_ofAnnotation.size() && m_ofAnnotation[annotation] != 0;
}

std::optional<std::int64_t> FilterTermTable::numberOf(EventId event) const
{
    if (m_term.key == FilterKey::Stream || m_term.key == FilterKey::Device) {
        const TrackId track = m_trace.track(event);
        return track == kNoTrack ? std::nullopt : m_numbers[indexOf(track)];
    }
    if (m_term.key == FilterKey::Replay) {
        const Replay* const replay = m_joined.replay(event);
        return replay != nullptr ? std::optional(std::int64_t{replay->number}) : std::nullopt;
    }
    const LaunchArgs* const args = m_trace.launchArgs(event);
    if (args == nullptr)
        return std::nullopt;
    if (m_term.key == FilterKey::Correlation)
        return args->has(LaunchArgs::Correlation) ? std::optional(bounded(args->correlation)) : std::nullopt;
    const auto key = m_trace.isGpuWork(event) ? args->graphNodeKey() : std::nullopt;
    return key ? std::optional(bounded(*key >> 32)) : std::nullopt;
}

bool FilterTermTable::numberMatches(EventId event) const
{
    const auto number = numberOf(event);
    return number && holds(*number);
}

bool FilterTermTable::timeMatches(EventId event) const
{
    if (m_trace.kind(event) == EventKind::Other || m_trace.hasFlag(event, kEventHasNoTime))
        return false;
    if (m_term.key == FilterKey::Begin)
        return holds(m_trace.beginNs(event));
    return m_trace.kind(event) == EventKind::Slice && !m_trace.hasFlag(event, kEventDurationUnknown) &&
           holds(m_trace.durationNs(event));
}

void FilterTermTable::answer(std::size_t first, std::span<std::uint8_t> answers) const
{
    const auto each = [&](auto matches) {
        for (std::size_t i = 0; i < answers.size(); ++i)
            answers[i] = matches(idAt<EventId>(first + i)) ? 1 : 0;
    };
    switch (m_term.key) {
    case FilterKey::AnyText:
        each([this](EventId e) { return m_ofText[indexOf(m_trace.nameId(e))] != 0 || annotationMatches(e); });
        break;
    case FilterKey::Name:
        each([this](EventId e) { return m_ofText[indexOf(m_trace.nameId(e))] != 0; });
        break;
    case FilterKey::Kernel:
        each([this](EventId e) { return m_isKernel(e) && m_ofText[indexOf(m_trace.nameId(e))] != 0; });
        break;
    case FilterKey::Category:
        each([this](EventId e) { return m_ofText[indexOf(m_trace.categoryId(e))] != 0; });
        break;
    case FilterKey::Annotation:
    case FilterKey::AnnotationField:
    case FilterKey::Module:
        each([this](EventId e) { return annotationMatches(e); });
        break;
    case FilterKey::Phase:
        each([this](EventId e) { return m_trace.isGpuWork(e) && m_ofPhase[m_joined.phaseIndex(e)] != 0; });
        break;
    case FilterKey::Track:
    case FilterKey::Process:
        each([this](EventId e) {
            const TrackId track = m_trace.track(e);
            return track != kNoTrack && m_ofTrack[indexOf(track)] != 0;
        });
        break;
    case FilterKey::Rank:
    case FilterKey::File:
        each([this](EventId e) { return m_ofPart[m_trace.partOf(e)] != 0; });
        break;
    case FilterKey::Duration:
    case FilterKey::Begin:
        each([this](EventId e) { return timeMatches(e); });
        break;
    default:
        each([this](EventId e) { return numberMatches(e); });
        break;
    }
}

} // namespace lanescope
