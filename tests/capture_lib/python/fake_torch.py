# SPDX-License-Identifier: Apache-2.0
"""As much of PyTorch as the package touches: streams and graphs over the fake driver, and an autograd engine that runs nodes
on a thread of its own, as the real one does. Put into sys.modules under its name before the package is imported."""
import contextlib
import ctypes
import itertools
import os
import sys
import threading
import types

driver = ctypes.CDLL(os.environ["LANESCOPE_CAPTURE_LIBRARY"])
for name in ("fake_stream", "fake_end", "fake_instantiate"):
    getattr(driver, name).restype = ctypes.c_void_p
for name in ("fake_begin", "fake_end", "fake_instantiate"):
    getattr(driver, name).argtypes = [ctypes.c_void_p]
driver.fake_launch.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
driver.fake_join.argtypes = [ctypes.c_void_p, ctypes.c_void_p]

_thread = threading.local()


class Stream:
    def __init__(self):
        self.cuda_stream = driver.fake_stream()

    def wait_stream(self, other):
        driver.fake_join(self.cuda_stream, other.cuda_stream)


_default = Stream()


def current_stream():
    return getattr(_thread, "stream", _default)


@contextlib.contextmanager
def use_stream(stream):
    before = current_stream()
    _thread.stream = stream
    try:
        yield
    finally:
        _thread.stream = before


def launch(kernel):
    driver.fake_launch(current_stream().cuda_stream, kernel.encode())


class CUDAGraph:
    def __init__(self, keep_graph=False):
        self.keep_graph, self.exec, self.replays = keep_graph, None, 0

    def capture_begin(self):
        self.stream = current_stream()
        driver.fake_begin(self.stream.cuda_stream)

    def capture_end(self):
        self.graph = driver.fake_end(self.stream.cuda_stream)
        if not self.keep_graph:
            self.instantiate()

    def instantiate(self):
        self.exec = driver.fake_instantiate(self.graph)

    def replay(self):
        if self.exec is None:
            self.exec = driver.fake_instantiate(self.graph)
        self.replays += 1

    def raw_cuda_graph_exec(self):
        if self.exec is None:
            raise RuntimeError("not instantiated")
        return self.exec


class graph:
    """Captures with PyTorch."""

    default_capture_stream = Stream()

    def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode="global"):
        self.cuda_graph, self.context = cuda_graph, use_stream(stream or self.default_capture_stream)

    def __enter__(self):
        self.context.__enter__()
        self.cuda_graph.capture_begin()

    def __exit__(self, *exception):
        self.cuda_graph.capture_end()
        self.context.__exit__(*exception)


# ---- autograd

_tls = threading.local()


def _carried():
    if not hasattr(_tls, "objects"):
        _tls.objects = {}
    return _tls.objects


_numbers = threading.local()


def _peek():
    return getattr(_numbers, "next", 0)


class Node:
    def __init__(self, name, sources, run=None):
        self._number = _peek()
        _numbers.next = self._number + 1
        self.name, self.metadata, self.run = name, {}, run
        self.next_functions = tuple((s, 0) for s in sources) + ((None, 0),)
        self.stream = current_stream()
        self.before, self.after = [], []
        for hook in getattr(_thread, "creation_hooks", ()):
            hook(self)

    def _sequence_nr(self):
        return self._number

    def register_prehook(self, hook):
        self.before.append(hook)

    def register_hook(self, hook):
        self.after.append(hook)


class AccumulateGrad(Node):
    def __init__(self, variable):
        super().__init__("accumulate", ())
        _numbers.next = self._number  # it takes none
        self.variable, self._number = variable, (1 << 64) - 1


class Tensor:
    def __init__(self, grad_fn=None):
        self.grad_fn, self.grad = grad_fn, None
        self.leaf = AccumulateGrad(self) if grad_fn is None else None


def op(kernel, *tensors, run=None):
    """Launches `kernel`; its backward launches `kernel`', or calls `run(create_graph)`."""
    launch(kernel)
    return Tensor(Node(kernel, [t.grad_fn or t.leaf for t in tensors], run))


def _run_node(node, create_graph):
    with use_stream(node.stream):
        for hook in node.before:
            hook(())
        results = ()
        if isinstance(node, AccumulateGrad):
            launch("accumulate")
        elif node.run:
            results = node.run(create_graph) or ()
        else:
            launch(node.name + "'")
            if create_graph:
                results = (Tensor(Node(node.name + "'", [node])),)
        for hook in node.after:
            hook(results, ())
    return results


def _in_order(roots):
    seen, order = set(), []

    def visit(node):
        if node is None or id(node) in seen:
            return
        seen.add(id(node))
        for source, _ in node.next_functions:
            visit(source)
        order.append(node)

    for root in roots:
        visit(root)
    return reversed(order)


def _engine_run_backward(outputs, grads=None, retain_graph=False, create_graph=False, *others, **options):
    """Each on another thread, which gets the caller's carried objects; what a node throws is thrown here."""
    carried, results, failure = dict(_carried()), [], []

    def engine():
        for node in _in_order([t.grad_fn for t in outputs]):
            _tls.objects = dict(carried)
            try:
                results.extend(_run_node(node, create_graph))
            except Exception as error:
                failure.append(error)
                return

    if getattr(_thread, "is_engine", False):  # a backward in a backward stays on its thread
        engine()
        _tls.objects = dict(carried)
    else:
        _engine(engine)
    if failure:
        raise failure[0]
    return tuple(results)


_work, _done = [], threading.Semaphore(0)
_wanted = threading.Semaphore(0)


def _engine(job):
    _work.append(job)
    _wanted.release()
    _done.acquire()


def _serve():
    _thread.is_engine = True
    while True:
        _wanted.acquire()
        _work.pop()()
        _done.release()


threading.Thread(target=_serve, daemon=True).start()


@contextlib.contextmanager
def node_creation_hook(hook):
    """Newer versions of PyTorch have it: of this thread."""
    hooks = vars(_thread).setdefault("creation_hooks", [])
    hooks.append(hook)
    try:
        yield
    finally:
        hooks.remove(hook)


def backward(tensor, create_graph=False):
    return autograd._engine_run_backward((tensor,), None, False, create_graph)


def _module(name, **members):
    module = types.ModuleType(name)
    vars(module).update(members)
    return module


_graphs = _module("torch.cuda.graphs", graph=graph, CUDAGraph=CUDAGraph)
cuda = _module("torch.cuda", graphs=_graphs, graph=graph, CUDAGraph=CUDAGraph, Stream=Stream, stream=use_stream,
               current_stream=current_stream, is_available=lambda: True, is_initialized=lambda: True)
_autograd_graph = _module("torch.autograd.graph", _engine_run_backward=_engine_run_backward)
autograd = _module("torch.autograd", graph=_autograd_graph, _engine_run_backward=_engine_run_backward)
_C = _module("torch._C", _stash_obj_in_tls=lambda key, value: _carried().__setitem__(key, value),
             _get_obj_in_tls=lambda key: _carried()[key], _is_key_in_tls=lambda key: key in _carried(),
             _autograd=_module("torch._C._autograd", _get_sequence_nr=_peek),
             _functions=_module("torch._C._functions", AccumulateGrad=AccumulateGrad))
torch = _module("torch", __version__="2.11.0+fake", cuda=cuda, autograd=autograd, _C=_C,
                compiler=_module("torch.compiler", is_compiling=lambda: False))
sys.modules.update({"torch": torch, "torch.cuda": cuda, "torch.cuda.graphs": _graphs})
