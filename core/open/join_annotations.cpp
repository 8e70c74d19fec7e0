// SPDX-License-Identifier: Apache-2.0
#include "core/open/join_annotations.h"

#include "core/join/one_process.h"

#include <fmt/format.h>

#include <utility>

namespace lanescope {
namespace {

std::optional<Finding> warningOfGuesses(const MatchReport& match)
{
    const GraphMatch* first = nullptr;
    std::uint64_t count = 0;
    for (const GraphMatch& graph : match.graphs) {
        if (!graph.isGuessed)
            continue;
        first = first == nullptr ? &graph : first;
        ++count;
    }
    if (first == nullptr)
        return std::nullopt;
    return Finding{"annotations-guessed",
                   fmt::format("exec graph {} of the trace: {}", first->execGraphId, first->how),
                   count,
                   {},
                   {}};
}

} // namespace

Result<AllKeysJoin> joinByAllKeys(const std::shared_ptr<const JoinedTrace>& first, GuessGraphs guess,
                                  std::shared_ptr<const ProvenanceSet> provenance, const JobControl& job)
{
    AllKeysJoin all{first, {}};
    auto more = annotationsByOtherKeys(*first, guess, job);
    if (!more)
        return failureOf(more);
    if (*more != nullptr) {
        auto again = joinTrace(first->trace, *std::move(more), job, std::move(provenance));
        if (!again)
            return failureOf(again);
        all.joined = *std::move(again);
    }
    if (auto guessed = warningOfGuesses(all.joined->match))
        all.warnings.push_back(*std::move(guessed));
    if (hasSeveralProcesses(*all.joined)) {
        auto restricted = std::make_shared<JoinedTrace>(*all.joined);
        if (const auto choice = keepOneProcess(*restricted)) {
            all.warnings.push_back({"several-processes", choice->line(), 1, {}, {}});
            all.joined = std::move(restricted);
        }
    }
    return all;
}

} // namespace lanescope
