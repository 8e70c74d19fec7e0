# SPDX-License-Identifier: Apache-2.0
"""Kernels of one stream that overlap by programmatic dependent launch: scopes over programmatic edges, which the plain
queries of a graph refuse to tell. Leaves the trace and its annotations, which the tests of core read."""
import ctypes
import json
import os
import sys

import torch
from torch.profiler import ProfilerActivity, profile

from torch_checks import expect, expect_equal, finish, lanescope

folder = os.path.join(sys.argv[2], "programmatic")
stages = ctypes.CDLL(os.path.join(os.path.dirname(sys.argv[1]), "programmatic_launch.so"))
STAGES, REPLAYS, CYCLES = 4, 2, 40_000
sums = torch.zeros(4, dtype=torch.int32, device="cuda")


def run_stages():
    for number in range(STAGES):
        with lanescope.mark_kernels(f"stage {number}"):
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            result = stages.launch_stage(number, stream, ctypes.c_void_p(sums.data_ptr()), ctypes.c_longlong(CYCLES))
            assert result == 0, f"CUDA error {result}"


graph = torch.cuda.CUDAGraph()
with lanescope.graph(graph, enable_annotations=True):
    run_stages()
graph.replay()
torch.cuda.synchronize()
sums.zero_()
with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA],
             on_trace_ready=lanescope.trace_handler(folder, "programmatic", add_node_ids=True)):
    for _ in range(REPLAYS):
        graph.replay()
    torch.cuda.synchronize()

print("-- programmatic dependent launch, PyTorch", torch.__version__)
(path,) = [os.path.join(folder, n) for n in os.listdir(folder) if n.endswith(".annotations.json")]
with open(path) as file:
    (captured,) = json.load(file)["graphs"]
names = {n["id"]: captured["regions"][n["region"]]["annotations"][0]["name"] for n in captured["nodes"] if "region" in n}
expect_equal(sorted(names.values()), [f"stage {i}" for i in range(STAGES)], "each stage is in its scope")
expect_equal(sums.tolist(), [1111 * REPLAYS] * 4, "every stage ran once a replay")
with open(path.replace(".annotations.json", ".pt.trace.json")) as file:
    events = json.load(file)["traceEvents"]
work = sorted((e for e in events if "graph node id" in e.get("args", {})), key=lambda e: float(e["ts"]))
expect_equal(len(work), STAGES * REPLAYS, "all work has node ids")
expect_equal([names.get(int(e["args"]["graph node id"]) & 0xFFFFFFFF) for e in work],
             [f"stage {i}" for i in range(STAGES)] * REPLAYS, "work starts in the order of its stages")
overlaps = [float(a["ts"]) + float(a["dur"]) - float(b["ts"]) for a, b in zip(work, work[1:])
            if a["tid"] == b["tid"] and a["args"]["correlation"] == b["args"]["correlation"]]
print("   overlaps in us:", *(f"{us:.1f}" for us in overlaps))
if torch.cuda.get_device_capability()[0] >= 9:
    expect(sum(us > 5 for us in overlaps) >= REPLAYS, "stages overlap on their stream", str(overlaps))
finish()
