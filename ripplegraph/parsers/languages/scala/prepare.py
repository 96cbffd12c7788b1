"""Scala as its grammar reads it: what goes on behind the end of a line begins before it."""

from __future__ import annotations

import re

_CONTINUED = re.compile(rb"^([^\n]*[\w\])\"'])([ \t]*\n[ \t]*)([{=])(?=[ \t\n])", re.MULTILINE)
"""A body that begins on another line than what it is the body of."""


def join_bodies(data: bytes) -> bytes:
    """Return the source of a file in which a body begins on the line before; all else stays."""
    return _CONTINUED.sub(_join, data)


def _join(match: re.Match[bytes]) -> bytes:
    line, gap, sign = match.groups()
    if b"//" in line or line.lstrip().startswith((b"*", b"/*")):
        return match[0]
    # The sign changes places with the end of the line, or stands behind one blank.
    before, _, after = gap.partition(b"\n")
    if after:
        return line + before + b" " + sign + b"\n" + after[1:]
    return line + before + sign + b"\n"
