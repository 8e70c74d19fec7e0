# SPDX-License-Identifier: Apache-2.0
"""In place of torch.cuda.graph_annotations: a script runs with only this import changed.

Importing it makes torch.cuda.graph take `enable_annotations`. With LANESCOPE_PREFER_TORCH=1 in the environment the names are
PyTorch's own where it has them and they can record, and nothing is replaced.
"""
import importlib
import os

from . import graphs, registry, scopes
from .recorder import is_available

clear_kernel_annotations = registry.clear_kernel_annotations
get_kernel_annotations = registry.get_kernel_annotations
get_stream_for_pg = scopes.get_stream_for_pg
mark_kernels = scopes.mark_kernels
mark_stream = scopes.mark_stream
remap_to_exec_graph = graphs.remap_to_exec_graph
remove_kernel_annotations = registry.remove_kernel_annotations
resolve_and_remap = registry.resolve_and_remap
resolve_pending_annotations = registry.resolve_pending_annotations

__all__ = [
    "clear_kernel_annotations",
    "get_kernel_annotations",
    "get_stream_for_pg",
    "is_available",
    "mark_kernels",
    "mark_stream",
    "remap_to_exec_graph",
    "remove_kernel_annotations",
    "resolve_and_remap",
    "resolve_pending_annotations",
]


def torch_modules():
    """PyTorch's own modules of this kind, the public one last; none where they are missing or cannot record."""
    found = []
    for name in ("torch.cuda._graph_annotations", "torch.cuda.graph_annotations"):
        try:
            found.append(importlib.import_module(name))
        except ImportError:
            continue
    usable = [module for module in found if hasattr(module, "mark_kernels")]
    try:
        return usable if usable and all(m.is_available() for m in usable if hasattr(m, "is_available")) else []
    except Exception:  # it probes a driver
        return []


def _choose():
    modules = torch_modules() if os.environ.get("LANESCOPE_PREFER_TORCH") == "1" else []
    if not modules:
        graphs.replace_torch_graph()
        return False
    for module in modules:
        globals().update({name: getattr(module, name) for name in __all__ if hasattr(module, name)})
    return True


uses_torch = _choose()
