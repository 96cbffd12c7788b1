"""Projects in which many places can be written otherwise, and random edits of them.

`⟦a¦b¦c⟧` in a file of this folder stands for one of three texts. What is below `=== path` is a
file, and what is below `=== +` a definition that may come in between.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

_FOLDER = Path(__file__).parent
_CHOICE = re.compile("⟦([^⟦⟧]*)⟧")
_BETWEEN = "¦"
_MORE = "+"
_MOST_AWAY = 4
_MOST_MOVES = 4
_LARGE = 1_000
LANGUAGES = sorted(path.stem for path in _FOLDER.glob("*.txt"))

Blocks = list[str]
Move = Callable[[Blocks], None]


@dataclass
class Choices:
    """A project, and how its places are written now."""

    files: dict[str, str]
    more: list[str]
    """Definitions that may come in between."""
    random: Random
    _chosen: dict[tuple[str, int], int] = field(default_factory=dict)
    _away: set[str] = field(default_factory=set)
    _moves: dict[str, list[Move]] = field(default_factory=dict)
    """What is done to the blocks of a file after its places are filled."""

    def write(self) -> dict[str, bytes]:
        """Return the files as they are now."""
        return {path: self._write(path).encode() for path in self.files if path not in self._away}

    def edit(self) -> str:
        """Change something; returns what."""
        edits = [self._choose, self._take_or_bring, self._move, self._undo_all]
        return self.random.choices(edits, [62, 18, 15, 5])[0]()

    def _write(self, path: str) -> str:
        places = iter(range(_LARGE))

        def fill(match: re.Match[str]) -> str:
            texts = match[1].split(_BETWEEN)
            return texts[self._chosen.get((path, next(places)), 0) % len(texts)]

        first, *blocks = _CHOICE.sub(fill, self.files[path]).split("\n\n")
        for move in self._moves.get(path, ()):
            move(blocks)
        return "\n\n".join([first, *blocks])

    def _choose(self) -> str:
        path = self.random.choice(sorted(self.files))
        place = self.random.randrange(max(1, len(_CHOICE.findall(self.files[path]))))
        chosen = 0 if self._chosen.get((path, place)) else self.random.randrange(4)
        self._chosen[path, place] = chosen
        return f"{path}: text {chosen} in place {place}"

    def _take_or_bring(self) -> str:
        path = self.random.choice(sorted(self.files))
        if path not in self._away and len(self._away) < _MOST_AWAY:
            self._away.add(path)
            return f"{path}: gone"
        path = path if path in self._away else self.random.choice(sorted(self._away))
        self._away.discard(path)
        return f"{path}: back"

    def _move(self) -> str:
        path = self.random.choice(sorted(self.files))
        moves = self._moves.setdefault(path, [])
        if len(moves) == _MOST_MOVES:
            moves.clear()
            return f"{path}: as it was"
        build = self.random.choice([_swap, _repeat, _leave_out, _add])
        one, other = self.random.randrange(_LARGE), self.random.randrange(_LARGE)
        moves.append(build(one, other, self.more[one % len(self.more)]))
        return f"{path}: {build.__name__} {one} {other}"

    def _undo_all(self) -> str:
        self._chosen.clear()
        self._away.clear()
        self._moves.clear()
        return "everything as it was"


def _swap(one: int, other: int, _text: str) -> Move:
    def move(blocks: Blocks) -> None:
        if blocks:
            a, b = one % len(blocks), other % len(blocks)
            blocks[a], blocks[b] = blocks[b], blocks[a]

    return move


def _repeat(one: int, other: int, _text: str) -> Move:
    def move(blocks: Blocks) -> None:
        if blocks:
            blocks.insert(one % (len(blocks) + 1), blocks[other % len(blocks)])

    return move


def _leave_out(one: int, _other: int, _text: str) -> Move:
    def move(blocks: Blocks) -> None:
        if blocks:
            del blocks[one % len(blocks)]

    return move


def _add(_one: int, other: int, text: str) -> Move:
    def move(blocks: Blocks) -> None:
        blocks.insert(other % (len(blocks) + 1), text)

    return move


def read_choices(language: str, random: Random) -> Choices:
    """Return the project of a language."""
    _, *parts = (_FOLDER / f"{language}.txt").read_text(encoding="utf-8").split("=== ")
    pairs = [part.split("\n", 1) for part in parts]
    files = {name: text for name, text in pairs if name != _MORE}
    return Choices(files, [text.rstrip("\n") for name, text in pairs if name == _MORE], random)
