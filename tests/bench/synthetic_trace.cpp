// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/synthetic_trace.h"

#include "core/annotate/read_annotations.h"
#include "core/load/read_chrome_json.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <iterator>
#include <string_view>

namespace lanescope::bench {
namespace {

constexpr std::uint64_t kEpochNs = 1'712'195'495'502'407'441;
constexpr std::uint64_t kNodesPerGraph = 120;
constexpr std::uint64_t kGraphs = 8;

constexpr std::array<std::string_view, 6> kOps{"aten::mean",
                                               "aten::_scaled_dot_product_attention",
                                               "aten::transpose",
                                               "aten::linear",
                                               "autograd::engine::evaluate_function: AddmmBackward0",
                                               "aten::layer_norm"};
constexpr std::array<std::string_view, 5> kKernels{
    "triton_poi_fused__unsafe_view_add_27", "nvjet_sm90_tst_96x128_64x7_2x1_v_bz_TNN",
    "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
    "namespace)::silu_kernel(at::TensorIteratorBase&)::{lambda()#1}::operator()() const::{lambda()#4}::operator()() "
    "const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul> >(int, std::array<char*, 2ul>)",
    "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x128x128_4x1x1_kernel0_0",
    "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float, float, false>(int, float, float "
    "const*, float const*, float const*, float*, float*, float*)"};

// Times are microseconds with three decimals, as kineto prints them.
std::string micros(std::uint64_t ns)
{
    return fmt::format("{}.{:03}", ns / 1000, ns % 1000);
}

class Writer {
public:
    [[nodiscard]] SyntheticTrace make(std::uint64_t sizeBytes)
    {
        m_cpu = kHead;
        while (m_cpu.size() + m_gpu.size() < sizeBytes)
            addStep();
        SyntheticTrace trace;
        trace.json = std::move(m_cpu);
        trace.json += m_gpu;
        trace.json += kTail;
        trace.entries = m_entries + 3;
        trace.annotations = annotations();
        return trace;
    }

private:
    static constexpr std::string_view kHead =
        "{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [\n    {\n      \"id\": 0, \"name\": \"NVIDIA H200\"\n    "
        "}\n  ],\n  \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": 0, \"world_size\": 1},\n  "
        "\"displayTimeUnit\": \"ms\",\n  \"traceEvents\": [";
    static constexpr std::string_view kTail =
        "\n  {\n    \"name\": \"process_name\", \"ph\": \"M\", \"ts\": 1712195495502407.441, \"pid\": 0, \"tid\": 0,\n "
        "   \"args\": {\n      \"name\": \"python3\"\n    }\n  },\n  {\n    \"name\": \"process_labels\", \"ph\": "
        "\"M\", "
        "\"ts\": 1712195495502407.441, \"pid\": 0, \"tid\": 0,\n    \"args\": {\n      \"labels\": \"GPU 0\"\n    }\n  "
        "},\n  {\n    \"ph\": \"i\", \"s\": \"t\", \"name\": \"Record Window End\", \"pid\": \"\", \"tid\": \"\", "
        "\"ts\": 1712195495502407.441\n  }\n  ],\n  \"traceName\": \"synthetic\"\n}\n";

    std::uint64_t random(std::uint64_t below)
    {
        m_state = m_state * 6364136223846793005U + 1442695040888963407U;
        return (m_state >> 33) % below;
    }

    // One operator with what it calls and launches; every 40th step replays a graph.
    void addStep()
    {
        const std::uint64_t length = 6'000 + random(20'000);
        addOp(kOps[random(kOps.size())], m_cpuNs, length, true);
        addOp(kOps[random(kOps.size())], m_cpuNs + 700, length / 2, false);
        addOp(kOps[random(kOps.size())], m_cpuNs + 1'400, length / 4, false);
        addCall("cudaLaunchKernel", m_cpuNs + 2'000);
        addWork(0, 0, m_cpuNs + 9'000);
        if (m_step % 3 == 0)
            addArrow("fwdbwd", m_cpuNs);
        if (m_step % 40 == 39) {
            addCall("cudaGraphLaunch", m_cpuNs + length + 500);
            const std::uint64_t graph = 1 + random(kGraphs);
            for (std::uint64_t node = 0; node < kNodesPerGraph; ++node)
                addWork(graph, (graph << 32) | node, m_gpuNs);
            m_cpuNs = std::max(m_cpuNs, m_gpuNs - kNodesPerGraph * 4'000);
        }
        m_cpuNs += length + random(3'000);
        ++m_step;
    }

    void addOp(std::string_view name, std::uint64_t atNs, std::uint64_t lengthNs, bool hasSequence)
    {
        fmt::format_to(std::back_inserter(m_cpu),
                       "\n  {{\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"{}\", \"pid\": 41000, \"tid\": "
                       "41000,\n    \"ts\": {}, \"dur\": {},\n    \"args\": {{\n      \"External id\": "
                       "{},\"Record function id\": 0, {}\"Ev Idx\": {}\n    }}\n  }},",
                       name, micros(atNs), micros(lengthNs), m_entries,
                       hasSequence ? fmt::format("\"Sequence number\": {}, \"Fwd thread id\": 0, ", m_step) : "",
                       m_entries);
        ++m_entries;
    }

    void addCall(std::string_view name, std::uint64_t atNs)
    {
        ++m_correlation;
        fmt::format_to(std::back_inserter(m_cpu),
                       "\n  {{\n    \"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"{}\", \"pid\": 41000, "
                       "\"tid\": 41000,\n    \"ts\": {}, \"dur\": 3.250,\n    \"args\": {{\n      \"External id\": "
                       "{}, \"cbid\": 211, \"correlation\": {}\n    }}\n  }},\n  {{\n    \"ph\": \"s\", \"id\": {}, "
                       "\"pid\": 41000, \"tid\": 41000, \"ts\": {},\n    \"cat\": \"ac2g\", \"name\": \"ac2g\"\n  }},",
                       name, micros(atNs), m_entries, m_correlation, m_correlation, micros(atNs));
        m_entries += 2;
    }

    void addArrow(std::string_view category, std::uint64_t atNs)
    {
        for (const std::string_view phase : {"s", "f"}) {
            fmt::format_to(std::back_inserter(m_cpu),
                           "\n  {{\n    \"ph\": \"{}\", \"id\": {}, \"pid\": 41000, \"tid\": 41000, \"ts\": {},\n    "
                           "\"cat\": \"{}\", \"name\": \"{}\", \"bp\": \"e\"\n  }},",
                           phase, m_step, micros(atNs), category, category);
            ++m_entries;
        }
    }

    void addWork(std::uint64_t graph, std::uint64_t node, std::uint64_t earliestNs)
    {
        const std::uint64_t length = 900 + random(9'000);
        // One in ten starts a little before the one before it ended.
        const std::uint64_t at = std::max(m_gpuNs, earliestNs) - (random(10) == 0 ? random(700) : 0);
        fmt::format_to(
            std::back_inserter(m_gpu),
            "\n  {{\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"{}\", \"pid\": 0, \"tid\": 7,\n    \"ts\": "
            "{}, "
            "\"dur\": {},\n    \"args\": {{\n      \"queued\": 0, \"device\": 0, \"context\": 1,      \"stream\": 7, "
            "\"correlation\": {},      \"registers per thread\": {},      \"shared memory\": 16,      \"blocks per "
            "SM\": 3.174242,      \"warps per SM\": 12.696970,      \"grid\": [{}, 1, 1],      \"block\": [128, 1, "
            "1],      \"est. achieved occupancy %\": 19,      \"graph id\": {}, \"graph node id\": {}\n    }}\n  "
            "}},\n  {{\n    \"ph\": \"f\", \"id\": {}, \"pid\": 0, \"tid\": 7, \"ts\": {},\n    \"cat\": \"ac2g\", "
            "\"name\": \"ac2g\", \"bp\": \"e\"\n  }},",
            kKernels[random(kKernels.size())], micros(at), micros(length), m_correlation, 16 + random(239),
            1 + random(4096), graph, node, m_correlation, micros(at));
        m_entries += 2;
        m_gpuNs = at + length + random(600);
    }

    static std::string annotations()
    {
        std::string text = "{";
        for (std::uint64_t graph = 1; graph <= kGraphs; ++graph) {
            for (std::uint64_t node = 0; node < kNodesPerGraph; ++node) {
                const std::uint64_t layer = node / 10;
                const std::string_view part = node % 10 < 5 ? "attn" : "mlp";
                fmt::format_to(std::back_inserter(text),
                               "{}\"{}\": [{{\"name\": \"layer_{}.{}\", \"module\": \"layers.{}.{}\"{}}}]",
                               text.size() > 1 ? ", " : "", (graph << 32) | node, layer, part, layer, part,
                               graph % 2 == 0 ? ", \"autograd_phase\": \"backward\"" : "");
            }
        }
        return text + '}';
    }

    std::string m_cpu;
    std::string m_gpu;
    std::uint64_t m_entries = 0;
    std::uint64_t m_step = 0;
    std::uint64_t m_correlation = 1000;
    std::uint64_t m_cpuNs = kEpochNs;
    std::uint64_t m_gpuNs = kEpochNs + 20'000;
    std::uint64_t m_state = 88172645463325252U;
};

} // namespace

SyntheticTrace makeSyntheticTrace(std::uint64_t sizeBytes)
{
    return Writer().make(sizeBytes);
}

std::shared_ptr<const JoinedTrace> makeJoinedTrace(std::uint64_t sizeBytes)
{
    SyntheticTrace made = makeSyntheticTrace(sizeBytes);
    const std::uint64_t textBytes = made.json.size();
    auto trace = readChromeJson({"synthetic", textBytes, false, contentInMemory(std::move(made.json))}, JobControl());
    auto annotations = readAnnotationsJson(made.annotations);
    if (!trace || !annotations) {
        fmt::print(stderr, "the synthetic trace cannot be read\n");
        std::exit(1);
    }
    return *joinTrace(*std::move(trace), std::make_shared<AnnotationSet>(*std::move(annotations)), JobControl());
}

} // namespace lanescope::bench
