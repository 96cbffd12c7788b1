"""Reads where the lines of compiled code come from that was put in place of a call."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_MAP = re.compile(rb"SMAP\n.*?\n\*E", re.DOTALL)
_FILE = re.compile(r"\+ (\d+) (\S+)\n(\S+)")
_LINES = re.compile(r"^(\d+)(?:#(\d+))?(?:,(\d+))?:(\d+)(?:,(\d+))?$", re.MULTILINE)


@dataclass(frozen=True)
class Stretch:
    """Lines of compiled code, and those of the source that they stand for."""

    first: int
    last: int
    cls: str
    source: int
    step: int

    def line_of(self, line: int) -> int:
        return self.source + (line - self.first if self.step else 0)


@dataclass(frozen=True)
class SourceMap:
    """What was put in place of calls, and where these calls stand."""

    bodies: tuple[Stretch, ...] = ()
    calls: tuple[Stretch, ...] = ()

    def body_at(self, line: int) -> tuple[str, int] | None:
        """Return the class and line that a line of compiled code comes from."""
        found = next((s for s in self.bodies if s.first <= line <= s.last), None)
        return (found.cls, found.line_of(line)) if found is not None else None

    def call_at(self, line: int) -> int:
        """Return the line of the call that a line of compiled code was put in place of, or 0."""
        found = next((s for s in self.calls if s.first <= line <= s.last), None)
        return found.line_of(line) if found is not None else 0


def read_source_maps(folder: Path) -> dict[str, SourceMap]:
    """Return the maps of the classes in a folder, by the names of the classes."""
    found: dict[str, SourceMap] = {}
    for path in folder.rglob("*.class"):
        match = _MAP.search(path.read_bytes())
        if match is not None:
            name = path.relative_to(folder).with_suffix("").as_posix().replace("/", ".")
            found[name] = _read_map(match[0].decode("utf-8", "replace"))
    return found


def _read_map(text: str) -> SourceMap:
    parts = {part.partition("\n")[0]: part for part in text.split("*S ")[1:]}
    bodies = _read_stretches(parts.get("Kotlin", ""), is_debug=False)
    return SourceMap(bodies, _read_stretches(parts.get("KotlinDebug", ""), is_debug=True))


def _read_stretches(text: str, *, is_debug: bool) -> tuple[Stretch, ...]:
    files = {number: cls for number, _, cls in _FILE.findall(text)}
    found: list[Stretch] = []
    number = "1"
    for source, named, repeat, output, step in _LINES.findall(text.partition("*L")[2]):
        number = named or number
        count = int(step or 1) if is_debug else int(repeat or 1)
        first = int(output)
        cls = files.get(number, "").replace("/", ".")
        found.append(Stretch(first, first + count - 1, cls, int(source), int(not is_debug)))
    return tuple(found)
