# SPDX-License-Identifier: Apache-2.0
"""The region that code running now belongs to: the annotations of all open scopes of this flow of control, inner wins."""
from . import json_values
from . import torch_parts


class Region:
    """Never changed once made, so keeping it is freezing it. `freezes`: a scope that annotates backward is open."""

    __slots__ = ("values", "freezes", "generation", "_json")

    def __init__(self, values, freezes, generation):
        self.values = values
        self.freezes = freezes
        self.generation = generation
        self._json = None

    def json(self):
        if self._json is None:
            self._json = json_values.to_json(self.values)
        return self._json

    def over(self, outer):
        """This region entered inside another one."""
        if outer is None or outer is self or outer.generation != self.generation:
            return self
        return Region({**outer.values, **self.values}, self.freezes or outer.freezes, self.generation)


def current(generation):
    """None outside of all scopes, and in scopes that were opened before the latest clear."""
    region = torch_parts.stored_region()
    return region if region is not None and region.generation == generation else None


def enter(region):
    """What was there before, for leave()."""
    previous = torch_parts.stored_region()
    torch_parts.store_region(region)
    return previous


def leave(previous):
    torch_parts.store_region(previous)
