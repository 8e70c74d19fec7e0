# SPDX-License-Identifier: Apache-2.0
"""For torch.profiler's on_trace_ready: trace, annotations and what the compiler knows, side by side in one folder."""
import gzip
import os
import shutil
import socket
import time

from . import compiler_records
from . import node_ids
from . import recorder
from . import registry
from . import torch_parts
from .whole_file import renamed_into


def _compress(source, target):
    with open(source, "rb") as plain, gzip.open(target, "wb", compresslevel=5) as packed:
        shutil.copyfileobj(plain, packed, 1 << 20)


def _ids(path, adds_node_ids):
    """Sees to graph node ids in a plain trace; a sentence about those that are missing, or ""."""
    records = node_ids.take() if adds_node_ids else []
    if not node_ids.missing_in(path):
        return ""
    if not adds_node_ids:
        return ("this profiler wrote no graph node ids into the trace, so annotations cannot be joined to it: "
                "trace_handler(..., add_node_ids=True) adds them")
    added = node_ids.add(path, records)
    if added.matched and added.matched == added.of:
        return ""
    return (f"{added.matched} of {added.of} events of graph replays got their node ids, as CUPTI's records and the trace "
            "disagree on the others") if added.of else "CUPTI gave no records of graph replays, so no node ids were added"


def _export(profiler, path, use_gzip, adds_node_ids):
    """Gives what _ids does. The profiler decides by the name whether it compresses, so it gets a plain one."""

    def write(temporary):
        plain = temporary + ".json"
        try:
            profiler.export_chrome_trace(plain)
            answer.append(_ids(plain, adds_node_ids))
            if use_gzip:
                _compress(plain, temporary)
            else:
                os.replace(plain, temporary)
        finally:
            if os.path.exists(plain):
                os.remove(plain)

    answer = []
    renamed_into(path, write)
    return answer[0]


def _stem(worker_name):
    """With the rank, where there is one: a folder of many ranks is told apart by names."""
    if worker_name:
        return worker_name
    name = f"{socket.gethostname()}_{os.getpid()}"
    rank = torch_parts.rank()
    if rank is None and os.environ.get("RANK", "").isdigit():
        rank = int(os.environ["RANK"])
    return name if rank is None else f"rank{rank}_{name}"


def trace_handler(dir_name, worker_name=None, use_gzip=False, add_node_ids=False):
    """on_trace_ready for torch.profiler, like torch's tensorboard_trace_handler: writes
    {host}_{pid}.{time_ns}.pt.trace.json[.gz] into `dir_name`, and beside it, under the same stem, the annotations recorded
    so far (….annotations.json) and what Inductor recorded of its kernels. `lanescope dir_name` opens them together.

    Profilers up to PyTorch 2.11 write no graph node ids, without which annotations cannot be joined: that is said once.
    `add_node_ids`: adds them, as CUPTI gave them to the profiler itself (node_ids.py); call trace_handler before the
    profile ends then."""
    if add_node_ids:
        problem = node_ids.watch()
        if problem:
            recorder.warn_once("node ids cannot be added to traces: " + problem)

    def handle(profiler):
        os.makedirs(dir_name, exist_ok=True)
        stem = os.path.join(dir_name, f"{_stem(worker_name)}.{time.time_ns()}")
        annotations = registry.save(stem + ".annotations.json") if recorder.library() is not None else None
        missing = _export(profiler, stem + ".pt.trace.json" + (".gz" if use_gzip else ""), use_gzip, add_node_ids)
        compiler_records.write_beside(stem)
        if missing and annotations:
            recorder.warn_once(missing)

    return handle
