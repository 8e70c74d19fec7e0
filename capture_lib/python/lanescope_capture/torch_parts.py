# SPDX-License-Identifier: Apache-2.0
"""What is used of PyTorch, looked up in one place. Everything here is there without PyTorch too, and does nothing."""
import threading

try:
    import torch
except Exception as error:  # a broken installation fails in many ways
    torch = None
    problem = f"PyTorch cannot be imported ({error})"
else:
    problem = ""

# autograd carries what lies under this key to the threads of its engine.
_REGION_KEY = "lanescope_capture_region"
_C = getattr(torch, "_C", None)
_carried = all(hasattr(_C, name) for name in ("_stash_obj_in_tls", "_get_obj_in_tls", "_is_key_in_tls"))
_own = threading.local()


def stream_handle(stream=None):
    """Of the current stream, or the one given."""
    return (torch.cuda.current_stream() if stream is None else stream).cuda_stream


def stored_region():
    if _carried:
        return _C._get_obj_in_tls(_REGION_KEY) if _C._is_key_in_tls(_REGION_KEY) else None
    return getattr(_own, "region", None)


def store_region(region):
    if _carried:
        _C._stash_obj_in_tls(_REGION_KEY, region)
    else:
        _own.region = region


def region_crosses_threads():
    return _carried


def _never():
    return False


is_compiling = getattr(getattr(torch, "compiler", None), "is_compiling", None) or _never


def node_number():
    """The number that the next autograd node made on this thread gets; None where this torch does not tell."""
    peek = getattr(getattr(_C, "_autograd", None), "_get_sequence_nr", None)
    return peek() if peek else None


def accumulates(node):
    """AccumulateGrad nodes are made once and cached, so whose scope made one is an accident."""
    functions = getattr(_C, "_functions", None)
    kind = getattr(functions, "AccumulateGrad", None)
    return isinstance(node, kind) if kind else type(node).__name__ == "AccumulateGrad"


def rank():
    """Of this process in a distributed job; None outside of one."""
    distributed = getattr(torch, "distributed", None)
    try:
        if distributed and distributed.is_available() and distributed.is_initialized():
            return distributed.get_rank()
    except Exception:  # a backend half way through its start
        pass
    return None
