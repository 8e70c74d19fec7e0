# SPDX-License-Identifier: Apache-2.0
"""Finds and loads liblanescope-capture and declares its C functions (include/lanescope/capture.h says what they do).

Looked for, the first that loads: the file named by LANESCOPE_CAPTURE_LIBRARY (then nowhere else), beside this package,
where the system's loader looks, the library folders of this Python and of the system, build folders of the source tree.
"""
import ctypes
import glob
import os
import sys

NAME = "liblanescope-capture.so"
SONAME = NAME + ".1"
OLDEST_API = 2

LSC_OK = 0
LSC_ERROR_UNKNOWN = 5
LSC_ERROR_BUFFER_TOO_SMALL = 9
LSC_NO_BACKWARD = 2
LSC_BACKWARD = 4
FORMATS = {"lanescope": 0, "plain": 1}


class SaveOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("format", ctypes.c_uint32)]


class Options(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("rank", ctypes.c_int32),
        ("first_stream_id", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("memory_limit", ctypes.c_uint64),
    ]


class GraphWork(ctypes.Structure):
    _fields_ = [
        ("graph_node", ctypes.c_uint64),
        ("start_ns", ctypes.c_uint64),
        ("end_ns", ctypes.c_uint64),
        ("graph", ctypes.c_uint32),
        ("correlation", ctypes.c_uint32),
        ("device", ctypes.c_uint32),
        ("stream", ctypes.c_uint32),
    ]


Visit = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_uint64, ctypes.c_char_p, ctypes.c_void_p)

_handle = ctypes.c_void_p
_text = ctypes.c_char_p
_u32 = ctypes.c_uint32
_u64 = ctypes.c_uint64
_size = ctypes.c_size_t
_out = ctypes.POINTER

_SIGNATURES = {
    "lsc_available": [],
    "lsc_configure": [_out(Options)],
    "lsc_capture_begin": [_handle, _out(_u64)],
    "lsc_capture_end": [_u64, _handle],
    "lsc_instantiated": [_u64, _handle],
    "lsc_mark_begin": [_handle, _text, _u32, _out(_u64)],
    "lsc_mark_end": [_u64],
    "lsc_stream_id": [_handle, _out(_u32)],
    "lsc_group_stream_id": [_text, _out(_u32)],
    "lsc_resolve": [_u64],
    "lsc_get": [_u64, ctypes.c_void_p, _out(_size)],
    "lsc_for_each": [Visit, _handle],
    "lsc_clear": [],
    "lsc_profiler_watch": [_text],
    "lsc_profiler_take": [_out(GraphWork), _out(_size)],
    "lsc_remove": [_out(_u32), _size],
    "lsc_save": [_text, _out(SaveOptions)],
    "lsc_save_in_folder": [_text, _out(SaveOptions), ctypes.c_void_p, _size],
}


def _system_folders():
    folders = [os.path.join(sys.prefix, "lib")]
    for root in ("/usr/local", "/usr"):
        folders += sorted(glob.glob(os.path.join(root, "lib", "*-linux-gnu")))
        folders += [os.path.join(root, "lib64"), os.path.join(root, "lib")]
    return folders


def _build_folders(package):
    """Of the tree this package lies in, the newest build first."""
    tree = os.path.dirname(os.path.dirname(os.path.dirname(package)))
    if not os.path.isfile(os.path.join(tree, "capture_lib", "FORMAT.md")):
        return []
    patterns = [os.path.join(tree, "build*", "capture_lib"), os.path.join(tree, "build", "*", "capture_lib"),
                os.path.join(tree, "build*", "lib"), os.path.join(tree, "build", "*", "lib")]
    found = [f for p in patterns for f in glob.glob(p) if os.path.exists(os.path.join(f, NAME))]
    return sorted(found, key=lambda f: -os.path.getmtime(os.path.join(f, NAME)))


def candidates(package=os.path.dirname(os.path.abspath(__file__))):
    named = os.environ.get("LANESCOPE_CAPTURE_LIBRARY")
    if named:
        return [named]
    beside = [os.path.join(package, SONAME), os.path.join(package, NAME)]
    folders = _system_folders() + _build_folders(package)
    elsewhere = [os.path.join(folder, name) for folder in folders for name in (SONAME, NAME)]
    return [p for p in beside if os.path.exists(p)] + [SONAME] + [p for p in elsewhere if os.path.exists(p)]


def _declare(library):
    library.lsc_api_version.restype = ctypes.c_int32
    version = library.lsc_api_version()
    if version < OLDEST_API:
        raise OSError(f"it has version {version} of the interface, {OLDEST_API} is needed")
    for name, arguments in _SIGNATURES.items():
        function = getattr(library, name)
        function.argtypes = arguments
        function.restype = ctypes.c_int32
    library.lsc_last_error.argtypes = []
    library.lsc_last_error.restype = ctypes.c_char_p
    return library


def load(paths=None):
    """(library, "") or (None, why not)."""
    problem = ""
    for path in candidates() if paths is None else paths:
        try:
            return _declare(ctypes.CDLL(path)), ""
        except (OSError, AttributeError) as error:
            if path != SONAME or not problem:
                problem = f"{path}: {error}"
    return None, (f"{NAME} was not found or does not fit ({problem}): build or install it, or set "
                  "LANESCOPE_CAPTURE_LIBRARY to its path")
