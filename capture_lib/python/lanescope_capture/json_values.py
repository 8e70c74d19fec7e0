# SPDX-License-Identifier: Apache-2.0
"""Annotation values as JSON text. What JSON does not know is written as FORMAT.md ("Python values") defines."""
import json
import math

_DEEPEST = 64
_PLAIN = (str, int, type(None))


def _key_text(key):
    if isinstance(key, str):
        return key
    if isinstance(key, (bool, type(None))):
        return {True: "true", False: "false", None: "null"}[key]
    if isinstance(key, bytes):
        return key.decode("utf-8", "replace")
    return str(key)


def _float_value(value):
    if math.isfinite(value):
        return float(value)
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _set_items(values, depth):
    """Sets have no order of their own: sorted by their text, so that equal annotations are equal texts."""
    return sorted((jsonable(v, depth) for v in values), key=lambda v: json.dumps(v, sort_keys=True))


def jsonable(value, depth=0):
    """The nearest value that JSON knows."""
    if isinstance(value, bool) or type(value) in _PLAIN:
        return value
    if depth > _DEEPEST:
        return str(type(value))
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return _float_value(value)
    if isinstance(value, dict):
        return {_key_text(k): jsonable(v, depth + 1) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [jsonable(v, depth + 1) for v in value]
    if isinstance(value, (set, frozenset)):
        return _set_items(value, depth + 1)
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).decode("utf-8", "replace")
    try:
        return str(value)
    except Exception:  # a value's own __str__ may do anything
        return object.__repr__(value)


def annotation_values(annotation):
    """A new dict with text keys and values that JSON knows. A text `s` is {"name": s}."""
    if isinstance(annotation, dict):
        return jsonable(annotation)
    return {"name": jsonable(annotation)}


def to_json(values):
    """Of what annotation_values gave, as bytes for the C interface."""
    return json.dumps(values, ensure_ascii=True).encode("ascii")
