// SPDX-License-Identifier: Apache-2.0
#include "tests/support/large_trace.h"

#include <fmt/format.h>

#include <cstdint>

namespace lanescope::test {
namespace {

constexpr int kNodes = 500;

std::uint64_t nodeId(int node)
{
    return (std::uint64_t{8} << 32) + static_cast<std::uint64_t>(node) + 1;
}

} // namespace

std::string largeTrace(int slices)
{
    std::string text = R"({"schemaVersion": 1, "displayTimeUnit": "ms", "baseTimeNanoseconds": 1735689600000000000, )"
                       "\"traceEvents\": [\n"
                       R"({"ph": "M", "name": "process_labels", "pid": 0, "tid": 0, "ts": 0, )"
                       R"("args": {"labels": "GPU 0"}})";
    for (int i = 0; i < slices; ++i) {
        const std::int64_t ns = 1'000'000 + std::int64_t{i} * 3000;
        const std::string ts = fmt::format("{}.{:03}", ns / 1000, ns % 1000);
        if (i % 3 == 0)
            text += fmt::format(",\n{{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::op_{}\", \"pid\": 900, "
                                "\"tid\": 900, \"ts\": {}, \"dur\": 2.750, \"args\": {{\"External id\": {}, \"Input "
                                "Dims\": [[64, 1024], [1024, 4096], []], \"Ev Idx\": {}}}}}",
                                i % 97, ts, i, i);
        else if (i % 3 == 1)
            text += fmt::format(",\n{{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", "
                                "\"pid\": 900, \"tid\": 900, \"ts\": {}, \"dur\": 1.500, \"args\": {{\"cbid\": 211, "
                                "\"correlation\": {}}}}}",
                                ts, i);
        else
            text += fmt::format(",\n{{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"void tile_kernel<{}>(float "
                                "const*, float*)\", \"pid\": 0, \"tid\": {}, \"ts\": {}, \"dur\": 8.125, \"args\": "
                                "{{\"device\": 0, \"stream\": {}, \"correlation\": {}, \"grid\": [64, 1, 1], "
                                "\"block\": [256, 1, 1], \"graph id\": 8, \"graph node id\": {}}}}}",
                                i % 31, 20 + i % 9, ts, 20 + i % 9, i - 1, nodeId(i / 3 % kNodes));
    }
    return text + "\n]}\n";
}

std::string largeTraceAnnotations()
{
    std::string text;
    for (int node = 0; node < kNodes; ++node)
        text += fmt::format("{}\"{}\": [{{\"name\": \"layers.{}\", \"stream\": {}, \"autograd_phase\": \"{}\"}}]",
                            node == 0 ? "{" : ", ", nodeId(node), node / 50, 61 + node % 4,
                            node % 2 == 0 ? "forward" : "backward");
    return text + "}";
}

} // namespace lanescope::test
