# SPDX-License-Identifier: Apache-2.0
"""A scope for every module of a model, named by its place in the tree."""
import threading

from . import recorder
from . import scopes
from . import torch_parts


class ModuleNames:
    """The hooks of name_modules. remove() takes them off; so does leaving a `with` block."""

    def __init__(self):
        self._handles = []
        self._thread = threading.local()

    def _open(self):
        if not hasattr(self._thread, "scopes"):
            self._thread.scopes = []
        return self._thread.scopes

    def watch(self, module, name, path):
        def before(_module, _arguments):
            if not recorder.running or torch_parts.is_compiling():
                return
            scope = scopes.mark_kernels({"name": name, "module": path})
            scope.__enter__()
            self._open().append((module, scope))

        def after(_module, _arguments, _output):
            if torch_parts.is_compiling():
                return
            opened = self._open()
            at = next((i for i in range(len(opened) - 1, -1, -1) if opened[i][0] is module), None)
            if at is None:
                return  # entered before the capture
            for _, scope in reversed(opened[at:]):
                scope.__exit__(None, None, None)
            del opened[at:]

        self._handles.append(module.register_forward_pre_hook(before))
        try:
            self._handles.append(module.register_forward_hook(after, always_call=True))
        except TypeError:  # before torch 2.1
            self._handles.append(module.register_forward_hook(after))

    def remove(self):
        for handle in self._handles:
            handle.remove()
        self._handles.clear()

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        self.remove()
        return False


def name_modules(model, root="L"):
    """From now on work captured in a module of `model`, forward and backward, has the module's path: {"name":
    "layers.0.attn", "module": "L.layers.0.attn"}; the model itself is `root`. Scopes inside add to it. Modules of compiled
    code open none. Gives an object with remove(), also for `with`."""
    names = ModuleNames()
    for path, module in model.named_modules():
        names.watch(module, path or type(model).__name__, f"{root}.{path}" if path else root)
    return names
