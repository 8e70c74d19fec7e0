# SPDX-License-Identifier: Apache-2.0
"""Which lines of the program each compiled kernel comes from, as Inductor's own records ("kernel information") tell it.

Inductor forgets its records when a compilation ends, so they are kept here while annotate_compiled_code is on."""
from .whole_file import write_json

_graphs = {}  # (graph, is backward) -> {kernel: its record}


def _phase(graph):
    if graph.is_backward:
        return "backward"
    return "inference" if getattr(graph, "is_inference", False) else "forward"


def note(graph, kernel, nodes):
    kernels = _graphs.setdefault((getattr(graph, "graph_id", None), _phase(graph)), {})
    record = kernels.setdefault(kernel, {"stack_traces": [], "post_grad_nodes": [], "pre_grad_nodes": []})
    for node in nodes:
        stack = node.meta.get("stack_trace")
        if stack and stack not in record["stack_traces"]:
            record["stack_traces"].append(stack)
        if node.name not in record["post_grad_nodes"]:
            record["post_grad_nodes"].append(node.name)


def write_beside(stem):
    """A file a compiled graph, of the names that lanescope finds beside a trace of that stem. Gives their paths."""
    return [write_json(f"{stem}.{phase}.kernel_information_{i}.json", kernels)
            for i, ((_, phase), kernels) in enumerate(sorted(_graphs.items(), key=str))]
