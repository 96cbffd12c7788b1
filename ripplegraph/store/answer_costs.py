"""Counts what answers cost in tokens, and what reading files in their place would have.

Both are estimates: four bytes are taken for a token. The same answer on the same day costs its
tokens again, but saves nothing: who was told once need not read the files any more.
"""

import time
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from ripplegraph.store.database import FOLDER
from ripplegraph.store.files.line_file import Line, LineFile

FILE = "answers.jsonl"
BOUND = 32_000
BYTES_A_TOKEN = 4
MOST_FILES = 8
"""Nobody opens more files than this to find out what an answer says."""
MOST_SEEN = 200
"""So many answers are known again when lines are made one."""


class AnswerCosts(NamedTuple):
    """The costs of answers since a day, and their savings, which may be less than nothing."""

    since: str
    answers: int
    cost: int
    instead: int
    """What it would have taken to read the dependents that they named."""

    @property
    def saved(self) -> int:
        return self.instead - self.cost


def record_answer(
    root: Path, name: str, *, size: int, files: Iterable[str], text: str = ""
) -> bool:
    """Add an answer of so many bytes that named files; where nothing is kept, nothing happens.

    An answer with a text saves once a day what it saves.
    """
    today = time.strftime("%Y-%m-%d", time.gmtime())
    file = _get_file(root)
    mark = _build_mark(f"{today} {name} {text}") if text else ""
    line = {
        "since": today,
        "name": name,
        "answers": 1,
        "cost": _count(size),
        "instead": 0 if mark and file.has(f'"{mark}"') else _weigh(root, files),
        **({"seen": [mark]} if mark else {}),
    }
    return file.append(line)


def _build_mark(text: str) -> str:
    data = text.encode(errors="replace")
    return f"{zlib.crc32(data):08x}{zlib.adler32(data):08x}"


def read_costs(root: Path) -> AnswerCosts | None:
    """Add up everything that was counted in a worktree."""
    lines = [line for line in _get_file(root).read() if _is_sound(line)]
    if not lines:
        return None
    answers, cost, instead = (
        sum(line[name] for line in lines) for name in ("answers", "cost", "instead")
    )
    return AnswerCosts(min(line["since"] for line in lines), answers, cost, instead)


def _get_file(root: Path) -> LineFile:
    return LineFile(root / FOLDER / FILE, BOUND, _fold)


def _fold(lines: list[Line]) -> list[Line]:
    """Make one line of all answers with the same name, which knows the last of them again."""
    totals: dict[str, dict[str, Any]] = {}
    empty = {"answers": 0, "cost": 0, "instead": 0, "seen": []}
    for line in filter(_is_sound, lines):
        total = totals.setdefault(line["name"], {**line, **empty})
        total["seen"] = [*total["seen"], *_read_seen(line)][-MOST_SEEN:]
        total["since"] = min(total["since"], line["since"])
        for name in ("answers", "cost", "instead"):
            total[name] += line[name]
    return list(totals.values())


def _read_seen(line: Line) -> list[str]:
    seen = line.get("seen")
    return [mark for mark in seen if isinstance(mark, str)] if isinstance(seen, list) else []


def _is_sound(line: Line) -> bool:
    return all(isinstance(line.get(name), str) for name in ("since", "name")) and all(
        isinstance(line.get(name), int) for name in ("answers", "cost", "instead")
    )


def _weigh(root: Path, files: Iterable[str]) -> int:
    total = 0
    for name in list(dict.fromkeys(files))[:MOST_FILES]:
        try:
            total += _count((root / name).stat().st_size)
        except (OSError, ValueError):
            continue
    return total


def _count(size: int) -> int:
    return -(-size // BYTES_A_TOKEN)
