// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/graph_record.h"
#include "capture_lib/src/process_identity.h"
#include "capture_lib/src/stream_ids.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace lanescope::capture {

// Running: the record lacks nodes that are still to be captured.
enum class GraphState : std::uint8_t { Running, Ended };

// A graph in the registry: what was captured, and the exec graphs made of it.
struct RecordedGraph {
    std::shared_ptr<const GraphRecord> record;
    std::vector<std::uint32_t> execIds; // oldest first
    GraphState state = GraphState::Running;

    std::uint32_t id() const { return record->id; }
    // Where the live registry has its nodes.
    std::uint32_t currentKey() const { return execIds.empty() ? record->id : execIds.back(); }
};

// Everything that goes into a file, as it was at one moment. Cheap to copy.
struct RegistrySnapshot {
    ProcessIdentity process;
    IdSource idSource = IdSource::None;
    int cudaVersion = 0;
    std::uint64_t droppedScopes = 0;
    std::vector<StreamIds::Entry> streams;
    std::vector<RecordedGraph> graphs; // in order of capture
};

constexpr std::uint64_t nodeKey(std::uint32_t graphOrExec, std::uint32_t number)
{
    return (std::uint64_t{graphOrExec} << 32) | number;
}

// The annotated nodes of graphs by key. AllExecs: under every exec graph; Current: where the live registry has them.
// Graphs that share a key (an exec graph updated from another graph) add up in order of capture.
enum class KeysOf : std::uint8_t { AllExecs, Current };
std::map<std::uint64_t, std::vector<const Region*>> annotatedKeys(const std::vector<RecordedGraph>& graphs,
                                                                  KeysOf keys);

// The region of one node; null if it has none.
const Region* regionOfNode(const GraphRecord& record, std::uint32_t number);

} // namespace lanescope::capture
