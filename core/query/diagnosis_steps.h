// SPDX-License-Identifier: Apache-2.0
// The parts of diagnose(). Each adds what it finds to `found`, and returns early once a stop is requested.
#pragma once

#include "core/base/job.h"
#include "core/join/join.h"
#include "core/query/diagnosis.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

void diagnoseOverlaps(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found);
void diagnoseDurations(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found);
void diagnoseClock(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found);
void diagnoseLaunches(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found);
void diagnoseRanks(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found);
void diagnoseDuplicates(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found);
void diagnoseArrows(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found);
void diagnoseReplays(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found);

// Turns the findings of reading and joining into diagnoses; those whose code is in `found` already are left out.
void addReported(const Trace& trace, std::span<const Finding> warnings, std::vector<Diagnosis>& found);

// Slices, instants and counter samples with a time.
[[nodiscard]] bool isOnTimeline(const Trace& trace, EventId event);

// Asks the stop token at every few thousandth call.
class StopPoll {
public:
    explicit StopPoll(const JobControl& job) : m_job(job) {}
    [[nodiscard]] bool isStopped() { return (++m_calls & 0xfff) == 0 && m_job.stopRequested(); }

private:
    const JobControl& m_job;
    std::uint32_t m_calls = 0;
};

// The first few places in the file of one diagnosis, whatever the order they come in, and their number.
class PlaceCollector {
public:
    explicit PlaceCollector(const Trace& trace) : m_trace(trace) {}

    void add(EventId event) { add(trace().bytes(event).offset, event, kNoFlow); }
    // An arrow's end, and the slice it belongs to (kNoEvent: none).
    void add(FlowId flow, EventId slice) { add(trace().flows()[indexOf(flow)].offset, slice, flow); }

    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] std::vector<DiagnosedPlace> places() const;

private:
    static constexpr FlowId kNoFlow{0xffffffff};
    struct Place {
        std::uint64_t byte;
        EventId event;
        FlowId flow;
    };

    [[nodiscard]] const Trace& trace() const { return m_trace; }
    void add(std::uint64_t byte, EventId event, FlowId flow);
    [[nodiscard]] DiagnosedPlace told(const Place& place) const;

    const Trace& m_trace;
    std::uint64_t m_count = 0;
    std::vector<Place> m_first; // by byte
};

} // namespace lanescope
