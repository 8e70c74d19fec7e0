# SPDX-License-Identifier: Apache-2.0
"""Does a profiler's trace name the nodes of graphs?"""

_NODE_ID = b'"graph node id"'
_LAUNCH = b"GraphLaunch"
_BLOCK = 1 << 22


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
    """What the annotations of a plain JSON trace lack, as a sentence; "" if it has node ids, or launches no graph."""
    held = _holds(path, (_NODE_ID, _LAUNCH))
    if _NODE_ID in held or _LAUNCH not in held:
        return ""
    return ("this profiler wrote no graph node ids into the trace, so annotations cannot be joined to it. Record the replays "
            "with liblanescope-record.so instead (CUDA_INJECTION64_PATH), or with a newer PyTorch")
