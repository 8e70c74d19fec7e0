# SPDX-License-Identifier: Apache-2.0
"""The library inside PyTorch: one copy of CUPTI, kineto's GPU activities untouched, kernels of a captured graph named."""
import ctypes
import json
import os
import re
import sys

import torch
from torch.profiler import ProfilerActivity, profile

passed = failed = 0


def expect(ok, what):
    global passed, failed
    print("PASS" if ok else "FAIL", what)
    passed += bool(ok)
    failed += not ok


library_path, folder = sys.argv[1:3]
print("-- inside PyTorch", torch.__version__)
library = ctypes.CDLL(library_path)
library.lsc_last_error.restype = ctypes.c_char_p
torch.zeros(8, device="cuda")
expect(library.lsc_available() == 0, "available " + library.lsc_last_error().decode())
copies = set(re.findall(r"\S*/libcupti\.so\S*", open("/proc/self/maps").read()))
print("  ", *sorted(copies))
expect(len(copies) == 1, "one CUPTI is loaded")

stream = torch.cuda.Stream()
capture, scope = ctypes.c_uint64(), ctypes.c_uint64()
x = torch.ones(1024, device="cuda")
graph = torch.cuda.CUDAGraph(keep_graph=True)
handle = ctypes.c_void_p(stream.cuda_stream)
with torch.cuda.stream(stream):
    y = torch.sin(x)
    graph.capture_begin()
    expect(library.lsc_capture_begin(handle, ctypes.byref(capture)) == 0 and capture.value != 0, "capture begun")
    library.lsc_mark_begin(handle, b"sine", 0, ctypes.byref(scope))
    y = torch.sin(x)
    library.lsc_mark_end(scope)
    z = torch.cos(y)
    expect(library.lsc_capture_end(capture, None) == 0, "ended before the capture ends")
    graph.capture_end()
graph.instantiate()
exec_graph = ctypes.c_void_p(graph.raw_cuda_graph_exec())
expect(library.lsc_instantiated(capture, exec_graph) == 0, "instantiated " + library.lsc_last_error().decode())

with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiler:
    graph.replay()
    torch.cuda.synchronize()
kernels = [e for e in profiler.events() if e.device_type == torch.autograd.DeviceType.CUDA]
expect(len(kernels) >= 2, f"kineto still records GPU work: {len(kernels)} events")

path = os.path.join(folder, "torch.json")
expect(library.lsc_save(path.encode(), None) == 0, "saved")
saved = json.load(open(path))["graphs"][0]
named = {saved["kernels"][n["kernel"]]["name"]: "region" in n for n in saved["nodes"] if n["kind"] == "kernel"}
expect(any("sin" in k and marked for k, marked in named.items()), "the sine kernel has the region")
expect(any("cos" in k and not marked for k, marked in named.items()), "the cosine kernel has none")
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
