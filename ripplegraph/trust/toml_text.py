"""TOML that anybody may have written: reading it takes time and memory by its length."""

from __future__ import annotations

import re
import tomllib

_MOST_DOTS = 200
"""A key with very many parts takes the parser forever."""
_SILENT = (
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
)
"""Strings and comments; a dot in them parts nothing."""
_BETWEEN_KEYS = r"[=\n,{}\[\]]"


def read_toml(text: str) -> dict[str, object]:
    """Return the tables of a text; a ValueError says why there are none."""
    if text.count(".") > _MOST_DOTS:
        spoken = re.sub(_SILENT, "", text, flags=re.DOTALL)
        if any(part.count(".") > _MOST_DOTS for part in re.split(_BETWEEN_KEYS, spoken)):
            raise ValueError("a key has too many parts")
    return tomllib.loads(text)
