// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace lanescope {

// Args of GPU work and of the calls that launch it. Only what joins and lanes need; all others stay in the file.
// A field counts only if has(field): packed, because a large trace holds millions of these.
struct LaunchArgs {
    enum Field : std::uint8_t {
        Correlation = 1,
        ExternalId = 2,
        GraphId = 4,
        GraphNodeId = 8,
        Device = 16,
        Stream = 32,
    };

    std::uint64_t correlation = 0;
    std::uint64_t externalId = 0;
    std::uint64_t graphId = 0;     // as the file has it
    std::uint64_t graphNodeId = 0; // as the file has it; graphNodeKey() combines the two
    std::int32_t device = 0;
    std::int32_t stream = 0;
    std::uint8_t present = 0;

    [[nodiscard]] bool has(Field field) const { return (present & field) != 0; }

    // What identifies the graph node (DESIGN §4.1): the graph node id if it is >= 2^32; else, with a non-zero graph id,
    // (graph id << 32) | node id; else the bare value. Nothing for work that is not graphed: no node id, or 0 without a
    // graph id.
    [[nodiscard]] std::optional<std::uint64_t> graphNodeKey() const;
};

// Args of CPU operators.
struct OpArgs {
    enum Field : std::uint8_t { ExternalId = 1, SequenceNumber = 2, ForwardThread = 4 };

    std::uint64_t externalId = 0;
    std::int64_t sequenceNumber = 0;
    std::int64_t forwardThread = 0; // "Fwd thread id"; 0 on operators of the forward pass
    std::uint8_t present = 0;

    [[nodiscard]] bool has(Field field) const { return (present & field) != 0; }
};

} // namespace lanescope
