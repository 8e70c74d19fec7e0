# SPDX-License-Identifier: Apache-2.0
"""Experts on four streams, two layers: what the program forked is in the file's dependencies, whatever streams the driver
replays it on. Leaves the trace and its annotations, which the tests of core/lanes read."""
import json
import os
import sys

import torch
from torch.profiler import ProfilerActivity, profile

from torch_checks import expect, expect_equal, finish, lanescope

folder = os.path.join(sys.argv[2], "streams")
EXPERTS = 4
streams = [torch.cuda.Stream() for _ in range(EXPERTS - 1)]
weights = [torch.randn(256, 256, device="cuda") for _ in range(EXPERTS)]


def expert(number, x):
    with lanescope.mark_kernels({"name": f"expert {number}", "expert": number}):
        return torch.relu(x @ weights[number]) * 2


def layer(x):
    main = torch.cuda.current_stream()
    with lanescope.mark_kernels("router"):
        x = x.tanh()
    for stream in streams:
        stream.wait_stream(main)
    results = [expert(0, x)]
    for number, stream in enumerate(streams, 1):
        with torch.cuda.stream(stream):
            results.append(expert(number, x))
    for stream in streams:
        main.wait_stream(stream)
    with lanescope.mark_kernels("combine"):
        return torch.stack(results).sum(0)


x = torch.randn(512, 256, device="cuda")
with torch.no_grad():
    layer(layer(x))
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with lanescope.graph(graph, enable_annotations=True):
        layer(layer(x))
graph.replay()
torch.cuda.synchronize()
with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA],
             on_trace_ready=lanescope.trace_handler(folder, "streams", add_node_ids=True)):
    for _ in range(2):
        graph.replay()
    torch.cuda.synchronize()

print("-- experts on four streams, PyTorch", torch.__version__)
(path,) = [os.path.join(folder, n) for n in os.listdir(folder) if n.endswith(".annotations.json")]
with open(path) as file:
    (captured,) = json.load(file)["graphs"]
names = {n["id"]: captured["regions"][n["region"]]["annotations"][0]["name"] for n in captured["nodes"] if "region" in n}
after = {}
for way in captured["edges"]:
    for before, node in zip(way, way[1:]):
        after.setdefault(names.get(before), set()).add(names.get(node))
experts = {f"expert {i}" for i in range(EXPERTS)}
expect_equal(after["router"] - {"router"}, experts, "every expert runs after the router")
for name in sorted(experts):
    expect_equal(after[name] - {name}, {"combine"}, f"{name} before the combination alone")
expect_equal(after["combine"] - {"combine"}, {"router"}, "the second layer after the first")
with open(path.replace(".annotations.json", ".pt.trace.json")) as file:
    work = [e for e in json.load(file)["traceEvents"] if "graph node id" in e.get("args", {})]
expect(len(work) == 2 * len(captured["nodes"]), f"all work of two replays has node ids ({len(work)})")
print("   streams of the driver:", *sorted({(names.get(e["args"]["graph node id"] & 0xFFFFFFFF), e["tid"]) for e in work}))
finish()
