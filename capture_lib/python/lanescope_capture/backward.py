# SPDX-License-Identifier: Apache-2.0
"""Backward work gets the region that its autograd node was made in (DESIGN: freeze, bracket).

Every node made in a scope gets one pair of hooks around its execution: it re-enters the frozen region, over the live one,
and what it captures is tagged with "autograd_phase": "backward". Torch with `node_creation_hook` says when a node is
made. Without it, nodes are found when a backward starts, from its roots, and creation_log tells their regions; that needs
no function mode, which would make compiled code compile again.
"""
import functools
import threading

from . import creation_log
from . import native_library as native
from . import recorder
from . import regions
from . import torch_parts

_thread = threading.local()
_MARK = "lanescope_capture"  # in a node's metadata: it was seen
_installed = False


def _open_brackets():
    if not hasattr(_thread, "brackets"):
        _thread.brackets = []
    return _thread.brackets


def _guarded(function):
    """A hook's failure would be the program's: it is told once and costs the record only."""

    @functools.wraps(function)
    def call(*arguments):
        try:
            function(*arguments)
        except Exception as error:
            recorder.warn_once(f"backward work is not recorded ({type(error).__name__}: {error})")

    return call


class Bracket:
    """Around the execution of one node. May run many times, on many threads at once."""

    __slots__ = ("region",)

    def __init__(self, region):
        self.region = region

    def before(self, _grad_outputs):
        generation = recorder.generation
        if self.region.generation != generation:
            return
        merged = self.region.over(regions.current(generation))
        scope = 0
        if recorder.running:
            scope = recorder.open_scope(torch_parts.stream_handle(), merged.json(), native.LSC_BACKWARD)
        making = making_nodes(merged)
        _open_brackets().append((self, scope, regions.enter(merged), making))

    def after(self, grad_inputs, _grad_outputs):
        brackets = _open_brackets()
        at = next((i for i in range(len(brackets) - 1, -1, -1) if brackets[i][0] is self), None)
        if at is None:
            return  # stale when it began
        _, scope, previous, making = brackets[at]
        del brackets[at:]  # those above never came to their end: the node threw
        regions.leave(previous)
        recorder.close_scope(scope)
        making.end(grad_inputs)


def _attach(node, region):
    bracket = Bracket(region)
    node.register_prehook(_guarded(bracket.before))
    node.register_hook(_guarded(bracket.after))


def _freeze(node, region):
    """Marks a node as seen, and brackets it if its region wants that."""
    node.metadata[_MARK] = True
    if region is not None and region.freezes and region.generation == recorder.generation:
        _attach(node, region)


def _on_creation(node):
    if torch_parts.accumulates(node) or _MARK in node.metadata:
        return
    region = regions.current(recorder.generation)
    if region is not None:
        _freeze(node, region)


class _ToldByTorch:
    """From now on torch tells of every node this thread makes."""

    def __init__(self, region):
        graph = torch_parts.torch.autograd.graph
        self._hook = graph.node_creation_hook(_guarded(_on_creation)) if region.freezes else None
        if self._hook:
            self._hook.__enter__()

    def end(self, _results=()):
        if self._hook:
            self._hook.__exit__(None, None, None)


class _FoundByNumber:
    """From now on this thread's nodes are made in `region`, until end()."""

    def __init__(self, region):
        self._number = torch_parts.node_number()
        self._log = creation_log.of_this_thread(region.generation)
        self._outer = self._log.region_of(self._number)
        self._log.change(self._number, region)

    def end(self, results=()):
        """`results`: of a node's backward, which belong to nodes made by it where gradients of gradients are wanted."""
        self._log.change(torch_parts.node_number(), self._outer)
        roots = [t.grad_fn for t in results if getattr(t, "grad_fn", None) is not None]
        if roots and self._log.generation == recorder.generation:
            _walk(roots, self._log.region_of, oldest=self._number)


class _Unseen:
    def end(self, _results=()):
        pass


def support():
    """Why backward work is not annotated; "" where it is."""
    torch = torch_parts.torch
    if torch is None:
        return torch_parts.problem
    if _tells_of_nodes():
        return ""
    if torch_parts.node_number() is None or not hasattr(torch.autograd.graph, "_engine_run_backward"):
        return f"PyTorch {torch.__version__} does not tell when autograd nodes are made: backward work stays without " \
               "annotations"
    return "" if torch_parts.region_crosses_threads() else "this PyTorch does not carry regions to autograd's threads"


def _tells_of_nodes():
    return hasattr(torch_parts.torch.autograd.graph, "node_creation_hook")


@functools.lru_cache(maxsize=None)
def _way():
    if support():
        return lambda region: _Unseen()
    return _ToldByTorch if _tells_of_nodes() else _FoundByNumber


def making_nodes(region):
    """Nodes made by this thread until end() of what this returns belong to `region`."""
    return _way()(region)


def _walk(roots, region_of, oldest=0):
    """Freezes all nodes that are reached and not seen yet. Gives the leaves' accumulating nodes it met."""
    leaves = []
    pending = list(roots)
    while pending:
        node = pending.pop()
        if torch_parts.accumulates(node):
            leaves.append(node)
            continue
        number = node._sequence_nr() if hasattr(node, "_sequence_nr") else None
        if (number is not None and number < oldest) or _MARK in node.metadata:
            continue
        _freeze(node, None if number is None else region_of(number))
        pending.extend(source for source, _ in node.next_functions if source is not None)
    return leaves


def _roots(outputs):
    found = []
    for output in outputs:
        node = getattr(output, "grad_fn", None) or getattr(output, "node", None)
        if node is not None:
            found.append(node)
    return found


def _is_wanted(create_graph):
    generation = recorder.generation
    if not creation_log.any_log(generation):
        return False
    return bool(recorder.running) or create_graph or regions.current(generation) is not None


def _after_create_graph(results, leaves):
    """Nodes that unmarked nodes made belong to no region, whatever their numbers say: they are another thread's."""
    grads = [leaf.variable.grad for leaf in leaves if leaf.variable.grad is not None]
    tensors = [t for t in list(results or ()) + grads if getattr(t, "grad_fn", None) is not None]
    _walk([t.grad_fn for t in tensors], lambda _number: None)


def install():
    """Has the start of each backward seen, once a process. Where torch tells of nodes itself there is nothing to do."""
    global _installed
    if _installed or support() or _tells_of_nodes():
        return
    _installed = True
    autograd = torch_parts.torch.autograd
    original = autograd.graph._engine_run_backward

    @functools.wraps(original)
    def run_backward(outputs, *arguments, **options):
        create_graph = bool(arguments[2]) if len(arguments) > 2 else bool(options.get("create_graph"))
        if not _is_wanted(create_graph):
            return original(outputs, *arguments, **options)
        leaves = []
        try:
            generation = recorder.generation
            leaves = _walk(_roots(outputs), lambda number: creation_log.region_of_node(number, generation))
        except Exception as error:
            recorder.warn_once(f"backward work is not recorded ({type(error).__name__}: {error})")
        results = original(outputs, *arguments, **options)
        if create_graph:
            _guarded(_after_create_graph)(results, leaves)
        return results

    autograd.graph._engine_run_backward = run_backward
    if getattr(autograd, "_engine_run_backward", None) is original:
        autograd._engine_run_backward = run_backward
