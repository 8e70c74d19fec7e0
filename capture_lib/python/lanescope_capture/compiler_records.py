# SPDX-License-Identifier: Apache-2.0
"""What Inductor recorded of its kernels, where it was asked to (torch._inductor.config.trace.provenance_tracking_level)."""
from . import torch_parts
from .whole_file import write_json


def _debug():
    inductor = getattr(torch_parts.torch, "_inductor", None)
    return getattr(inductor, "debug", None)  # not there: nothing was compiled


def write_beside(stem):
    """Files of the names that lanescope finds beside a trace of that stem. Gives their paths."""
    written = []
    debug = _debug()
    stacks = getattr(debug, "_inductor_kernel_stack_trace", None)
    if stacks:
        path = f"{stem}.inductor_provenance_tracking_kernel_stack_traces.json"
        written.append(write_json(path, {name: list(lines) for name, lines in stacks.items()}))
    return written
