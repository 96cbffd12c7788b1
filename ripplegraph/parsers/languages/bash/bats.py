"""Tests that are written for Bats, as functions."""

from __future__ import annotations

import re
from typing import Final

_TEST: Final = re.compile(rb"^@test ([\"'])([^\n]*)\1 \{", re.MULTILINE)
_NO_WORD: Final = re.compile(rb"\W")


def write_functions(data: bytes) -> bytes:
    """Return a script in which `@test "name" {` begins a function, everything where it was."""
    if b"@test " not in data:
        return data
    return _TEST.sub(lambda found: b"test_" + _NO_WORD.sub(b"_", found[2]) + b" () {", data)
