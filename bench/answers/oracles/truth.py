"""What a tool says of the symbols of a project: where each is used, and what names mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

Place = tuple[str, int]
"""A path in the project and a line."""


class Symbol(NamedTuple):
    """A definition as the tool sees it."""

    path: str
    line: int
    """The line of its name."""
    name: str
    last_line: int = 0
    column: int = 0
    """Where the name begins, from 0, in UTF-16 units as language servers count."""
    is_member: bool = False

    @property
    def place(self) -> Place:
        return self.path, self.line


class Word(NamedTuple):
    """A name as it stands in a source."""

    place: Place
    name: str
    column: int
    """From 0, in UTF-16 units."""


class Oracle(Protocol):
    """A tool that knows who uses what."""

    def find_symbols(self) -> Sequence[Symbol]:
        """Return functions, methods, types and constants, not the variables of functions."""

    def find_references(self, symbol: Symbol) -> set[Place]:
        """Return where a symbol is used."""

    def find_meaning(self, word: Word) -> set[Place] | None:
        """Return the definitions that a word means; None where the tool cannot tell.

        An empty set is something outside the project.
        """


# A statement that only brings names into a file is no use of what it names.
_IMPORTS = {
    "python": (
        r"^[ \t]*(?:from[ \t]+\S+[ \t]+import[ \t]*(?:\([^)]*\)|[^\n(]*(?:\\\n[^\n]*)*)"
        r"|import[ \t][^\n]*)"
    ),
    "typescript": (
        r"^[ \t]*(?:import\b(?![ \t]*\()[^'\"`;]*['\"][^'\"]*['\"]"
        r"|export[ \t]*(?:type[ \t]*)?(?:\*|\{)[^}'\";]*\}?[^'\";\n]*(?:['\"][^'\"]*['\"])?)"
    ),
    "java": r"^[ \t]*import\b[^;]*;",
    "rust": r"^[ \t]*(?:pub(?:\([^)]*\))?[ \t]+)?use\b[^;]*;",
    "php": r"^use\b[^;]*;",
    "cpp": r"^[ \t]*using[ \t]+(?!namespace)[\w:]+;",
}
_COMMENTED = re.compile(r"\s*(?:\*|//|/\*|#(?![\[!]))")


@dataclass
class Sources:
    """The texts of a project: lines, and statements that import."""

    root: Path
    language: str
    _lines: dict[str, list[str]] = field(default_factory=dict)
    _imports: dict[str, set[int]] = field(default_factory=dict)

    def get_lines(self, path: str) -> list[str]:
        """Return the lines of a file."""
        if path not in self._lines:
            text = (self.root / path).read_bytes().decode("utf-8", "replace")
            self._lines[path] = text.split("\n")
        return self._lines[path]

    def get_line(self, place: Place) -> str:
        """Return the text of a line."""
        lines = self.get_lines(place[0])
        return lines[place[1] - 1] if 0 < place[1] <= len(lines) else ""

    def is_use(self, place: Place) -> bool:
        """Whether a line is neither part of an import nor a comment."""
        comment = _COMMENTED.match(self.get_line(place))
        is_comment = comment is not None and self.language not in ("cpp", "rust", "python")
        return not is_comment and place[1] not in self._find_imports(place[0])

    def _find_imports(self, path: str) -> set[int]:
        if path not in self._imports:
            found: set[int] = set()
            pattern = _IMPORTS.get(self.language)
            text = "\n".join(self.get_lines(path))
            for match in re.finditer(pattern, text, re.MULTILINE) if pattern else ():
                first = text.count("\n", 0, match.start()) + 1
                found.update(range(first, first + match.group().count("\n") + 1))
            self._imports[path] = found
        return self._imports[path]


class Use(NamedTuple):
    """A name in a source, and the definition that it means."""

    place: Place
    name: str
    """As it is written."""
    target: Place | None
    """None for something outside the project."""


class ListedTruth:
    """An oracle that has listed all names of a project and what they mean."""

    def __init__(self, symbols: Iterable[Symbol], uses: Iterable[Use]) -> None:
        self._symbols = sorted(set(symbols))
        self._used: dict[tuple[Place, str], set[Place]] = {}
        self._meanings: dict[tuple[Place, str], set[Place]] = {}
        for use in uses:
            meant = self._meanings.setdefault((use.place, use.name), set())
            if use.target is None:
                continue
            meant.add(use.target)
            # Parameters stand on the line of their function: only the name tells them from it.
            self._used.setdefault((use.target, use.name), set()).add(use.place)

    def find_symbols(self) -> Sequence[Symbol]:
        return self._symbols

    def find_references(self, symbol: Symbol) -> set[Place]:
        return self._used.get((symbol.place, symbol.name), set())

    def find_meaning(self, word: Word) -> set[Place] | None:
        return self._meanings.get((word.place, word.name))
