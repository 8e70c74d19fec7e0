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


def _export(profiler, path, use_gzip):
    """What is missing in the trace, as a sentence, or "". The profiler decides by the name whether it compresses, so it gets
    a plain one."""

    def write(temporary):
        plain = temporary + ".json"
        try:
            profiler.export_chrome_trace(plain)
            answer.append(node_ids.missing_in(plain))
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


def trace_handler(dir_name, worker_name=None, use_gzip=False):
    """on_trace_ready for torch.profiler, like torch's tensorboard_trace_handler: writes
    {host}_{pid}.{time_ns}.pt.trace.json[.gz] into `dir_name`, and beside it, under the same stem, the annotations recorded
    so far (….annotations.json) and what Inductor recorded of its kernels. `lanescope dir_name` opens them together.

    Profilers up to PyTorch 2.11 write no graph node ids, without which kernels cannot be told apart: that is said once."""

    def handle(profiler):
        os.makedirs(dir_name, exist_ok=True)
        stem = os.path.join(dir_name, f"{_stem(worker_name)}.{time.time_ns()}")
        annotations = None
        if recorder.library() is not None:
            annotations = registry.save(stem + ".annotations.json")
        missing = _export(profiler, stem + ".pt.trace.json" + (".gz" if use_gzip else ""), use_gzip)
        compiler_records.write_beside(stem)
        if missing and annotations:
            recorder.warn_once(missing)

    return handle
