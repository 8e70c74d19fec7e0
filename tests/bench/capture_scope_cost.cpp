// SPDX-License-Identifier: Apache-2.0
// What marks cost. Built with LANESCOPE_BENCH_CUDA it captures on the GPU's driver, else over the driver in memory,
// which shows the library's own share. A plain program: GPU machines have no Google Benchmark.
#include "lanescope/capture.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#ifdef LANESCOPE_BENCH_CUDA
#include <cuda_runtime.h>
#else
#include "tests/capture_lib/fake_driver.h"
#endif

namespace {

using Clock = std::chrono::steady_clock;

double nanoseconds(Clock::time_point from, Clock::time_point to)
{
    return std::chrono::duration<double, std::nano>(to - from).count();
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

#ifdef LANESCOPE_BENCH_CUDA

__global__ void kernel(float* data)
{
    if (data)
        data[0] += 1;
}

class Machine {
public:
    Machine()
    {
        cudaFree(nullptr);
        cudaStreamCreate(&m_stream);
    }
    void* stream() const { return m_stream; }
    void begin() { cudaStreamBeginCapture(m_stream, cudaStreamCaptureModeThreadLocal); }
    void launch() { kernel<<<1, 32, 0, m_stream>>>(nullptr); }
    void* end()
    {
        cudaStreamEndCapture(m_stream, &m_graph);
        return m_graph;
    }
    double instantiateNs()
    {
        const auto from = Clock::now();
        cudaGraphExec_t exec = nullptr;
        cudaGraphInstantiate(&exec, m_graph, 0);
        const auto to = Clock::now();
        cudaGraphExecDestroy(exec);
        return nanoseconds(from, to);
    }
    void destroy() { cudaGraphDestroy(m_graph); }

private:
    cudaStream_t m_stream = nullptr;
    cudaGraph_t m_graph = nullptr;
};

#else

class Machine {
public:
    Machine() : m_stream(lanescope::test::fakeDriver().makeStream()) {}
    void* stream() const { return m_stream; }
    void begin() { lanescope::test::fakeDriver().beginCapture(m_stream); }
    void launch() { lanescope::test::fakeDriver().launch(m_stream, "kernel"); }
    void* end() { return m_graph = lanescope::test::fakeDriver().endCapture(m_stream); }
    double instantiateNs() { return 0; }
    void destroy() { lanescope::test::fakeDriver().destroyGraph(m_graph); }

private:
    lanescope::test::FakeStream* m_stream;
    lanescope::test::FakeGraph* m_graph = nullptr;
};

#endif

constexpr int kNodesInScope = 10;

// Entry plus exit of a scope around ten launches, in a graph that has `before` nodes already.
double scopeNs(Machine& machine, int before)
{
    constexpr int kScopes = 200;
    machine.begin();
    lanescope::Capture capture(machine.stream());
    for (int i = 0; i < before; ++i)
        machine.launch();
    std::vector<double> costs;
    for (int i = 0; i < kScopes; ++i) {
        std::uint64_t scope = 0;
        const auto beginFrom = Clock::now();
        lsc_mark_begin(machine.stream(), "layer", 0, &scope);
        const auto beginTo = Clock::now();
        for (int j = 0; j < kNodesInScope; ++j)
            machine.launch();
        const auto endFrom = Clock::now();
        lsc_mark_end(scope);
        const auto endTo = Clock::now();
        costs.push_back(nanoseconds(beginFrom, beginTo) + nanoseconds(endFrom, endTo));
    }
    capture.end(machine.end());
    machine.destroy();
    lsc_clear();
    return median(costs);
}

enum class Marks { Off, On };

struct CaptureCost {
    double captureNs = 0;     // from the first launch to the end of the capture
    double readNs = 0;        // lsc_capture_end
    double instantiateNs = 0; // for comparison
};

CaptureCost captureCost(Machine& machine, Marks marks)
{
    constexpr int kScopes = 1000;
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (int i = 0; i < kScopes; ++i)
            list.push_back("model.layers." + std::to_string(i) + ".attention");
        return list;
    }();
    CaptureCost cost;
    const auto from = Clock::now();
    machine.begin();
    std::uint64_t capture = 0;
    if (marks == Marks::On)
        lsc_capture_begin(machine.stream(), &capture);
    for (int i = 0; i < kScopes; ++i) {
        std::uint64_t scope = 0;
        if (marks == Marks::On)
            lsc_mark_begin(machine.stream(), names[static_cast<std::size_t>(i)].c_str(), 0, &scope);
        for (int j = 0; j < kNodesInScope; ++j)
            machine.launch();
        if (marks == Marks::On)
            lsc_mark_end(scope);
    }
    void* graph = machine.end();
    const auto captured = Clock::now();
    lsc_capture_end(capture, graph);
    cost.captureNs = nanoseconds(from, captured);
    cost.readNs = nanoseconds(captured, Clock::now());
    cost.instantiateNs = machine.instantiateNs();
    machine.destroy();
    return cost;
}

void printCaptureCosts(Machine& machine)
{
    constexpr int kRounds = 60;
    std::vector<double> off, on, ratio, read, instantiate;
    for (int i = 0; i < kRounds; ++i) {
        // A pair at a time, each first in turn: what changes on the machine meanwhile hits both.
        CaptureCost cost[2];
        for (int j = 0; j < 2; ++j) {
            const bool marked = (i + j) % 2 == 1;
            cost[marked ? 1 : 0] = captureCost(machine, marked ? Marks::On : Marks::Off);
        }
        lsc_clear();
        off.push_back(cost[0].captureNs);
        on.push_back(cost[1].captureNs);
        ratio.push_back(cost[1].captureNs / cost[0].captureNs);
        read.push_back(cost[1].readNs);
        instantiate.push_back(cost[1].instantiateNs);
    }
    std::printf("capture of 10 000 nodes, no scopes      %9.3f ms\n", median(off) / 1e6);
    std::printf("the same with 1 000 scopes              %9.3f ms  %+.1f %% (median of %d pairs)\n", median(on) / 1e6,
                (median(ratio) - 1) * 100, kRounds);
    std::printf("reading it after the capture            %9.3f ms\n", median(read) / 1e6);
    std::printf("instantiating it, for comparison        %9.3f ms\n", median(instantiate) / 1e6);
}

double offNs(void* stream)
{
    constexpr int kPairs = 1000000;
    std::vector<double> rounds;
    for (int round = 0; round < 9; ++round) {
        const auto from = Clock::now();
        for (int i = 0; i < kPairs; ++i) {
            std::uint64_t scope = 0;
            lsc_mark_begin(stream, "layer", 0, &scope);
            lsc_mark_end(scope);
        }
        rounds.push_back(nanoseconds(from, Clock::now()) / kPairs);
    }
    return median(rounds);
}

} // namespace

int main()
{
    Machine machine;
#ifndef LANESCOPE_BENCH_CUDA
    std::printf("over the driver in memory, whose launches cost next to nothing: percentages are the GPU run's\n");
#endif
    if (lsc_available() != LSC_OK)
        std::printf("unavailable: %s\n", lsc_last_error());
    std::printf("a pair of marks outside of captures     %9.1f ns\n", offNs(machine.stream()));
    for (const int before : {100, 10000, 100000}) {
        scopeNs(machine, before); // warms up
        std::printf("a scope of 10 nodes after %6d nodes   %9.1f ns\n", before, scopeNs(machine, before));
    }
    printCaptureCosts(machine);
    return 0;
}
