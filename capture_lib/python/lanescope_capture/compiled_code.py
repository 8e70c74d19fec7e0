# SPDX-License-Identifier: Apache-2.0
"""Inductor's generated code opens and closes a scope around each kernel it calls. A switch, off by default.

On, the Python wrapper that Inductor writes has a line before and after each kernel call, with what the compiler knows of the
kernel: the FX nodes in it, the module they come from, and what torch.fx.traceback.annotate said of them. Off, nothing is in
the code. Inductor is not made for this: it is done for versions that were tried, and refused for others.
"""
import importlib
import re

from . import compiler_records
from . import json_values
from . import native_library as native
from . import recorder
from . import torch_parts

KNOWN_VERSIONS = ("2.11",)
_KERNEL_LINES = ("KernelCallLine", "ExternKernelAllocLine", "ExternKernelOutLine")
_HEADER = "from lanescope_capture.compiled_code import begin as lanescope_begin, end as lanescope_end"
_enabled = False
_patched = False
_kept_settings = []


def begin(annotation):
    """What generated code calls before a kernel."""
    return recorder.open_scope(torch_parts.stream_handle(), annotation, native.LSC_NO_BACKWARD) if recorder.running else 0


def end(scope):
    recorder.close_scope(scope)


def annotate_compiled_code(enabled=True):
    """Switches it on or off for what is compiled from now on (after torch._dynamo.reset(), all). True, or false with
    `.reason`. While it is on, Inductor's caches of whole graphs are not used: their code is of before."""
    global _enabled
    if not enabled:
        _enabled = False
        _restore_settings()
        return recorder.Availability(True)
    problem = _problem()
    if problem:
        return recorder.Availability(False, problem)
    _patch()
    _enabled = True
    _set("torch._inductor.config", "fx_graph_cache", False)
    _set("torch._functorch.config", "enable_autograd_cache", False)
    return recorder.Availability(True)


def _problem():
    torch = torch_parts.torch
    if torch is None:
        return torch_parts.problem
    if not torch.__version__.startswith(tuple(v + "." for v in KNOWN_VERSIONS)):
        return f"Inductor of PyTorch {torch.__version__} is not known to this package (known: {', '.join(KNOWN_VERSIONS)})"
    try:
        wrapper = importlib.import_module("torch._inductor.codegen.wrapper")
    except Exception as error:  # it needs Triton and a compiler
        return f"Inductor cannot be imported ({error})"
    missing = [name for name in _KERNEL_LINES + ("PythonWrapperCodegen",) if not hasattr(wrapper, name)]
    return f"Inductor's wrapper has no {missing[0]}" if missing else ""


def _set(module, name, value):
    config = importlib.import_module(module)
    if hasattr(config, name):
        _kept_settings.append((config, name, getattr(config, name)))
        setattr(config, name, value)


def _restore_settings():
    while _kept_settings:
        setattr(*_kept_settings.pop())


def _patch():
    """Once a process. The lines of kernels are wrapped where they are written down, while their scheduler node is current."""
    global _patched
    if _patched:
        return
    _patched = True
    wrapper = importlib.import_module("torch._inductor.codegen.wrapper")
    kinds = tuple(getattr(wrapper, name) for name in _KERNEL_LINES)
    codegen = wrapper.PythonWrapperCodegen
    write_line, write_header = codegen.writeline, codegen.write_header

    def writeline(self, line):
        if not _enabled or not isinstance(line, kinds) or wrapper.V.graph.cpp_wrapper:
            return write_line(self, line)
        write_line(self, f"lanescope_scope = lanescope_begin({_annotation(wrapper.V.graph, line)!r})")
        result = write_line(self, line)
        write_line(self, "lanescope_end(lanescope_scope)")
        return result

    def header(self):
        write_header(self)
        if _enabled and not wrapper.V.graph.cpp_wrapper:
            self.header.splice(_HEADER)

    codegen.writeline, codegen.write_header = writeline, header


def _annotation(graph, line):
    """As JSON text. What cannot be found out is left out: a compilation must not fail for it."""
    values = {}
    try:
        values["kernel"] = getattr(line, "kernel_name", None) or line.node.get_kernel_name()
        nodes = _origins(graph, line)
        values.update(describe(nodes))
        compiler_records.note(graph, values["kernel"], nodes)
        if graph.is_backward:
            values["autograd_phase"] = "backward"
    except Exception as error:
        recorder.warn_once(f"a compiled kernel's origin is unknown ({type(error).__name__}: {error})")
    return json_values.to_json(json_values.jsonable(values))


def _origins(graph, line):
    """The FX nodes in a kernel, in the order of their graph."""
    found = []
    if hasattr(line, "node"):
        found = list(line.node.origins)
    else:
        scheduled = getattr(graph.scheduler, "current_node", None)
        for part in scheduled.get_nodes() if scheduled is not None else ():
            found += list(part.node.origins) if part.node is not None else []
    order = {node: i for i, node in enumerate(found[0].graph.nodes)} if found else {}
    return sorted(dict.fromkeys(found), key=lambda node: order.get(node, len(order)))


def module_path(stack):
    """"L.layers.0.attn" of an nn_module_stack: its innermost module; None without."""
    if not stack:
        return None
    place = list(stack.values())[-1][0]
    path = re.sub(r"\[(?:'([^']*)'|\"([^\"]*)\"|(\d+))\]", lambda m: "." + (m[1] or m[2] or m[3] or ""), place)
    return re.sub(r"^L\.self(?=\.|$)", "L", path)


def describe(nodes):
    """What is known of a kernel's FX nodes. Of several modules the path is "a + b"."""
    values = {"fx_nodes": [node.name for node in nodes]}
    stacks = [node.meta.get("nn_module_stack") or node.meta.get("fwd_nn_module_stack") for node in nodes]
    paths = list(dict.fromkeys(path for path in map(module_path, stacks) if path))
    if paths:
        values["module_name"] = " + ".join(paths)
    for node in nodes:
        for key, value in (node.meta.get("custom") or {}).items():
            values.setdefault(str(key), value)
    return values
