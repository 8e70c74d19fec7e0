// SPDX-License-Identifier: Apache-2.0
// Real captures and replays: CUPTI's records against the saved file.
#include "captured_graphs.h"

#include <cuda.h>

#include <chrono>
#include <thread>

using namespace lanescope::gpu;

extern "C" __global__ void plain_name(float* data)
{
    data[1] += 1;
}

namespace {

void linearWithAllKinds()
{
    checks.section("one stream, nested scopes, all kinds of work");
    Captured captured = captureOn(stream, [] {
        launch<0>(stream);
        {
            const lanescope::Scope outer(stream, "s1");
            launch<1>(stream);
            {
                const lanescope::Scope inner(stream, "s2");
                launch<2>(stream);
                CUDA(cudaMemsetAsync(device, 0, 4 * 2, stream));
            }
            CUDA(cudaMemsetAsync(device, 0, 4 * 1, stream));
            CUDA(cudaMemcpyAsync(host, device, 4 * 1, cudaMemcpyDeviceToHost, stream));
            CUDA(cudaLaunchHostFunc(
                stream, [](void*) {}, nullptr));
        }
        const lanescope::Scope later(stream, lanescope::Annotation("s3"));
        CUDA(cudaMemcpyAsync(device, host, 4 * 3, cudaMemcpyHostToDevice, stream));
        launch<3>(stream);
    });
    instantiate(captured);
    compare(replay(captured.exec), saveAndRead(), 8, "first replay");
    compare(replay(captured.exec), saveAndRead(), 8, "second replay");
    const std::string text = SavedFile::contentOf(folder + "/annotations.json");
    checks.expect(text.find("\"void k<1>(float*)\"") != std::string::npos, "kernel names are demangled");
    checks.expect(text.find("\"kind\": \"host\", \"region\"") != std::string::npos, "the host node has a region");
    CUDA(cudaGraphExecDestroy(captured.exec));
    CUDA(cudaGraphDestroy(captured.graph));
}

void forksJoinsAndCrossings()
{
    checks.section("forks, joins, crossing pairs, streams not joined yet");
    Captured captured = captureOn(stream, [] {
        {
            const lanescope::Scope root(stream, "s1"); // nothing captured yet: starts at the roots
            launch<1>(stream);
        }
        join(second, stream);
        launch<0>(second); // hangs on the frontier before the scope
        {
            const lanescope::Scope fork(stream, "s2");
            join(third, stream);
            launch<2>(stream);
            launch<2>(third);
            launch<0>(second); // reachable only over older work
        }
        launch<0>(third);
        join(stream, third);
        std::uint64_t a = 0, b = 0;
        lsc_mark_begin(stream, "s3", 0, &a);
        launch<3>(stream);
        lsc_mark_begin(stream, "s4", 0, &b);
        launch<3>(stream); // in both: the first closed wins
        lsc_mark_end(a);
        launch<4>(stream);
        lsc_mark_end(b);
        {
            const lanescope::Scope joining(stream, "s5");
            launch<5>(stream);
            join(stream, second);
            launch<5>(stream);
        }
    });
    instantiate(captured);
    compare(replay(captured.exec), saveAndRead(), 11, "replay");
    CUDA(cudaGraphExecDestroy(captured.exec));
    CUDA(cudaGraphDestroy(captured.graph));
}

void severalGraphsAndInstantiations()
{
    checks.section("two graphs, instantiated in the other order, one twice");
    Captured a = captureOn(stream, [] {
        const lanescope::Scope scope(stream, "s6");
        launch<6>(stream);
        launch<6>(stream);
    });
    Captured b = captureOn(stream, [] {
        launch<0>(stream);
        const lanescope::Scope scope(stream, "s7");
        launch<7>(stream);
    });
    instantiate(b);
    instantiate(a);
    const cudaGraphExec_t firstOfA = a.exec;
    instantiate(a);
    const SavedFile file = saveAndRead();
    compare(replay(firstOfA), file, 2, "first exec of a");
    compare(replay(a.exec), file, 2, "second exec of a");
    compare(replay(b.exec), file, 2, "exec of b");
    CUDA(cudaGraphExecDestroy(firstOfA));
    compare(replay(a.exec), saveAndRead(), 2, "after the first was destroyed");

    checks.section("exec update");
    cudaGraphExecUpdateResultInfo info;
    CUDA(cudaGraphExecUpdate(a.exec, a.graph, &info));
    compare(replay(a.exec), saveAndRead(), 2, "updated from its own graph: ids stay");
    Captured again = captureOn(stream, [] {
        const lanescope::Scope scope(stream, "s6");
        launch<6>(stream);
        launch<6>(stream);
    });
    CUDA(cudaGraphExecUpdate(a.exec, again.graph, &info));
    lsc_instantiated(again.capture, a.exec);
    compare(replay(a.exec), saveAndRead(), 2, "updated from a graph captured again");
    for (const cudaGraphExec_t exec : {a.exec, b.exec})
        CUDA(cudaGraphExecDestroy(exec));
    for (const cudaGraph_t graph : {a.graph, b.graph, again.graph})
        CUDA(cudaGraphDestroy(graph));
}

void programmaticEdges()
{
    checks.section("programmatic dependent launches");
    Captured captured = captureOn(stream, [] {
        const auto launchProgrammatic = [](void (*kernel)(float*)) {
            cudaLaunchAttribute attribute = {};
            attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
            attribute.val.programmaticStreamSerializationAllowed = 1;
            cudaLaunchConfig_t config = {};
            config.gridDim = dim3(1);
            config.blockDim = dim3(32);
            config.stream = stream;
            config.attrs = &attribute;
            config.numAttrs = 1;
            CUDA(cudaLaunchKernelEx(&config, kernel, device));
        };
        launch<0>(stream);
        launchProgrammatic(k<0>);
        {
            const lanescope::Scope scope(stream, "s8");
            launchProgrammatic(k<8>);
            launchProgrammatic(k<8>);
        }
        launchProgrammatic(k<0>);
    });
    instantiate(captured);
    compare(replay(captured.exec), saveAndRead(), 5, "replay");
    CUDA(cudaGraphExecDestroy(captured.exec));
    CUDA(cudaGraphDestroy(captured.graph));
}

void backwardAndLanes()
{
    checks.section("backward on another thread, lanes");
    std::uint64_t region = 0;
    Captured captured = captureOn(stream, [&] {
        {
            const lanescope::Scope scope(stream, "s9");
            launch<9>(stream);
            region = lanescope::freeze();
        }
        const lanescope::StreamScope lane(stream, second, "s10");
        join(second, stream);
        launch<10>(second);
        join(stream, second);
    });
    instantiate(captured);
    // The backward is captured later, by a thread of its own, as autograd's engine does.
    Captured backward = captureOn(stream, [&] {
        std::thread([&] {
            const lanescope::Backward node(stream, region);
            launch<11>(stream);
        }).join();
        launch<0>(stream);
    });
    instantiate(backward);
    std::uint32_t id = 0;
    lsc_stream_id(second, &id);
    const SavedFile file = saveAndRead();
    const WantedAnnotation wanted = [id](const std::string& number) {
        if (number == "11")
            return std::string("autograd_phase=backward name=s9");
        return plainName(number) + (number == "10" ? " stream=" + std::to_string(id) : "");
    };
    compare(replay(captured.exec), file, 2, "forward", wanted);
    compare(replay(backward.exec), file, 2, "backward", wanted);
    for (const Captured& each : {captured, backward}) {
        CUDA(cudaGraphExecDestroy(each.exec));
        CUDA(cudaGraphDestroy(each.graph));
    }
}

void holesAndFrameworks()
{
    checks.section("deleted nodes, and graphs that frameworks destroy themselves");
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    lanescope::Capture holes(stream);
    for (int i = 0; i < 40; ++i) {
        const lanescope::Scope scope(stream, "s12");
        launch<12>(stream);
    }
    cudaGraph_t graph;
    CUDA(cudaStreamEndCapture(stream, &graph));
    std::vector<cudaGraphNode_t> nodes(40);
    std::size_t count = nodes.size();
    CUDA(cudaGraphGetNodes(graph, nodes.data(), &count));
    for (const std::size_t at : {0, 7, 20, 21, 39})
        CUDA(cudaGraphDestroyNode(nodes[at]));
    checks.equal(holes.end(graph), LSC_OK, "end with holes");
    cudaGraphExec_t exec;
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    holes.instantiated(exec);
    compare(replay(exec), saveAndRead(), 35, "numbers with holes");
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));

    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    lanescope::Capture early(stream);
    {
        const lanescope::Scope scope(stream, "s13");
        launch<13>(stream);
        launch<13>(stream);
    }
    checks.equal(early.end(nullptr), LSC_OK, "end while the stream still captures");
    CUDA(cudaStreamEndCapture(stream, &graph));
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CUDA(cudaGraphDestroy(graph));
    checks.equal(early.instantiated(exec), LSC_OK, "instantiated after the graph is gone");
    compare(replay(exec), saveAndRead(), 2, "graph destroyed by its framework");
    CUDA(cudaGraphExecDestroy(exec));
}

void whatIsLeftAlone()
{
    checks.section("nothing is changed, nothing breaks");
    const auto body = [](bool marked) {
        for (int i = 0; i < 50; ++i) {
            std::uint64_t scope = 0;
            if (marked)
                lsc_mark_begin(stream, "s14", 0, &scope);
            if (i % 10 == 0)
                join(second, stream);
            launch<14>(i % 2 ? stream : second);
            if (i % 10 == 9)
                join(stream, second);
            lsc_mark_end(scope);
        }
        join(stream, second);
    };
    const auto shapeOf = [](cudaGraph_t graph) {
        std::size_t nodes = 0, edges = 0;
        CUDA(cudaGraphGetNodes(graph, nullptr, &nodes));
        CUgraph driverGraph = graph;
        cuGraphGetEdges(driverGraph, nullptr, nullptr, nullptr, &edges);
        return std::to_string(nodes) + " nodes, " + std::to_string(edges) + " edges";
    };
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    body(false);
    cudaGraph_t plain;
    CUDA(cudaStreamEndCapture(stream, &plain));
    Captured marked = captureOn(stream, [&] { body(true); });
    checks.equal(shapeOf(marked.graph), shapeOf(plain), "a marked graph has the shape of a plain one");

    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    lanescope::Capture capture(stream);
    {
        const lanescope::Scope legacy(nullptr, "s15");
        checks.equal(legacy.status(), LSC_OK, "the legacy stream during a global capture");
        const lanescope::Scope other(third, "s15");
        checks.equal(other.status(), LSC_OK, "a stream that does not capture");
        launch<0>(stream);
    }
    cudaGraph_t graph;
    checks.equal(static_cast<int>(cudaStreamEndCapture(stream, &graph)), 0, "the capture is still valid");
    capture.end(graph);
    cudaGraphExec_t exec;
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    capture.instantiated(exec);
    compare(replay(exec), saveAndRead(), 1, "nothing was tagged");
    CUDA(cudaGraphExecDestroy(exec));

    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    lanescope::Capture failed(stream);
    std::uint64_t scope = 0;
    lsc_mark_begin(stream, "s16", 0, &scope);
    launch<16>(stream);
    (void)cudaStreamSynchronize(stream); // not permitted: the capture is invalid now
    checks.equal(lsc_mark_end(scope), LSC_ERROR_NOT_CAPTURING, "a scope of an invalidated capture");
    cudaGraph_t none = nullptr;
    checks.expect(cudaStreamEndCapture(stream, &none) != cudaSuccess, "the capture failed");
    (void)cudaGetLastError();
    checks.equal(failed.end(nullptr), LSC_ERROR_NOT_CAPTURING, "its end records nothing");

    Captured perThread = captureOn(cudaStreamPerThread, [] {
        const lanescope::Scope mark(cudaStreamPerThread, "s17");
        launch<17>(cudaStreamPerThread);
    });
    instantiate(perThread);
    compare(replay(perThread.exec), saveAndRead(), 1, "the per-thread default stream");

    Captured unmangled = captureOn(stream, [] { plain_name<<<1, 1, 0, stream>>>(device); });
    instantiate(unmangled);
    compare(replay(unmangled.exec), saveAndRead(), 1, "a kernel with a plain name");
}

void aHundredThousandNodes()
{
    checks.section("100 000 nodes, 10 000 scopes");
    lsc_clear();
    const auto now = [] { return std::chrono::steady_clock::now(); };
    const auto ms = [](auto from, auto to) { return std::chrono::duration<double, std::milli>(to - from).count(); };
    constexpr int kScopes = 10000;
    auto start = now();
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    lanescope::Capture capture(stream);
    for (int i = 0; i < kScopes; ++i) {
        launch<0>(stream);
        {
            const lanescope::Scope odd(stream, "s18");
            for (int j = 0; j < 4; ++j)
                launch<18>(stream);
        }
        const lanescope::Scope even(stream, "s19");
        for (int j = 0; j < 4; ++j)
            launch<19>(stream);
        CUDA(cudaMemsetAsync(device, 0, 4 * 19, stream));
    }
    cudaGraph_t graph;
    CUDA(cudaStreamEndCapture(stream, &graph));
    std::printf("   captured in %.1f ms\n", ms(start, now()));
    start = now();
    checks.equal(capture.end(graph), LSC_OK, "end");
    std::printf("   read in %.1f ms\n", ms(start, now()));
    cudaGraphExec_t exec;
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    checks.equal(capture.instantiated(exec), LSC_OK, "instantiated");
    start = now();
    const SavedFile file = saveAndRead();
    const std::string text = SavedFile::contentOf(folder + "/annotations.json");
    std::printf("   saved and read in %.1f ms, %.1f MB\n", ms(start, now()), static_cast<double>(text.size()) / 1e6);
    compare(replay(exec), file, 10 * kScopes, "replay");
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
}

} // namespace

int main(int, char** arguments)
{
    folder = arguments[1];
    checks.section("availability");
    checks.equal(lsc_available(), LSC_ERROR_UNAVAILABLE, "before CUDA is initialised");
    checks.equal(std::string(lsc_last_error()), "the program has not initialised CUDA yet", "the reason");
    int devices = 0;
    CUcontext context = nullptr;
    checks.equal(static_cast<int>(cuCtxGetCurrent(&context)), static_cast<int>(CUDA_ERROR_NOT_INITIALIZED),
                 "asking did not initialise it");
    CUDA(cudaGetDeviceCount(&devices));
    CuptiRecords::start();
    CUDA(cudaMalloc(&device, 1 << 20));
    CUDA(cudaMallocHost(&host, 1 << 20));
    for (cudaStream_t* each : {&stream, &second, &third})
        CUDA(cudaStreamCreateWithFlags(each, cudaStreamNonBlocking));
    if (!checks.equal(lsc_available(), LSC_OK, "afterwards"))
        std::printf("   %s\n", lsc_last_error());

    linearWithAllKinds();
    forksJoinsAndCrossings();
    severalGraphsAndInstantiations();
    programmaticEdges();
    backwardAndLanes();
    holesAndFrameworks();
    whatIsLeftAlone();
    aHundredThousandNodes();
    std::printf("   ids come from %s\n", saveAndRead().json()["driver"]["id_source"].text.c_str());
    return checks.finish();
}
