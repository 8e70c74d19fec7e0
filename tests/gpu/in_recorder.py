# SPDX-License-Identifier: Apache-2.0
"""A PyTorch program to be recorded: in_recorder.py MODE ANNOTATIONS. MODE: plain; beside (asks the recorder to start
while torch.profiler runs); before (torch.profiler starts CUDA); after (torch.profiler starts while the recorder records);
parts (of four replays the first and third are recorded, the fourth is torch.profiler's).
Prints how much GPU work torch.profiler saw."""
import ctypes
import os
import sys

import torch
from torch.profiler import ProfilerActivity, profile

import lanescope_capture as lanescope

mode, annotations = sys.argv[1:3]


def profiler():
    return profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA])


def gpu_events(profiled):
    return sum(e.device_type == torch.autograd.DeviceType.CUDA for e in profiled.events())


if mode == "before":
    with profiler() as profiled:
        torch.ones(64, device="cuda").sin()
        torch.cuda.synchronize()
    print("profiled", gpu_events(profiled))
    sys.exit(0)

x = torch.ones(1 << 16, device="cuda")
w = torch.ones(256, 256, device="cuda")
torch.sin(x), w @ w
torch.cuda.synchronize()
graph = torch.cuda.CUDAGraph()
with lanescope.graph(graph, enable_annotations=True):
    with lanescope.mark_kernels("sine"):
        y = torch.sin(x)
    with lanescope.mark_kernels({"name": "product", "layer": 1}):
        z = w @ w
    c = torch.cos(y)
lanescope.save(annotations)
if mode == "plain":
    for _ in range(3):
        graph.replay()
    torch.cuda.synchronize()
    sys.exit(0)
recorder = ctypes.CDLL(os.environ["CUDA_INJECTION64_PATH"])
if mode == "parts":
    for recorded in (True, False, True):
        if recorded:
            print("start", recorder.lanescope_record_start())
        graph.replay()
        torch.cuda.synchronize()
        recorder.lanescope_record_stop()
with profiler() as profiled:
    if mode == "beside":
        print("start", recorder.lanescope_record_start())
    graph.replay()
    torch.cuda.synchronize()
print("profiled", gpu_events(profiled))
