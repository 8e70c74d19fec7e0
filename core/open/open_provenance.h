// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/provenance.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/provenance.h"
#include "core/open/open_trace.h"
#include "core/trace/load_report.h"
#include "core/trace/trace.h"

#include <memory>
#include <vector>

namespace lanescope {

struct OpenedProvenance {
    std::shared_ptr<const ProvenanceSet> set; // null when there is none
    bool wasDiscovered = false;
    std::vector<Finding> warnings; // discovered files that cannot be used
};

// Reads the provenance files that the request names, else those beside the trace if it ran anything compiled. Errors:
// those of readProvenance for a named file; Stopped.
[[nodiscard]] Result<OpenedProvenance> openProvenance(const OpenRequest& request, const Trace& trace,
                                                      const JobControl& job);

// What a user should be told of it: the files' oddities, then the join's.
[[nodiscard]] std::vector<Finding> provenanceWarnings(const OpenedProvenance& opened, const JoinedProvenance* joined);

} // namespace lanescope
