# SPDX-License-Identifier: Apache-2.0
"""Which region was open when an autograd node was made, told by the node's number.

Autograd numbers the nodes that a thread makes. A thread notes its number whenever its region changes, so that a node met
later, in whatever graph, tells the region it was made in. This costs the forward pass nothing, and sees nodes that no
Python code sees being made: those of custom functions and of compiled code.
"""
import bisect
import threading

_lock = threading.Lock()
_logs = []
_thread = threading.local()


class CreationLog:
    """Of one thread, in one generation."""

    def __init__(self, generation):
        self.generation = generation
        self._numbers = []
        self._regions = []

    def change(self, number, region):
        """Nodes from `number` on are made in `region` (None: in none)."""
        if self._numbers and self._numbers[-1] == number:
            self._regions[-1] = region
            return
        self._numbers.append(number)
        self._regions.append(region)

    def covers(self, number):
        return bool(self._numbers) and number >= self._numbers[0]

    def region_of(self, number):
        at = bisect.bisect_right(self._numbers, number) - 1
        return self._regions[at] if at >= 0 else None


def of_this_thread(generation):
    log = getattr(_thread, "log", None)
    if log is None or log.generation != generation:
        log = _thread.log = CreationLog(generation)
        with _lock:
            _logs[:] = [other for other in _logs if other.generation == generation] + [log]
    return log


def any_log(generation):
    return any(log.generation == generation for log in _logs)


def region_of_node(number, generation):
    """Nodes do not tell which thread made them: it was this one, where it has noted anything by then. Else the one other
    thread that had a region open; where several had, nobody can tell, and the answer is none."""
    own = getattr(_thread, "log", None)
    if own is not None and own.generation == generation and own.covers(number):
        return own.region_of(number)
    with _lock:
        others = [log for log in _logs if log.generation == generation and log is not own]
    found = [region for region in (log.region_of(number) for log in others) if region is not None]
    return found[0] if len(found) == 1 else None
