# SPDX-License-Identifier: Apache-2.0
"""mark_kernels and mark_stream."""
import contextlib

from . import backward as backward_work
from . import json_values
from . import native_library as native
from . import recorder
from . import regions
from . import torch_parts


class _Scope(contextlib.ContextDecorator):
    """One use of mark_kernels. As a decorator it makes a new scope a call."""

    def __init__(self, annotation, backward, stream=None):
        self._annotation = annotation
        self._backward = backward
        self._stream = stream
        self._open = None

    def _recreate_cm(self):
        return _Scope(self._annotation, self._backward, self._stream)

    def __enter__(self):
        if recorder.running:
            self._begin()
        if self._stream is not None:
            self._stream = torch_parts.torch.cuda.stream(self._stream)
            self._stream.__enter__()

    def __exit__(self, *exception):
        try:
            if self._stream is not None:
                self._stream.__exit__(*exception)
        finally:
            if self._open is not None:
                self._end()
        return False

    def _begin(self):
        values = json_values.annotation_values(self._annotation)
        handle = torch_parts.stream_handle()
        if self._stream is not None:
            to = torch_parts.stream_handle(self._stream)
            if to == handle:
                self._stream = None  # already there
            else:
                values["stream"] = recorder.stream_number(to)
        flags = 0 if self._backward else native.LSC_NO_BACKWARD
        scope = recorder.open_scope(handle, json_values.to_json(values), flags)
        if not scope:
            return
        region = regions.Region(values, self._backward, recorder.generation)
        region = region.over(regions.current(recorder.generation))
        self._open = (scope, regions.enter(region), backward_work.making_nodes(region))

    def _end(self):
        scope, previous, making = self._open
        self._open = None
        making.end()
        regions.leave(previous)
        recorder.close_scope(scope)


def mark_kernels(annotation, *, backward=True):
    """Annotates the GPU work captured in a `with` block (or a decorated function), and, unless `backward` is false, the
    backward work of what it computes, in whichever graph that is captured.

    `annotation`: a name, or a dict; `name` is the region's title, `stream` and `autograd_phase` are reserved. Where scopes
    nest, their dicts are merged and the inner scope wins. Outside of a capture with annotations it does nothing. Must be
    opened on a stream that is capturing; work on other streams counts if it waits for that stream."""
    if torch_parts.is_compiling():
        return contextlib.nullcontext()  # compiled code opens scopes of its own: see compiled_code
    return _Scope(annotation, backward)


def mark_stream(stream, annotation):
    """Switches to `stream`, annotations on or off, and marks what is captured there, with the number of a lane of its own.
    `stream` must wait for the present one, or be made to wait in the block. Already there: a plain mark."""
    if torch_parts.is_compiling():
        return torch_parts.torch.cuda.stream(stream)
    return _Scope(annotation, True, stream)


_lanes_without_library = {}


def get_stream_for_pg(pg_key):
    """The small number of the lane that shows a process group's work; the same for the same key."""
    library = recorder.library()
    if library is None:
        return _lanes_without_library.setdefault(pg_key, 60 + len(_lanes_without_library))
    number = native.ctypes.c_uint32()
    library.lsc_group_stream_id(str(pg_key).encode("utf-8"), native.ctypes.byref(number))
    return number.value
