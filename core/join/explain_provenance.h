// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/join/provenance.h"
#include "core/join/provenance_lookup.h"

#include <string>
#include <string_view>

namespace lanescope {

// What the join notes on its way, for the words at its end.
struct ProvenanceFacts {
    bool hasCompiledRegions = false;
    std::string unknownRegion; // the first one that ran and that no file has records of
    bool knowsARegion = false; // some region that ran is in the records
    LoadReport unrecognized;   // recorded kernels that are not Triton's and got no stack

    void noteRegion(std::string_view region, const ProvenanceLookup& lookup);
};

// Adds the findings, and the problem when no kernel got a stack: what is likely wrong and what to do. The numbers of
// the report are complete.
void explainProvenance(ProvenanceReport& report, const ProvenanceFacts& facts, const Trace& trace,
                       const ProvenanceSet& set);

} // namespace lanescope
