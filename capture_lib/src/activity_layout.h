// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// Where CUPTI's activity records of GPU work keep what is read of them. Later versions of a record only append, so
// these hold for CUPTI 11.1 and later (tests/gpu/torch_records.cpp compares them with CUPTI's header).
namespace lanescope::capture {

struct ActivityLayout {
    std::uint32_t kind; // CUpti_ActivityKind, the record's first four bytes
    std::size_t start;
    std::size_t end;
    std::size_t device;
    std::size_t stream;
    std::size_t correlation;
    std::size_t graphNode;
    std::size_t graph;
};

constexpr ActivityLayout kMemcpyLayout = {1, 16, 24, 32, 40, 44, 64, 72};
constexpr ActivityLayout kMemsetLayout = {2, 16, 24, 32, 40, 44, 64, 72};
constexpr ActivityLayout kKernelLayout = {10, 16, 24, 40, 48, 92, 144, 156};
constexpr ActivityLayout kPeerMemcpyLayout = {22, 16, 24, 32, 40, 60, 72, 80};

} // namespace lanescope::capture
