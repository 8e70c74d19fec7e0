# SPDX-License-Identifier: Apache-2.0
"""Graph node ids in traces of profilers that do not write them.

PyTorch's profiler (kineto, until 2.11 at least) reads the id of every record from CUPTI and leaves it out of the trace. The
library notes the ids as the profiler reads the records (lsc_profiler_watch); here they are put into the trace's text, which
otherwise stays as it is, byte for byte."""
import collections
import ctypes
import re

from . import native_library as native
from . import recorder

_PROFILER = b"libtorch_cpu.so"
_NODE_ID = b'"graph node id"'
_LAUNCH = b"GraphLaunch"
_BLOCK = 1 << 22
_ROUNDING_NS = 2  # begin and end are turned into time one by one

# A kernel, copy or memset up to the number of its correlation. Arguments before that hold lists, but no objects.
_GPU_WORK = re.compile(
    rb'"cat":\s*"(?:kernel|gpu_memcpy|gpu_memset)",\s*"name":\s*"(?:[^"\\]|\\.)*",\s*"pid":[^,{}]*,\s*"tid":[^,{}]*,'
    rb'\s*"ts":\s*"?([0-9.]+)"?,\s*"dur":\s*"?([0-9.]+)"?,\s*"args":\s*\{[^{}]*?("correlation":\s*([0-9]+))'
)

Added = collections.namedtuple("Added", "matched, of")  # events that got an id, and how many are of graph replays


def _holds(path, wanted):
    """Which of these texts are in the file."""
    left = set(wanted)
    overlap = max(len(text) for text in wanted) - 1
    tail = b""
    with open(path, "rb") as file:
        while left:
            block = file.read(_BLOCK)
            if not block:
                break
            tail += block
            left = {text for text in left if text not in tail}
            tail = tail[-overlap:]
    return set(wanted) - left


def missing_in(path):
    """Does this plain JSON trace launch graphs and name none of their nodes?"""
    held = _holds(path, (_NODE_ID, _LAUNCH))
    return _NODE_ID not in held and _LAUNCH in held


def watch():
    """Notes ids from now on, for the profiles of this process that end later. Why not, or ""."""
    library = recorder.library()
    if library is None:
        return recorder.is_available().reason
    return "" if library.lsc_profiler_watch(_PROFILER) == native.LSC_OK else recorder.last_error()


def take():
    """The records noted since the last call."""
    library = recorder.library()
    count = ctypes.c_size_t(0)
    if library is None or library.lsc_profiler_take(None, ctypes.byref(count)) != native.LSC_OK or not count.value:
        return []
    work = (native.GraphWork * count.value)()
    if library.lsc_profiler_take(work, ctypes.byref(count)) != native.LSC_OK:
        recorder.warn_once(recorder.last_error())
    return list(work)[: count.value]


def _nanoseconds(text):
    """Exactly: microseconds of an epoch and three decimals are more digits than a double holds."""
    whole, _, decimals = text.partition(b".")
    return int(whole or b"0") * 1000 + int((decimals + b"000")[:3])


def _launches(text, records):
    """[(events, records)] of each launch, both in order of time; an event is (begin, duration, offset)."""
    events = collections.defaultdict(list)
    for match in _GPU_WORK.finditer(text):
        begin, duration = _nanoseconds(match.group(1)), _nanoseconds(match.group(2))
        events[int(match.group(4))].append((begin, duration, match.start(3)))
    works = collections.defaultdict(list)
    for record in records:
        works[record.correlation].append(record)
    return [(sorted(events.get(correlation, ())), sorted(launched, key=lambda r: (r.start_ns, r.end_ns)))
            for correlation, launched in works.items()]


def _nanoseconds_per_tick(launches):
    """CUPTI's clock is the profiler's choice: kineto's counts processor cycles, and turns them into time when it writes."""
    ends = [(pair[0][i][0], pair[1][i].start_ns) for pair in launches if len(pair[0]) == len(pair[1]) for i in (0, -1)]
    if not ends:
        return 1.0
    (first, first_tick), (last, last_tick) = min(ends), max(ends)
    return (last - first) / (last_tick - first_tick) if last_tick != first_tick else 1.0


def matches(text, records):
    """[(offset in `text` where arguments may be put in, record)], and how many events belong to graph replays.

    The events of one launch and its records are the same work: as many, in the same order of time, each as long as the
    other. Where they are not, that launch stays as it is."""
    launches = _launches(text, records)
    scale = _nanoseconds_per_tick(launches)
    found = []
    for seen, launched in launches:
        pairs = list(zip(seen, launched))
        if len(seen) == len(launched) and all(
                abs(event[1] - (r.end_ns - r.start_ns) * scale) <= _ROUNDING_NS for event, r in pairs):
            found += [(event[2], record) for event, record in pairs]
    return sorted(found, key=lambda pair: pair[0]), sum(len(seen) for seen, _ in launches)


def add(path, records):
    """Puts ids into a plain JSON trace, in place. The caller renames it."""
    with open(path, "rb") as file:
        text = file.read()
    found, total = matches(text, records)
    if found:
        with open(path, "wb") as file:
            at = 0
            for offset, record in found:
                file.write(text[at:offset])
                file.write(b'"graph id": %d, "graph node id": %d, ' % (record.graph, record.graph_node))
                at = offset
            file.write(text[at:])
    return Added(len(found), total)
