# SPDX-License-Identifier: Apache-2.0
"""What the PyTorch scripts share: checks, CUPTI's own records, and work that says itself where it belongs.

A marker is a memset of N bytes (and, in backward, of N + 1), so a CUPTI record tells by its size which marker it is; the
markers around a region tell which kernels between them, in the order of capture, belong to it. None of this asks the
library."""
import ctypes
import json
import os
import sys

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "capture_lib", "python"))
import lanescope_capture as lanescope  # noqa: E402

passed = failed = 0


def expect(ok, what, detail=""):
    global passed, failed
    print("PASS" if ok else "FAIL", what, "" if ok else detail, flush=True)
    passed += bool(ok)
    failed += not ok


def expect_equal(got, wanted, what):
    expect(got == wanted, what, f"\n     got    {got}\n     wanted {wanted}")


def finish():
    print(f"{passed} passed, {failed} failed", flush=True)
    sys.exit(failed != 0)


class Records:
    """CUPTI's records of graph replays. Not beside a profiler."""

    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        self._library.records_take.restype = ctypes.c_long

    def of(self, *replays):
        """Of one run of each graph or function: records of graphs only, in order of their start."""
        torch.cuda.synchronize()
        result = self._library.records_start()
        assert result == 0, f"CUPTI error {result}"
        for replay in replays:
            replay()
        torch.cuda.synchronize()
        path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"records-{os.getpid()}")
        self._library.records_take(path.encode())
        self._library.records_stop()
        with open(path) as file:
            found = [json.loads(line) for line in file]
        os.remove(path)
        return sorted((r for r in found if r["graph"]), key=lambda r: r["start"])


_cuda = ctypes.CDLL("libcuda.so.1")
_buffer = None


def memset(size):
    """Captured or run on the current stream."""
    global _buffer
    if _buffer is None:
        _buffer = torch.empty(1 << 20, dtype=torch.uint8, device="cuda")
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
    result = _cuda.cuMemsetD8Async(ctypes.c_uint64(_buffer.data_ptr()), 0, ctypes.c_size_t(size), stream)
    assert result == 0, f"cuMemsetD8Async: {result}"


class _Marker(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, size):
        ctx.size = size
        memset(size)
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        memset(ctx.size + 1)
        return grad.view_as(grad), None


def marker(x, size):
    """A memset of `size` bytes, of `size` + 1 in backward."""
    return _Marker.apply(x, size)


def label(annotations, record):
    """(name, phase) of a record; None without annotation."""
    merged = {}
    for entry in annotations.get(record["node"], []):
        merged.update(entry)
    return (merged.get("name"), merged.get("autograd_phase", "forward")) if merged else None


def marker_labels(annotations, records):
    """{size of the marker: set of labels}."""
    found = {}
    for record in records:
        if record["kind"] == "memset":
            found.setdefault(record["bytes"], set()).add(label(annotations, record))
    return found


def between(annotations, records, first, last):
    """What was captured between two markers: [(kernel name, label)], in the order of capture."""
    ordered = sorted(records, key=lambda r: r["node"])
    at = [i for i, r in enumerate(ordered) if r["kind"] == "memset" and r["bytes"] in (first, last)]
    assert len(at) == 2, f"markers {first} and {last} are there {len(at)} times"
    return [(r["name"] or r["kind"], label(annotations, r)) for r in ordered[at[0] : at[1] + 1]]
