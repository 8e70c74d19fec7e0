# SPDX-License-Identifier: Apache-2.0
"""Records which part of a PyTorch model every kernel of a CUDA graph belongs to, for Lanescope.

    import lanescope_capture as lanescope

    with lanescope.graph(g, enable_annotations=True):
        with lanescope.mark_kernels("attention"):
            y = attention(x)
    lanescope.save("annotations.json")

Semantics are those of torch.cuda.graph_annotations; `lanescope_capture.graph_annotations` takes its place in a script. With
no GPU, no library or no PyTorch everything does nothing, and is_available().reason says why. README.md has the rest.
"""
from .backward import support as backward_support
from .compiled_code import annotate_compiled_code
from .graphs import annotate_all_graphs, graph, remap_to_exec_graph
from .modules import name_modules
from .profiler_output import trace_handler
from .recorder import Availability, is_available
from .registry import (
    clear_kernel_annotations,
    get_kernel_annotations,
    remove_kernel_annotations,
    resolve_and_remap,
    resolve_pending_annotations,
    save,
    save_in_folder,
)
from .scopes import get_stream_for_pg, mark_kernels, mark_stream

__version__ = "0.1.0"
__all__ = [
    "Availability",
    "annotate_all_graphs",
    "annotate_compiled_code",
    "backward_support",
    "clear_kernel_annotations",
    "get_kernel_annotations",
    "get_stream_for_pg",
    "graph",
    "is_available",
    "mark_kernels",
    "mark_stream",
    "name_modules",
    "remap_to_exec_graph",
    "remove_kernel_annotations",
    "resolve_and_remap",
    "resolve_pending_annotations",
    "save",
    "save_in_folder",
    "trace_handler",
]
