// SPDX-License-Identifier: Apache-2.0
#include "captured_graphs.h"

#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <fstream>
#include <string>
#include <vector>

// Graphs inside of graphs, in every shape: captured with a mark "s<N>" around each kernel k<N> (which so says itself
// what it must be called), instantiated twice and run. Writes the annotation file, and a line for each of CUPTI's
// records: nested_graphs.py compares them.
using namespace lanescope::gpu;

namespace {

__global__ void stop(cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, 0);
}

template<int N>
void launchEach(int number, cudaStream_t on)
{
    if (number == N)
        launch<N>(on);
    else if constexpr (N > 0)
        launchEach<N - 1>(number, on);
}

// What a graph holds, in order.
struct Item {
    enum Kind { Kernel, Deleted, Child, If, While, Switch } kind;
    int number = 0;                        // of a kernel; of a switch: the branch taken; of an if: 0 or 1
    std::vector<std::vector<Item>> bodies; // of a child one
};
using Items = std::vector<Item>;

Item k(int number)
{
    return {Item::Kernel, number, {}};
}
Item gone(int number)
{
    return {Item::Deleted, number, {}};
}
Item child(Items items)
{
    return {Item::Child, 0, {std::move(items)}};
}

struct Filled {
    cudaGraph_t graph = nullptr;
    std::uint64_t capture = 0;
};

// The node that the stream's latest work made.
cudaGraphNode_t latest(cudaStream_t on)
{
    cudaStreamCaptureStatus status;
    const cudaGraphNode_t* nodes = nullptr;
    std::size_t count = 0;
    CUDA(cudaStreamGetCaptureInfo(on, &status, nullptr, nullptr, &nodes, nullptr, &count));
    return count == 0 ? nullptr : nodes[0];
}

class Builder {
public:
    // `ends`: of the loop whose body this is; it runs once.
    Filled capture(const Items& items, cudaGraph_t into = nullptr, const cudaGraphConditionalHandle* ends = nullptr)
    {
        cudaStream_t on;
        CUDA(cudaStreamCreateWithFlags(&on, cudaStreamNonBlocking));
        if (into)
            CUDA(cudaStreamBeginCaptureToGraph(on, into, nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal));
        else
            CUDA(cudaStreamBeginCapture(on, cudaStreamCaptureModeThreadLocal));
        Filled filled;
        lsc_capture_begin(on, &filled.capture);
        std::vector<cudaGraphNode_t> deleted;
        for (const Item& item : items)
            add(item, on, deleted);
        if (ends)
            stop<<<1, 1, 0, on>>>(*ends);
        CUDA(cudaStreamEndCapture(on, &filled.graph));
        if (lsc_capture_end(filled.capture, filled.graph) != LSC_OK)
            std::printf("capture_end: %s\n", lsc_last_error());
        for (const cudaGraphNode_t node : deleted)
            CUDA(cudaGraphDestroyNode(node));
        return filled;
    }

private:
    void add(const Item& item, cudaStream_t on, std::vector<cudaGraphNode_t>& deleted)
    {
        if (item.kind == Item::Kernel || item.kind == Item::Deleted) {
            const lanescope::Scope scope(on, ("s" + std::to_string(item.number)).c_str());
            launchEach<99>(item.number, on);
            if (item.kind == Item::Deleted)
                deleted.push_back(latest(on));
        } else if (item.kind == Item::Child) {
            addChild(item, on);
        } else {
            addConditional(item, on);
        }
    }

    struct Place {
        cudaGraph_t graph = nullptr;
        std::vector<cudaGraphNode_t> after;
    };
    static Place placeOf(cudaStream_t on)
    {
        cudaStreamCaptureStatus status;
        Place place;
        const cudaGraphNode_t* nodes = nullptr;
        std::size_t count = 0;
        CUDA(cudaStreamGetCaptureInfo(on, &status, nullptr, &place.graph, &nodes, nullptr, &count));
        place.after.assign(nodes, nodes + count);
        return place;
    }

    void addChild(const Item& item, cudaStream_t on)
    {
        const Filled inner = capture(item.bodies[0]);
        const Place place = placeOf(on);
        cudaGraphNode_t node;
        CUDA(cudaGraphAddChildGraphNode(&node, place.graph, place.after.data(), place.after.size(), inner.graph));
        CUDA(cudaStreamUpdateCaptureDependencies(on, &node, nullptr, 1, cudaStreamSetCaptureDependencies));
        void* original = inner.graph;
        if (lsc_node_bodies(node, &original, 1) != LSC_OK)
            std::printf("node_bodies: %s\n", lsc_last_error());
    }

    void addConditional(const Item& item, cudaStream_t on)
    {
        const Place place = placeOf(on);
        cudaGraphConditionalHandle handle;
        const unsigned first = item.kind == Item::While ? 1U : static_cast<unsigned>(item.number);
        CUDA(cudaGraphConditionalHandleCreate(&handle, place.graph, first, cudaGraphCondAssignDefault));
        cudaGraphNodeParams params = {};
        params.type = cudaGraphNodeTypeConditional;
        params.conditional.handle = handle;
        params.conditional.type = item.kind == Item::If      ? cudaGraphCondTypeIf
                                  : item.kind == Item::While ? cudaGraphCondTypeWhile
                                                             : cudaGraphCondTypeSwitch;
        params.conditional.size = static_cast<unsigned>(item.bodies.size());
        cudaGraphNode_t node;
        CUDA(cudaGraphAddNode(&node, place.graph, place.after.data(), nullptr, place.after.size(), &params));
        CUDA(cudaStreamUpdateCaptureDependencies(on, &node, nullptr, 1, cudaStreamSetCaptureDependencies));
        std::vector<void*> bodies;
        for (std::size_t i = 0; i < item.bodies.size(); ++i)
            bodies.push_back(params.conditional.phGraph_out[i]);
        if (lsc_node_bodies(node, bodies.data(), bodies.size()) != LSC_OK)
            std::printf("node_bodies: %s\n", lsc_last_error());
        for (std::size_t i = 0; i < item.bodies.size(); ++i)
            capture(item.bodies[i], static_cast<cudaGraph_t>(bodies[i]), item.kind == Item::While ? &handle : nullptr);
    }
};

// As a profiler that writes node ids does.
std::string eventOf(const Record& record)
{
    std::string name = record.name;
    int status = 0;
    if (char* plain = abi::__cxa_demangle(record.name.c_str(), nullptr, nullptr, &status)) {
        name = plain;
        std::free(plain);
    }
    char times[64];
    std::snprintf(times, sizeof times, "\"ts\": %.3f, \"dur\": %.3f",
                  static_cast<double>(record.start % 1000000000000) / 1e3,
                  static_cast<double>(record.end - record.start) / 1e3);
    const std::string stream = std::to_string(record.stream);
    return "{\"ph\": \"X\", \"cat\": \"" + record.kind + "\", \"name\": \"" + name +
           "\", \"pid\": 0, \"tid\": " + stream + ", " + times + ", \"args\": {\"device\": 0, \"stream\": " + stream +
           ", \"correlation\": " + std::to_string(record.correlation) +
           ", \"graph id\": " + std::to_string(record.graphId) + ", \"graph node id\": " + std::to_string(record.key) +
           "}}";
}

void run(const char* name, const Items& items)
{
    Builder builder;
    lsc_clear();
    const Filled filled = builder.capture(items);
    const std::string stem = folder + "/nested_" + name;
    std::ofstream lines(stem + ".trace.json");
    const char* separator = "{\"traceEvents\": [\n";
    for (int i = 0; i < 2; ++i) {
        cudaGraphExec_t exec;
        CUDA(cudaGraphInstantiate(&exec, filled.graph, 0));
        if (lsc_instantiated(filled.capture, exec) != LSC_OK)
            std::printf("instantiated: %s\n", lsc_last_error());
        for (const Record& record : replay(exec)) {
            lines << separator << eventOf(record);
            separator = ",\n";
        }
        CUDA(cudaGraphExecDestroy(exec));
    }
    lines << "\n]}\n";
    if (lsc_save((stem + ".annotations.json").c_str(), nullptr) != LSC_OK)
        std::printf("save: %s\n", lsc_last_error());
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    folder = argv[1];
    CUDA(cudaMalloc(&device, 1 << 20));
    CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CuptiRecords::start();
    const Item inner = child({k(21), k(22)});
    const Item outer = child({k(11), k(12), inner, k(13)});
    run("01_children_in_children", {k(1), outer, k(2), outer, k(3)});
    run("02_if_else_and_while",
        {k(1), {Item::If, 1, {{k(31), k(32), k(33)}, {k(41), k(42)}}}, k(2), {Item::While, 1, {{k(51), k(52)}}}, k(3)});
    run("03_else_taken", {k(1), {Item::If, 0, {{k(71)}, {k(72), k(73)}}}, k(2)});
    run("04_deleted", {k(1), gone(2), k(3)});
    run("05_child_in_a_branch", {k(1), {Item::If, 1, {{k(2), child({k(3), k(4)}), k(5)}, {k(6), k(7)}}}, k(8)});
    run("06_child_in_the_other_branch", {k(1), {Item::If, 0, {{k(2), child({k(3), k(4)}), k(5)}, {k(6), k(7)}}}, k(8)});
    run("07_if_in_if_and_a_child",
        {k(1), {Item::If, 1, {{k(2), {Item::If, 1, {{k(3), k(4)}}}, k(5)}}}, child({k(6)}), k(7)});
    run("08_switch", {k(1), {Item::Switch, 2, {{k(2)}, {k(3), child({k(4)})}, {k(5), k(6)}}}, k(7)});
    run("09_deleted_in_a_child", {k(1), gone(2), child({k(3), gone(4), k(5)}), k(6)});
    run("10_last_deleted", {k(1), child({k(2), k(3)}), k(4), gone(5)});
    run("11_last_of_a_child_deleted", {k(1), child({k(2), k(3), gone(4)}), child({k(5)}), k(6)});
    run("12_last_of_a_branch_deleted", {k(1), {Item::If, 1, {{k(2), gone(3)}, {k(4)}}}, child({k(5), k(6)}), k(7)});
    run("13_while_in_switch_in_if",
        {k(1),
         {Item::If,
          1,
          {{k(2), {Item::Switch, 1, {{k(3)}, {k(4), {Item::While, 1, {{k(5), child({k(6)})}}}, k(7)}}}, k(8)}}},
         k(9)});
    run("14_if_in_while_and_a_child_after",
        {{Item::While, 1, {{{Item::If, 1, {{k(1)}, {k(2)}}}, k(3)}}}, child({k(4), inner, k(5)}), k(6)});
    run("15_two_conditionals_in_a_branch",
        {k(1), {Item::If, 1, {{{Item::If, 1, {{k(2)}}}, {Item::Switch, 0, {{k(3)}, {k(4)}}}, k(5)}, {k(6)}}}, k(7)});
    run("16_last_of_all_deleted",
        {child({k(1), child({k(2), gone(3)}), gone(4)}), {Item::If, 1, {{k(5), gone(6)}}}, k(7), gone(8)});
    return 0;
}
