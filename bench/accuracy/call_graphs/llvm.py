"""Calls in LLVM's text, where every function says by file and line where it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_FILE = re.compile(r'^(!\d+) = !DIFile\(filename: "([^"]*)", directory: "([^"]*)"')
_FUNCTION = re.compile(r"^(!\d+) = distinct !DISubprogram\(.*?file: (!\d+), line: (\d+)")
_DEFINE = re.compile(r"^define .*?@(\"[^\"]+\"|[\w$.]+)\(.*!dbg (!\d+)")
_CALL = re.compile(r"(?:call|invoke) [^@\n]*@(\"[^\"]+\"|[\w$.]+)\(")


def find_calls(text: str, folder: Path) -> Iterator[tuple[tuple[str, int], tuple[str, int] | None]]:
    """Yield each compiled function of the crate, alone and with each one it calls, by place."""
    lines = text.splitlines()
    files = {m[1]: Path(m[3], m[2]) for line in lines if (m := _FILE.match(line))}
    places = {m[1]: (m[2], int(m[3])) for line in lines if (m := _FUNCTION.match(line))}
    defined: dict[str, tuple[str, int]] = {}
    for line in lines:
        found = _DEFINE.match(line)
        if found and found[2] in places:
            file, number = places[found[2]]
            path = files.get(file)
            if path is not None and path.is_relative_to(folder):
                defined[found[1]] = path.relative_to(folder).as_posix(), number
    caller = None
    for line in lines:
        if line.startswith("define "):
            found = _DEFINE.match(line)
            caller = defined.get(found[1]) if found else None
            if caller is not None:
                yield caller, None
        elif caller is not None and (call := _CALL.search(line)) and call[1] in defined:
            yield caller, defined[call[1]]
