// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"
#include "core/join/other_keys.h"
#include "core/trace/load_report.h"

#include <memory>
#include <optional>
#include <vector>

namespace lanescope {

struct AllKeysJoin {
    std::shared_ptr<const JoinedTrace> joined;
    std::vector<Finding> warnings; // guesses, several processes
};

// What a join leaves open is tried again: by the nodes of captured graphs that the trace names and, if asked, by a
// guess; work of other processes than the annotations' loses what it got by equal ids. Errors: CannotRead,
// ChangedOnDisk, Stopped.
[[nodiscard]] Result<AllKeysJoin> joinByAllKeys(const std::shared_ptr<const JoinedTrace>& first, GuessGraphs guess,
                                                std::shared_ptr<const ProvenanceSet> provenance, const JobControl& job);

} // namespace lanescope
