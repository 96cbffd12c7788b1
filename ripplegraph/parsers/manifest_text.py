"""Manifests as plain values: whatever they hold, reading them ends and raises nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from ripplegraph.trust.toml_text import read_toml

DEEPEST = 60
"""Brackets inside of each other; what nests deeper is no manifest that a person wrote."""
_STEPS = {**dict.fromkeys(b"[{", 1), **dict.fromkeys(b"]}", -1)}
_NO_BRACKETS = bytes(set(range(256)) - _STEPS.keys())


def load_json(text: str) -> object:
    """Return the value of a JSON text, or None."""
    if _is_deep(text):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError, MemoryError):
        return None


def load_toml(text: str) -> Mapping[str, Any]:
    """Return the table of a TOML text, {} for one that is none."""
    if _is_deep(text):
        return {}
    try:
        return read_toml(text)
    # A number of too many digits is a plain ValueError.
    except (ValueError, RecursionError, MemoryError):
        return {}


def _is_deep(text: str) -> bool:
    brackets = text.encode("utf-8", "replace").translate(None, _NO_BRACKETS)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > DEEPEST
