// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export/event_rewrite.h"
#include "core/join/provenance.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanescope {

// The args that kernels' sources put into events: "stack", a list of the first candidate's stacks as the compiler
// recorded them, and with several candidates "stack_candidates", how many. Made once a source. One thread.
class ProvenanceArgs {
public:
    // `provenance` may be null and must outlive this.
    explicit ProvenanceArgs(const JoinedProvenance* provenance);

    // Whether an event gets a stack.
    [[nodiscard]] bool hasStack(const Trace& trace, EventId e) const;
    // Empty for an event without one. The span stays valid.
    [[nodiscard]] std::span<const ArgChange> of(const Trace& trace, EventId e);

private:
    const JoinedProvenance* m_provenance;
    std::vector<std::optional<std::vector<ArgChange>>> m_made; // by position in matches
};

} // namespace lanescope
