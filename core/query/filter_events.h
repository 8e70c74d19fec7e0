// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"
#include "core/query/filter_expression.h"

#include <cstdint>
#include <vector>

namespace lanescope {

// Yes or no for each event of a trace: a byte each, because several threads fill it.
class EventMask {
public:
    EventMask() = default;
    explicit EventMask(std::vector<std::uint8_t> answers) : m_answers(std::move(answers)) {}

    [[nodiscard]] bool operator[](EventId event) const { return m_answers[indexOf(event)] != 0; }
    [[nodiscard]] std::size_t size() const { return m_answers.size(); }
    [[nodiscard]] std::uint64_t count() const; // of those that match

private:
    std::vector<std::uint8_t> m_answers;
};

// Which events of a trace match an expression: what the window, `stats --filter` and exports ask, with
//     const auto expression = parseFilterOption(text);          // core/query/filter_expression.h
//     const auto mask = matchingEvents(joined, *expression, job);
//     if ((*mask)[event]) …
// Texts are compared once each, whatever the number of events; then 10 million events take about 0.1 s a condition on
// one thread. Works on as many threads as the job may use. Errors: Stopped.
[[nodiscard]] Result<EventMask> matchingEvents(const JoinedTrace& joined, const FilterExpression& expression,
                                               const JobControl& job);

} // namespace lanescope
