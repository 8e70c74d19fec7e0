# SPDX-License-Identifier: Apache-2.0
"""The library as this process uses it: calls that never fail into the program, and the captures that run."""
import ctypes
import os
import threading
import warnings

from . import native_library as native
from . import torch_parts

_lock = threading.Lock()
_loaded = None  # (library, reason) once looked for
_warned = set()
running = []  # captures that record, oldest first
generation = 0  # raised by clear: scopes and hooks of before are stale


def warn_once(text):
    if text not in _warned:
        _warned.add(text)
        warnings.warn("lanescope_capture: " + text, RuntimeWarning, stacklevel=3)


def library():
    """None where it cannot be loaded."""
    return _load()[0]


def _load():
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = native.load()
    return _loaded


def last_error():
    return library().lsc_last_error().decode("utf-8", "replace")


class Availability:
    """True or false, with the reason. `final`: the answer cannot change any more in this process."""

    def __init__(self, available, reason="", final=True):
        self.available = available
        self.reason = reason
        self.final = final

    def __bool__(self):
        return self.available

    def __eq__(self, other):
        return self.available == bool(other)

    def __hash__(self):
        return hash(self.available)

    def __repr__(self):
        return f"Availability({self.available}, {self.reason!r})"


def is_available():
    """Whether marks can record: true, or false with `.reason`. Never initialises CUDA. Before the program has, what can be
    known without it is answered: true with `.final` false."""
    if os.environ.get("LANESCOPE_CAPTURE") == "0":
        return Availability(False, "LANESCOPE_CAPTURE=0 switches it off")
    torch = torch_parts.torch
    if torch is None:
        return Availability(False, torch_parts.problem)
    loaded, reason = _load()
    if loaded is None:
        return Availability(False, reason)
    if loaded.lsc_available() == native.LSC_OK:
        return Availability(True)
    if not torch.cuda.is_available():
        return Availability(False, "PyTorch sees no CUDA device")
    reason = last_error()
    if not torch.cuda.is_initialized() and "not initialised" in reason:
        return Availability(True, "CUDA is not initialised yet: whether node ids can be had is known then", final=False)
    return Availability(False, reason)


def begin_capture(stream_handle):
    """The id of the capture that has just begun on the stream, 0 when nothing will be recorded."""
    if not is_available():
        return 0
    capture = ctypes.c_uint64()
    if library().lsc_capture_begin(stream_handle, ctypes.byref(capture)) != native.LSC_OK:
        warn_once("this capture is not recorded: " + last_error())
        return 0
    if capture.value:
        running.append(capture.value)
    return capture.value


def end_capture(capture, graph=None):
    """Right before the capture ends, or after it with its graph."""
    if not capture:
        return
    if capture in running:
        running.remove(capture)
    if library().lsc_capture_end(capture, graph) != native.LSC_OK:
        warn_once("a capture's record is incomplete: " + last_error())


def instantiated(capture, exec_handle):
    if capture and library().lsc_instantiated(capture, exec_handle) not in (native.LSC_OK, native.LSC_ERROR_UNKNOWN):
        warn_once("an exec graph's id is unknown, so its kernels stay without annotations: " + last_error())


def open_scope(stream_handle, annotation_json, flags):
    """A scope's handle; 0 when nothing is to be recorded."""
    scope = ctypes.c_uint64()
    if library().lsc_mark_begin(stream_handle, annotation_json, flags, ctypes.byref(scope)) != native.LSC_OK:
        warn_once("a scope is not recorded: " + last_error())
    return scope.value


def close_scope(scope):
    # A capture that ended or failed first is the program's own business.
    if scope:
        library().lsc_mark_end(scope)


def stream_number(stream_handle):
    number = ctypes.c_uint32()
    library().lsc_stream_id(stream_handle, ctypes.byref(number))
    return number.value


def next_generation():
    global generation
    generation += 1
