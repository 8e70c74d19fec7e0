# SPDX-License-Identifier: Apache-2.0
"""What was recorded: read, forget, save."""
import collections.abc
import ctypes
import json
import os

from . import graphs
from . import native_library as native
from . import recorder
from . import torch_parts


class KernelAnnotations(collections.abc.Mapping):
    """{graph node id: [annotation dict]}, live. The id is what profilers write: exec graph id << 32 | node number. Values
    are as JSON gives them back: tuples are lists, dtypes texts."""

    def __getitem__(self, key):
        library = recorder.library()
        size = ctypes.c_size_t(0)
        if library is None or library.lsc_get(key, None, ctypes.byref(size)) != native.LSC_OK:
            raise KeyError(key)
        text = ctypes.create_string_buffer(size.value)
        if library.lsc_get(key, text, ctypes.byref(size)) != native.LSC_OK:
            raise KeyError(key)
        return json.loads(text.value)

    def _all(self):
        found = {}

        def visit(key, text, _user):
            found[key] = text
            return 0

        if recorder.library() is not None:
            recorder.library().lsc_for_each(native.Visit(visit), None)
        return found

    def __iter__(self):
        return iter(self._all())

    def __len__(self):
        return len(self._all())

    def items(self):
        return {key: json.loads(text) for key, text in self._all().items()}.items()

    def values(self):
        return dict(self.items()).values()

    def __repr__(self):
        return repr(dict(self.items()))


_annotations = KernelAnnotations()


def get_kernel_annotations():
    """The live registry, keyed as profilers name graph nodes; a copy is `dict(…)`."""
    return _annotations


def clear_kernel_annotations():
    """Forgets all. Scopes and backward hooks of before record nothing more."""
    recorder.next_generation()
    if recorder.library() is not None:
        recorder.library().lsc_clear()


def remove_kernel_annotations(exec_graph_ids):
    """Forgets the graphs with these exec graph ids; none: nothing."""
    ids = sorted({int(i) for i in exec_graph_ids})
    if ids and recorder.library() is not None:
        recorder.library().lsc_remove((ctypes.c_uint32 * len(ids))(*ids), len(ids))


def resolve_pending_annotations():
    """Shows what closed scopes of running captures recorded so far in get_kernel_annotations(). A capture's end does it
    too."""
    for capture in list(recorder.running):
        recorder.library().lsc_resolve(capture)


def resolve_and_remap(cuda_graph):
    resolve_pending_annotations()
    graphs.remap_to_exec_graph(cuda_graph)


def _tell_rank():
    rank = torch_parts.rank()
    if rank is not None:
        options = native.Options(size=ctypes.sizeof(native.Options), rank=rank)
        recorder.library().lsc_configure(ctypes.byref(options))


def _prepared(form):
    """Save options; None, told once, where there is no library."""
    if form not in native.FORMATS:
        raise ValueError(f"format is {form!r}, not one of {sorted(native.FORMATS)}")
    if recorder.library() is None:
        recorder.warn_once("nothing is saved: " + recorder.is_available().reason)
        return None
    _tell_rank()
    return native.SaveOptions(size=ctypes.sizeof(native.SaveOptions), format=native.FORMATS[form])


def save(path, format="lanescope"):
    """Writes all that was recorded: "lanescope" (FORMAT.md), or "plain", the map that PyTorch's script reads. Gives the
    path; None without the library. The file is renamed into place, whole. OSError where it cannot be written."""
    options = _prepared(format)
    if options is None:
        return None
    path = os.fspath(path)
    if recorder.library().lsc_save(os.fsencode(path), ctypes.byref(options)) != native.LSC_OK:
        raise OSError(recorder.last_error())
    return path


def save_in_folder(folder, format="lanescope"):
    """The same under a name of this process alone, for folders that ranks share. Makes the folder. Gives the path."""
    options = _prepared(format)
    if options is None:
        return None
    os.makedirs(folder, exist_ok=True)
    path = ctypes.create_string_buffer(4096)
    if recorder.library().lsc_save_in_folder(os.fsencode(folder), ctypes.byref(options), path, len(path)) != native.LSC_OK:
        raise OSError(recorder.last_error())
    return os.fsdecode(path.value)
