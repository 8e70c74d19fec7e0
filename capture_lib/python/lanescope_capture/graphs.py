# SPDX-License-Identifier: Apache-2.0
"""torch.cuda.graph with annotations: the life of a captured graph as the library has to see it."""
import weakref

from . import backward
from . import recorder
from . import torch_parts

_annotate_all = False


def annotate_all_graphs(enabled=True):
    """Makes torch.cuda.graph itself understand `enable_annotations`, and annotate unless told otherwise: for graphs that
    other code captures (make_graphed_callables, torch.compile's "reduce-overhead"). Gives what was set before."""
    global _annotate_all
    before, _annotate_all = _annotate_all, bool(enabled)
    if enabled:
        replace_torch_graph()
    return before


def replace_torch_graph():
    """torch.cuda.graph takes `enable_annotations` and hands it to this package."""
    torch = torch_parts.torch
    if torch is not None and torch.cuda.graph is not graph:
        torch.cuda.graph = torch.cuda.graphs.graph = graph


def _exec_handle(cuda_graph):
    """None while it is not instantiated."""
    try:
        return cuda_graph.raw_cuda_graph_exec()
    except AttributeError:
        recorder.warn_once(f"PyTorch {torch_parts.torch.__version__} does not tell exec graphs: kernels stay without "
                           "annotations")
    except RuntimeError:
        pass
    return None


def remap_to_exec_graph(cuda_graph):
    """Adds the exec graph that `cuda_graph` has now: after an instantiation that this package did not see."""
    capture = getattr(cuda_graph, "_lanescope_capture", 0)
    handle = _exec_handle(cuda_graph) if capture else None
    if handle:
        recorder.instantiated(capture, handle)
    return bool(handle)


def _follow(cuda_graph):
    """Sees the instantiations of a kept graph: its own methods are shadowed on this one object, `replay` only until the
    graph is instantiated, as replays are what must stay cheap."""
    own = weakref.ref(cuda_graph)
    kind = type(cuda_graph)

    def instantiate():
        kind.instantiate(own())
        remap_to_exec_graph(own())

    def replay():
        kind.replay(own())
        if remap_to_exec_graph(own()):
            vars(own()).pop("replay", None)

    cuda_graph.instantiate = instantiate
    cuda_graph.replay = replay


def begin(cuda_graph):
    """Right after `cuda_graph.capture_begin()`, on the same stream: records this capture. For code that captures without
    torch.cuda.graph. Gives the capture's id, 0 where nothing is recorded."""
    capture = recorder.begin_capture(torch_parts.stream_handle())
    if capture:
        backward.install()
    for name in ("instantiate", "replay"):
        vars(cuda_graph).pop(name, None)  # of an earlier capture
    cuda_graph._lanescope_capture = capture
    return capture


def end(cuda_graph):
    """Right before `cuda_graph.capture_end()`."""
    recorder.end_capture(getattr(cuda_graph, "_lanescope_capture", 0))


def ended(cuda_graph):
    """Right after it."""
    if getattr(cuda_graph, "_lanescope_capture", 0) and not remap_to_exec_graph(cuda_graph):
        _follow(cuda_graph)


def _graph_class(base):
    class graph(base):
        __doc__ = "torch.cuda.graph that records annotations where `enable_annotations` is true.\n\n" + (base.__doc__ or "")

        def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode="global", enable_annotations=None,
                     **others):
            super().__init__(cuda_graph, pool=pool, stream=stream, capture_error_mode=capture_error_mode, **others)
            self._annotates = _annotate_all if enable_annotations is None else bool(enable_annotations)

        def __enter__(self):
            entered = super().__enter__()
            if self._annotates:
                begin(self.cuda_graph)
            return entered

        def __exit__(self, *exception):
            if not self._annotates:
                return super().__exit__(*exception)
            end(self.cuda_graph)
            result = super().__exit__(*exception)
            ended(self.cuda_graph)
            return result

    graph.__module__ = __name__
    return graph


def _no_torch(*_arguments, **_options):
    raise RuntimeError("lanescope_capture.graph captures with PyTorch: " + torch_parts.problem)


graph = _graph_class(torch_parts.torch.cuda.graph) if torch_parts.torch is not None else _no_torch
