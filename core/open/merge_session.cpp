// SPDX-License-Identifier: Apache-2.0
#include "core/open/merge_session.h"

#include "core/annotate/discover.h"
#include "core/join/merge_joined.h"
#include "core/open/open_session.h"
#include "core/open/session_clock.h"
#include "core/query/diagnose.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

// "rank 3" where one file is of that rank, else the file's name: without its endings where that tells the files apart,
// with its folder or a number where two have the same.
std::vector<std::string> titlesOf(const std::vector<SessionTrace>& traces)
{
    std::map<std::int64_t, int> filesOfRank;
    std::map<std::string, int> filesOfStem;
    std::map<std::string, int> filesOfName;
    for (const SessionTrace& trace : traces) {
        if (trace.rank)
            ++filesOfRank[*trace.rank];
        ++filesOfStem[traceStem(trace.path)];
        ++filesOfName[trace.path.filename().string()];
    }
    std::vector<std::string> titles;
    std::set<std::string> taken;
    for (const SessionTrace& trace : traces) {
        const std::string name = trace.path.filename().string();
        std::string title = traceStem(trace.path);
        if (trace.rank && filesOfRank[*trace.rank] == 1)
            title = fmt::format("rank {}", *trace.rank);
        else if (filesOfName[name] > 1) // t.json beside t.json.gz keep their endings
            title = (trace.path.parent_path().filename() / (filesOfName[name] == filesOfStem[title] ? title : name))
                        .string();
        else if (filesOfStem[title] > 1)
            title = name;
        std::string unique = title;
        for (int number = 2; !taken.insert(unique).second; ++number)
            unique = fmt::format("{} ({})", title, number);
        titles.push_back(unique);
    }
    return titles;
}

FileClock clockOf(const Trace& trace)
{
    return {trace.file().path, trace.baseNs(), trace.fullRange(), trace.fitRange(), trace.header().baseTimeNanoseconds};
}

std::vector<FileClock> clocksOf(const OpenedTrace& merged)
{
    std::vector<FileClock> clocks;
    for (std::size_t i = 0; i < merged.parts->size(); ++i) {
        const TracePart& part = merged.trace->parts()[i];
        clocks.push_back({(*merged.parts)[i].request.trace, part.baseNs, part.fullRange, part.fitRange,
                          (*merged.parts)[i].baseTimeNanoseconds});
    }
    return clocks;
}

void appendTold(std::vector<Finding>& warnings, const std::vector<Finding>& ofPart, const std::string& title)
{
    for (Finding finding : ofPart) {
        finding.message += fmt::format(" ({})", title);
        warnings.push_back(std::move(finding));
    }
}

Finding clockFinding()
{
    return {"clocks-differ",
            "the clocks of the files have no time in common: all are shown from their first event on; their order in "
            "time means nothing, set offsets to bring them together",
            1,
            {},
            {}};
}

// Merges the traces of a session, which it lets go one by one.
class Merging {
public:
    Merging(const OpenRequest& request, std::vector<SessionTrace>& traces, const JobControl& job)
        : m_traces(traces), m_job(job), m_opened(std::make_shared<OpenedTrace>()), m_titles(titlesOf(traces))
    {
        m_opened->request = request;
        m_opened->request.trace = request.session.front();
    }

    Result<std::shared_ptr<const OpenedTrace>> merge(const std::vector<Finding>& sessionWarnings)
    {
        std::vector<FileClock> clocks;
        std::vector<const Trace*> traces;
        for (const SessionTrace& trace : m_traces) {
            traces.push_back(trace.opened->trace.get());
            clocks.push_back(clockOf(*trace.opened->trace));
            clocks.back().path = trace.opened->request.trace;
        }
        const SessionClock clock = placeFiles(clocks, m_opened->request.times);
        m_opened->request.times.start = clock.start;
        TraceMerger trace(m_opened->request.trace, traces);
        JoinedMerger joined;
        auto parts = std::make_shared<std::vector<OpenedPart>>();
        for (std::size_t i = 0; i < m_traces.size(); ++i) {
            auto part = partOf(i);
            if (!part)
                return failureOf(part);
            parts->push_back(*std::move(part));
            const OpenedTrace& opened = *m_traces[i].opened;
            const PartPlaces places = trace.append(*opened.trace, {m_titles[i], m_traces[i].rank, clock.shiftNs[i]});
            joined.append(*opened.joined, places, clock.shiftNs[i], m_titles[i]);
            appendTold(m_opened->warnings, opened.warnings, m_titles[i]);
            m_opened->annotationsWereDiscovered =
                m_opened->annotationsWereDiscovered || opened.annotationsWereDiscovered;
            m_opened->provenanceWasDiscovered = m_opened->provenanceWasDiscovered || opened.provenanceWasDiscovered;
            m_traces[i].opened.reset();
        }
        auto merged = trace.finish(clock.baseNs);
        if (!merged)
            return failureOf(merged);
        m_opened->trace = *std::move(merged);
        m_opened->joined = joined.finish(m_opened->trace);
        m_opened->parts = std::move(parts);
        m_opened->warnings.insert(m_opened->warnings.end(), sessionWarnings.begin(), sessionWarnings.end());
        if (clock.clocksDiffer)
            m_opened->warnings.push_back(clockFinding());
        return std::shared_ptr<const OpenedTrace>(std::move(m_opened));
    }

private:
    Result<OpenedPart> partOf(std::size_t i) const
    {
        const OpenedTrace& opened = *m_traces[i].opened;
        auto diagnoses = diagnose(*opened.joined, opened.warnings, m_job);
        if (!diagnoses)
            return failureOf(diagnoses);
        OpenedPart part;
        part.request = opened.request;
        part.title = m_titles[i];
        part.annotations = opened.annotations;
        part.annotationsWereDiscovered = opened.annotationsWereDiscovered;
        part.match = opened.joined->match;
        part.baseTimeNanoseconds = opened.trace->header().baseTimeNanoseconds;
        part.warningCount = opened.warnings.size();
        part.diagnoses = *std::move(diagnoses);
        return part;
    }

    std::vector<SessionTrace>& m_traces;
    const JobControl& m_job;
    std::shared_ptr<OpenedTrace> m_opened;
    std::vector<std::string> m_titles;
};

Diagnosis toldOfPart(Diagnosis diagnosis, const TracePart& part)
{
    diagnosis.message += fmt::format(" ({})", part.title);
    for (DiagnosedPlace& place : diagnosis.places) {
        if (place.event != kNoEvent)
            place.event = idAt<EventId>(indexOf(place.event) + part.firstEvent);
        if (place.atNs)
            *place.atNs += part.shiftNs;
        if (!place.process.empty())
            place.process = fmt::format("{} · {}", part.title, place.process);
    }
    return diagnosis;
}

std::vector<Diagnosis> mergedDiagnoses(const OpenedTrace& merged)
{
    std::vector<Diagnosis> all;
    std::size_t ofParts = 0;
    for (std::size_t i = 0; i < merged.parts->size(); ++i) {
        for (const Diagnosis& diagnosis : (*merged.parts)[i].diagnoses)
            all.push_back(toldOfPart(diagnosis, merged.trace->parts()[i]));
        ofParts += (*merged.parts)[i].warningCount;
    }
    for (std::size_t i = ofParts; i < merged.warnings.size(); ++i) {
        Diagnosis diagnosis;
        diagnosis.code = merged.warnings[i].code;
        diagnosis.source = Diagnosis::Source::Joining;
        diagnosis.message = merged.warnings[i].message;
        diagnosis.count = merged.warnings[i].count;
        all.push_back(std::move(diagnosis));
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Diagnosis& a, const Diagnosis& b) { return a.severity > b.severity; });
    return all;
}

} // namespace

Result<std::shared_ptr<const OpenedTrace>> openMergedSession(const OpenRequest& request, const JobControl& job)
{
    if (request.annotations || !request.provenance.empty())
        return failure(ErrorCode::WrongUsage,
                       fmt::format("{}: belongs to one trace, and several are opened: those that lie beside each trace "
                                   "are found without naming them",
                                   (request.annotations ? *request.annotations : request.provenance.front()).string()));
    auto session = openSession(request.session, request, KeepTraces::Yes, job);
    if (!session)
        return failureOf(session);
    std::erase_if(session->traces, [](const SessionTrace& trace) { return trace.opened == nullptr; });
    if (session->traces.size() > 1)
        return Merging(request, session->traces, job).merge(session->warnings);
    auto single = std::move(session->traces.front().opened);
    if (session->warnings.empty())
        return single;
    auto warned = std::make_shared<OpenedTrace>(*single);
    warned->warnings.insert(warned->warnings.end(), session->warnings.begin(), session->warnings.end());
    return std::shared_ptr<const OpenedTrace>(std::move(warned));
}

Result<std::shared_ptr<const OpenedTrace>> withTimes(const OpenedTrace& merged, const SessionTimes& times,
                                                     const JobControl& job)
{
    const SessionClock clock = placeFiles(clocksOf(merged), times);
    auto trace = TraceMerger::withShifts(*merged.trace, clock.shiftNs, clock.baseNs, job);
    if (!trace)
        return failureOf(trace);
    auto moved = std::make_shared<OpenedTrace>(merged);
    moved->request.times = times;
    moved->request.times.start = clock.start;
    moved->trace = *std::move(trace);
    moved->joined = JoinedMerger::withShifts(*merged.joined, moved->trace);
    std::erase_if(moved->warnings, [](const Finding& finding) { return finding.code == "clocks-differ"; });
    if (clock.clocksDiffer)
        moved->warnings.push_back(clockFinding());
    return std::shared_ptr<const OpenedTrace>(std::move(moved));
}

Result<std::vector<Diagnosis>> diagnosesOf(const OpenedTrace& opened, const JobControl& job)
{
    if (opened.parts)
        return mergedDiagnoses(opened);
    return diagnose(*opened.joined, opened.warnings, job);
}

Result<AlignedSession> alignedAt(const OpenedTrace& merged, EventId slice, SliceEdge edge, const JobControl& job)
{
    const Trace& trace = *merged.trace;
    constexpr std::size_t kEventsBetweenStopChecks = 1 << 16;
    const auto edgeNs = [&](EventId event) {
        return edge == SliceEdge::Begin ? trace.beginNs(event) : trace.endNs(event);
    };
    // By part: the slices that are called so, by time.
    std::vector<std::vector<EventId>> alike(trace.parts().size());
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (i % kEventsBetweenStopChecks == 0 && job.stopRequested())
            return JobControl::stopped();
        const EventId event = idAt<EventId>(i);
        if (trace.nameId(event) == trace.nameId(slice) && trace.categoryId(event) == trace.categoryId(slice) &&
            trace.kind(event) == trace.kind(slice) && !trace.hasFlag(event, kEventHasNoTime))
            alike[trace.partOf(event)].push_back(event);
    }
    for (std::vector<EventId>& events : alike)
        std::sort(events.begin(), events.end(), [&](EventId a, EventId b) {
            return std::pair(trace.beginNs(a), a) < std::pair(trace.beginNs(b), b);
        });
    const std::vector<EventId>& own = alike[trace.partOf(slice)];
    const auto number = static_cast<std::size_t>(std::find(own.begin(), own.end(), slice) - own.begin());
    AlignedSession session{merged.request.times, 0};
    for (std::size_t i = 0; i < alike.size(); ++i) {
        if (number >= alike[i].size())
            continue;
        ++session.aligned;
        const TimeNs byNs = edgeNs(slice) - edgeNs(alike[i][number]);
        if (byNs != 0)
            session.times.offsetNs[(*merged.parts)[i].request.trace] += byNs;
    }
    return session;
}

} // namespace lanescope
