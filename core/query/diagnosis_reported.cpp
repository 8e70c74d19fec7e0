// SPDX-License-Identifier: Apache-2.0
#include "core/query/diagnosis_steps.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope {
namespace {

// What is known of the load report's codes; others are warnings that spoil no figure.
struct Judgement {
    std::string_view code;
    Severity severity;
    std::string_view unreliable;
};
constexpr std::array kJudgements{
    Judgement{"file-ends-early", Severity::Error, "counts of events, totals and the time range (the end is missing)"},
    Judgement{"container-damaged", Severity::Error, "counts of events, totals and the time range (a part is missing)"},
    Judgement{"records-dropped", Severity::Error, "counts of events, totals (work is missing)"},
    Judgement{"records-unfinished", Severity::Note, "the last replays"},
    Judgement{"broken-event", Severity::Error, "counts of events, totals"},
    Judgement{"not-an-event", Severity::Error, "counts of events"},
    Judgement{"no-events", Severity::Error, "everything"},
    Judgement{"broken-header", Severity::Warning, "device names, rank, time base"},
    Judgement{"negative-duration", Severity::Error, "duration totals, mean, percentiles"},
    Judgement{"time-not-a-number", Severity::Error, "duration totals, mean, percentiles"},
    Judgement{"time-out-of-range", Severity::Error, "duration totals, mean, percentiles"},
    Judgement{"time-missing", Severity::Error, "the time range"},
    Judgement{"non-json-number", Severity::Warning, "duration totals, mean, percentiles (where the value is a time)"},
    Judgement{"stray-time", Severity::Warning, "the time range"},
    Judgement{"stray-end", Severity::Warning, "duration totals, mean, percentiles"},
    Judgement{"unfinished-begin", Severity::Warning, "duration totals, mean, percentiles"},
    Judgement{"flow-without-id", Severity::Warning, "arrows"},
    Judgement{"nothing-matches", Severity::Warning, "figures by annotation and phase"},
    Judgement{"rank-differs", Severity::Warning, "figures by annotation and phase"},
    Judgement{"graph-not-in-annotations", Severity::Warning, "figures by annotation and phase"},
    Judgement{"annotation-file-damaged", Severity::Warning, "figures by annotation and phase"},
    Judgement{"annotation-file-cut-off", Severity::Warning, "figures by annotation and phase"},
};

// Events are in file order, so their offsets ascend.
EventId eventAround(const Trace& trace, std::uint64_t byte)
{
    std::size_t low = 0;
    std::size_t high = trace.eventCount();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        (trace.bytes(idAt<EventId>(middle)).offset <= byte) ? low = middle + 1 : high = middle;
    }
    if (low == 0)
        return kNoEvent;
    const EventId event = idAt<EventId>(low - 1);
    return byte < trace.bytes(event).end() ? event : kNoEvent;
}

DiagnosedPlace placeInTrace(const Trace& trace, std::uint64_t byte)
{
    PlaceCollector collector(trace);
    DiagnosedPlace place;
    if (const EventId event = eventAround(trace, byte); event != kNoEvent) {
        collector.add(event);
        place = collector.places().front();
    }
    place.byte = byte;
    return place;
}

Diagnosis reported(const Trace& trace, const Finding& finding, Diagnosis::Source source)
{
    Diagnosis diagnosis;
    diagnosis.code = finding.code;
    diagnosis.source = source;
    diagnosis.message = finding.message;
    diagnosis.count = finding.count;
    const auto judgement = std::find_if(kJudgements.begin(), kJudgements.end(),
                                        [&](const Judgement& known) { return known.code == finding.code; });
    if (judgement != kJudgements.end()) {
        diagnosis.severity = judgement->severity;
        diagnosis.unreliable.emplace_back(judgement->unreliable);
    }
    for (std::size_t i = 0; i < finding.firstBytes.size(); ++i) {
        DiagnosedPlace place;
        if (source == Diagnosis::Source::Reading)
            place = placeInTrace(trace, finding.firstBytes[i]);
        place.byte = finding.firstBytes[i];
        if (!finding.examples[i].empty())
            place.name = finding.examples[i];
        diagnosis.places.push_back(std::move(place));
    }
    return diagnosis;
}

} // namespace

void addReported(const Trace& trace, std::span<const Finding> warnings, std::vector<Diagnosis>& found)
{
    const bool areOutliersTold =
        std::any_of(found.begin(), found.end(), [](const Diagnosis& known) { return known.code == "clock-outlier"; });
    const std::size_t ofTrace = trace.loadReport().findings().size();
    for (std::size_t i = 0; i < warnings.size(); ++i) {
        if (areOutliersTold && warnings[i].code == "stray-time")
            continue; // the same, without places
        found.push_back(
            reported(trace, warnings[i], i < ofTrace ? Diagnosis::Source::Reading : Diagnosis::Source::Joining));
    }
}

} // namespace lanescope
