// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/load_report.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope {

// What a compiler recorded of one kernel call.
struct ProvenanceRecord {
    std::string kernel;                  // without its handle; a graph node's id for the stack of one
    std::optional<std::uint64_t> handle; // "kernel:5": numbers the calls of one kernel
    std::vector<std::string> stacks;     // Python stacks as text, one an operator that went into the kernel
    std::vector<std::string> postGradNodes;
    std::vector<std::string> preGradNodes;

    [[nodiscard]] bool hasStack() const { return !stacks.empty(); }
    // "kernel:5", or "kernel" without a handle.
    [[nodiscard]] std::string label() const;

    friend bool operator==(const ProvenanceRecord&, const ProvenanceRecord&) = default;
};

// Unknown: a file that does not say; it can stand for either.
enum class CompiledPhase : std::uint8_t { Forward, Backward, Unknown };

// The kernels of one compiled graph. Names with handles are found by their bare name, never by a prefix.
class ProvenanceGraph {
public:
    ProvenanceGraph(std::string region, CompiledPhase phase) : m_region(std::move(region)), m_phase(phase) {}

    // "Torch-Compiled Region: 0/0"; empty when the file does not tell: it can stand for any.
    [[nodiscard]] const std::string& region() const { return m_region; }
    [[nodiscard]] CompiledPhase phase() const { return m_phase; }
    [[nodiscard]] std::span<const ProvenanceRecord> records() const { return m_records; }

    // A record of the same name and handle is replaced, as duplicate keys are in JSON.
    void add(ProvenanceRecord record);
    // The records of another file about the same graph: each gives what the other lacks.
    void merge(const ProvenanceGraph& other);
    [[nodiscard]] bool sharesAKernelWith(const ProvenanceGraph& other) const;
    [[nodiscard]] bool hasStacks() const;
    [[nodiscard]] bool hasNodes() const;

    // Positions in records(): the one that is called exactly `name`, else all that are called `name` with a handle, by
    // handle. Valid until the graph changes.
    [[nodiscard]] std::span<const std::uint32_t> find(std::string_view name) const;
    // The position of the only record with a stack; nothing when there is none or more than one.
    [[nodiscard]] std::optional<std::uint32_t> onlyOneWithStack() const;

private:
    std::string m_region;
    CompiledPhase m_phase;
    std::vector<ProvenanceRecord> m_records;
    std::unordered_map<std::string, std::vector<std::uint32_t>> m_byLabel; // one each
    std::unordered_map<std::string, std::vector<std::uint32_t>> m_byName;  // those with a handle
};

struct ProvenanceFile {
    std::filesystem::path path;
    std::string contentHash; // "fnv1a64:…", named in exports
};

// Everything that the provenance files of a trace say. Immutable once read.
struct ProvenanceSet {
    std::vector<ProvenanceFile> files;
    std::vector<ProvenanceGraph> graphs;                         // in order of reading
    std::vector<std::uint32_t> graphFiles;                       // by graph: the position of its first file
    std::unordered_map<std::uint64_t, ProvenanceRecord> ofNodes; // by graph node key (DESIGN §4.1)
    std::vector<Finding> findings;                               // what could not be used, and why; each names its file

    [[nodiscard]] bool hasKernels() const;
};

} // namespace lanescope
