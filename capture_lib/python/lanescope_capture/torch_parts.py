# SPDX-License-Identifier: Apache-2.0
"""What is used of PyTorch, looked up in one place. Everything here is there without PyTorch too, and does nothing."""
import ctypes
import sys
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


def _add_reference(thing):
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(thing))


def _references_lost():
    """How many references each _stash_obj_in_tls and _get_obj_in_tls of this torch fails to add. 2.11's first one takes
    over a reference that the caller keeps too: what is stored would be freed while it is in use."""
    probe = object()
    before = sys.getrefcount(probe)
    _C._stash_obj_in_tls(_REGION_KEY, probe)
    stash_lost = sys.getrefcount(probe) <= before
    if stash_lost:
        _add_reference(probe)
    before = sys.getrefcount(probe)
    got = _C._get_obj_in_tls(_REGION_KEY)
    get_lost = sys.getrefcount(probe) <= before
    if get_lost:
        _add_reference(probe)
    del got
    _C._stash_obj_in_tls(_REGION_KEY, None)
    if stash_lost:
        _add_reference(None)
    return stash_lost, get_lost


_stash_lost, _get_lost = _references_lost() if _carried else (False, False)


def stream_handle(stream=None):
    """Of the current stream, or the one given."""
    return (torch.cuda.current_stream() if stream is None else stream).cuda_stream


def stored_region():
    if not _carried:
        return getattr(_own, "region", None)
    if not _C._is_key_in_tls(_REGION_KEY):
        return None
    region = _C._get_obj_in_tls(_REGION_KEY)
    if _get_lost:
        _add_reference(region)
    return region


def store_region(region):
    if not _carried:
        _own.region = region
        return
    if _stash_lost:
        _add_reference(region)
    _C._stash_obj_in_tls(_REGION_KEY, region)


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
