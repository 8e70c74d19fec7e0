# SPDX-License-Identifier: Apache-2.0
"""torch.compile inside scopes, graphs that other code captures, and the profiler's trace handler."""
import glob
import gzip
import json
import os
import sys

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile, schedule

from torch_checks import Records, expect, expect_equal, finish, label, lanescope, memset

records = Records(sys.argv[1])
folder = sys.argv[2]


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(64, 256), nn.Linear(256, 64)

    def forward(self, x):
        with lanescope.mark_kernels("inside"):  # does nothing in compiled code, and breaks no graph
            return self.down(nn.functional.gelu(self.up(x)))


def compiled_blocks():
    torch._dynamo.reset()
    blocks = [torch.compile(Block().cuda(), fullgraph=True) for _ in range(2)]
    x = torch.ones(32, 64, device="cuda", requires_grad=True)

    def work():
        y = x
        for i, block in enumerate(blocks):
            with lanescope.mark_kernels(f"block {i}"):
                y = block(y)
        y.sum().backward()

    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(3):
            work()
    torch.cuda.synchronize()
    compiles = torch._dynamo.utils.counters["stats"].get("unique_graphs", 0)
    graph = torch.cuda.CUDAGraph()
    with lanescope.graph(graph, enable_annotations=True):
        work()
    expect_equal(torch._dynamo.utils.counters["stats"].get("unique_graphs", 0), compiles, "scopes make nothing compile again")
    annotations = dict(lanescope.get_kernel_annotations())
    taken = sorted(records.of(graph.replay), key=lambda r: r["node"])
    order = []
    for record in taken:
        found = label(annotations, record)
        if not order or order[-1] != found:
            order.append(found)
    wanted = [("block 0", "forward"), ("block 1", "forward"), ("block 1", "backward"), ("block 0", "backward")]
    expect_equal([o for o in order if o], wanted, "compiled code: forward and backward of each block, in order")
    triton = [label(annotations, r) for r in taken if r["name"].startswith("triton_")]
    expect(triton and None not in triton[:2], f"compiled code: {len(triton)} Triton kernels", str(triton))


def generated_code():
    """The switch: which kernels of compiled code know what they are."""
    from torch._inductor.utils import run_and_get_code

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(64, 128), nn.GELU(), nn.Linear(128, 64)) for _ in range(2))

        def forward(self, x):
            x = self.blocks[0](x)
            with torch.fx.traceback.annotate({"component": "second"}):
                return self.blocks[1](x)

    model = Model().cuda()
    x = torch.ones(32, 64, device="cuda", requires_grad=True)

    def compiled():
        torch._dynamo.reset()
        function = torch.compile(model, fullgraph=True)
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            _, code = run_and_get_code(lambda: function(x).sum().backward())
        torch.cuda.synchronize()
        return function, "\n".join(code)

    _, before = compiled()
    expect("lanescope" not in before, "off, nothing of it is in the code")
    expect(lanescope.annotate_compiled_code(), "the switch knows this Inductor " + lanescope.annotate_compiled_code().reason)
    function, code = compiled()
    expect(code.count("lanescope_begin(") == code.count("lanescope_end(") > 4, "on, each kernel call is in a scope")
    lanescope.clear_kernel_annotations()
    graph = torch.cuda.CUDAGraph()
    with lanescope.graph(graph, enable_annotations=True):
        with lanescope.mark_kernels("step"):
            y = function(x)
        y.sum().backward()
    annotations = dict(lanescope.get_kernel_annotations())
    taken = sorted(records.of(graph.replay), key=lambda r: r["node"])
    seen = []
    for record in taken:
        (found,) = annotations.get(record["node"], [{}])
        seen.append((found.get("name"), found.get("autograd_phase", "forward"), found.get("module_name"), found.get("component")))
    print("  ", *dict.fromkeys(seen), sep="\n     ")
    forward = [s for s in seen if s[:2] == ("step", "forward")]
    modules = {m for s in forward for m in (s[2] or "").split(" + ")}
    expect({"L.blocks.0.0", "L.blocks.1.2"} <= modules, "the modules of the forward's kernels", str(modules))
    expect(all(s[2] for s in forward), "   all of them")
    expect(any(s[3] == "second" for s in forward), "what torch.fx.traceback.annotate said is there")
    backward = [s for s in seen if s[1] == "backward"]
    expect(len(backward) > 4 and any(s[2] and "L.blocks.0" in s[2] for s in backward), "the backward's kernels too")
    expect(all(s[0] == "step" for s in backward), "   in the region of the scope", str(set(backward)))
    lanescope.annotate_compiled_code(False)
    _, after = compiled()
    expect("lanescope" not in after, "off again, nothing of it is in the code")


def reduce_overhead():
    torch._dynamo.reset()
    lanescope.clear_kernel_annotations()
    lanescope.annotate_all_graphs()
    model = torch.compile(Block().cuda(), mode="reduce-overhead")
    x = torch.ones(32, 64, device="cuda")
    with torch.no_grad():
        for _ in range(4):
            torch.compiler.cudagraph_mark_step_begin()
            with lanescope.mark_kernels("around"):
                model(x)
    torch.cuda.synchronize()
    lanescope.annotate_all_graphs(False)
    lanescope.save(os.path.join(folder, "trees.json"))
    with open(os.path.join(folder, "trees.json")) as file:
        graphs = json.load(file)["graphs"]
    expect(graphs and all(g["exec_ids"] for g in graphs), f"graphs of reduce-overhead are recorded ({len(graphs)})")


def graphed_callables():
    lanescope.clear_kernel_annotations()
    lanescope.annotate_all_graphs()
    graphed = torch.cuda.make_graphed_callables(Block().cuda(), (torch.ones(32, 64, device="cuda", requires_grad=True),))
    lanescope.annotate_all_graphs(False)
    x = torch.ones(32, 64, device="cuda", requires_grad=True)

    def step():
        graphed(x).sum().backward()

    step()
    annotations = dict(lanescope.get_kernel_annotations())
    labels = {label(annotations, r) for r in records.of(step)}
    expect({("inside", "forward"), ("inside", "backward")} <= labels, "make_graphed_callables", str(labels))


def handler():
    lanescope.clear_kernel_annotations()
    graph = torch.cuda.CUDAGraph()
    with lanescope.graph(graph, enable_annotations=True):
        with lanescope.mark_kernels("profiled"):
            memset(100)
            torch.ones(8, device="cuda").sin()
    out = os.path.join(folder, "handled")
    for use_gzip, adds in ((False, False), (True, True), (False, True)):
        with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA],
                     on_trace_ready=lanescope.trace_handler(out, use_gzip=use_gzip, add_node_ids=adds)):
            for _ in range(3):
                graph.replay()
            torch.cuda.synchronize()
    names = sorted(os.listdir(out))
    print("  ", *names)
    expect_equal(sorted(n.split(".", 2)[2] for n in names if "kernel_information" not in n),
                 ["annotations.json"] * 3 + ["pt.trace.json"] * 2 + ["pt.trace.json.gz"],
                 "the handler writes a trace and its annotations")
    expect(any("forward.kernel_information" in n for n in names), "   and what the compiler knew of its kernels")
    traces = [n for n in names if ".pt.trace.json" in n]
    for name in traces:
        with (gzip.open if name.endswith(".gz") else open)(os.path.join(out, name), "rt") as file:
            events = json.load(file)["traceEvents"]
        work = [e for e in events if e.get("cat") in ("kernel", "gpu_memset", "gpu_memcpy")]
        expect(len(work) == 9, f"{name.split('.', 1)[1]}: GPU work is there", f"{len(work)} events")
        with_ids = sum("graph node id" in e["args"] for e in work)
        expect_equal(with_ids, 0 if name == traces[0] else 9, "   node ids where they were asked for")
        stem = name.split(".pt.trace")[0]
        with open(os.path.join(out, f"{stem}.annotations.json")) as file:
            execs = json.load(file)["graphs"][0]["exec_ids"]
        if with_ids:
            expect_equal({e["args"]["graph node id"] >> 32 for e in work}, set(execs), "   of the recorded exec graph")
            sine = {e["args"]["graph node id"] for e in work if "sin" in e["name"]}
            expect_equal(len(sine), 1, "   the same for the same kernel in every replay")
            marked = lanescope.get_kernel_annotations()
            expect(all(k in marked for k in sine), "   and it is an annotated node")


print("-- compiled code, PyTorch", torch.__version__)
for case in (compiled_blocks, generated_code, reduce_overhead, graphed_callables, handler):
    try:
        case()
    except Exception as error:
        import traceback

        traceback.print_exc()
        expect(False, f"{case.__name__}: {type(error).__name__}: {error}")
finish()
