// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/join/join.h"
#include "core/join/launched_kernels.h"
#include "core/query/filter_expression.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanescope {

// Which of a trace's texts stand as names of events, and as categories: 1 or 0 by StringId. O(events), incomplete when
// stopped.
[[nodiscard]] std::vector<std::uint8_t> textsThatAreNames(const Trace& trace, const JobControl& job);
[[nodiscard]] std::vector<std::uint8_t> textsThatAreCategories(const Trace& trace, const JobControl& job);

// Those of them that terms of an expression ask for, so that no other text is compared; what none asks for is empty.
struct FilterTexts {
    FilterTexts(const Trace& trace, const FilterExpression& expression, const JobControl& job);

    std::vector<std::uint8_t> isName;
    std::vector<std::uint8_t> isCategory;
};

// The number of a recorded GPU stream; nothing for other tracks and for streams without one.
[[nodiscard]] std::optional<std::int64_t> filterStreamNumber(const Trace& trace, TrackId track);

// One term made ready for one trace: what can be told of texts, annotations, tracks and phases is told once each.
// Immutable; reads the trace only.
class FilterTermTable {
public:
    // All must outlive the table. Unusable when stopped.
    FilterTermTable(const JoinedTrace& joined, const FilterTexts& texts, const FilterTerm& term, const JobControl& job);

    // 1 or 0 for each of the events from `first` on.
    void answer(std::size_t first, std::span<std::uint8_t> answers) const;

private:
    using Answers = std::vector<std::uint8_t>;

    void prepareTexts(const Answers& isWanted, const JobControl& job);
    void prepareAnnotations();
    void prepareTracks();
    void prepareParts();
    void prepareNumbersOfTracks();
    [[nodiscard]] bool matchesModule(std::string_view path) const;
    [[nodiscard]] bool matchesText(std::string_view text) const { return m_term.pattern->matches(text); }
    [[nodiscard]] bool holds(std::int64_t value) const;

    [[nodiscard]] bool annotationMatches(EventId event) const;
    [[nodiscard]] bool numberMatches(EventId event) const;
    [[nodiscard]] std::optional<std::int64_t> numberOf(EventId event) const;
    [[nodiscard]] bool timeMatches(EventId event) const;

    const JoinedTrace& m_joined;
    const Trace& m_trace;
    const FilterTerm& m_term;
    KernelTest m_isKernel;
    Answers m_ofText;                                   // by StringId
    Answers m_ofAnnotation;                             // by position in AnnotationSet::annotations()
    Answers m_ofPhase;                                  // by PhaseIndex
    Answers m_ofTrack;                                  // by TrackId
    Answers m_ofPart;                                   // by Trace::partOf()
    std::vector<std::optional<std::int64_t>> m_numbers; // by TrackId: its stream or device
};

} // namespace lanescope
