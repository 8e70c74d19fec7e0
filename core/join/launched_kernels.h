// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/join/flows.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lanescope {

// Whether an event is a kernel: GPU work that is no copy and no memset.
class KernelTest {
public:
    explicit KernelTest(const Trace& trace);
    [[nodiscard]] bool operator()(EventId e) const
    {
        return m_trace.isGpuWork(e) && (m_trace.categoryId(e) == m_kernel || m_trace.categoryId(e) == m_oldKernel);
    }

private:
    const Trace& m_trace;
    StringId m_kernel{};
    StringId m_oldKernel{};
};

// Which kernels CPU slices launched, by arrow and by External id. Both arguments must outlive this. O(n log n).
class LaunchedKernels {
public:
    LaunchedKernels(const Trace& trace, const FlowBindings& flows);

    // The kernels at the ends of a slice's arrows: (slice, kernel).
    using Launch = std::pair<EventId, EventId>;
    [[nodiscard]] std::span<const Launch> byArrow(EventId slice) const;

    // All kernels with an External id: (id, kernel).
    using WithId = std::pair<std::uint64_t, EventId>;
    [[nodiscard]] std::span<const WithId> byExternalId(std::uint64_t id) const;
    // Where processes of a merged trace use one External id, a kernel that another process is known to have launched is
    // none of this one.
    [[nodiscard]] bool canBeOf(EventId kernel, ProcessId process) const;

private:
    const Trace& m_trace;
    std::vector<Launch> m_byArrow;
    std::vector<WithId> m_byExternalId;
    std::vector<ProcessId> m_launchers; // by launch row: the process of the slice whose arrow ends there
};

// The External id of an event of any kind, if it has one.
[[nodiscard]] std::optional<std::uint64_t> externalIdOf(const Trace& trace, EventId e);

} // namespace lanescope
