"""What happens to a project in one commit, and what a person would then say of each memory."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.repository import git

Edit = Callable[[Path], None]


@dataclass(frozen=True)
class Note:
    """A memory to be: what it is about and what it claims."""

    about: Sequence[str] = ()
    claims: Sequence[str] = ()


@dataclass(frozen=True)
class Outcome:
    """How a memory stands after a commit; what is None was not to change."""

    verdict: str
    targets: Sequence[str] | None = None
    """Where its subjects are."""
    holds: Sequence[bool | None] | None = None
    """What became of its claims."""
    reason: str = ""
    """Words that must be part of the reason."""
    notes: Sequence[str] = ()
    """Words that must be part of a note; none means that there is no note."""


@dataclass(frozen=True)
class Chapter:
    """One commit: its edits, and the memories that then stand otherwise than at first."""

    title: str
    edits: Sequence[Edit]
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)


@dataclass(frozen=True)
class Story:
    """A project, what was learned about it, and what happens to it."""

    files: Mapping[str, str]
    notes: Mapping[str, Note]
    chapters: Sequence[Chapter]


def fresh(*targets: str, notes: Sequence[str] = ()) -> Outcome:
    return Outcome("fresh", targets or None, notes=notes)


def swap(path: str, old: str, new: str) -> Edit:
    """Replace a text that is there, everywhere in a file."""

    def edit(root: Path) -> None:
        text = (root / path).read_text()
        assert old in text, f"{old!r} is not in {path}"
        (root / path).write_text(text.replace(old, new))

    return edit


def put(path: str, text: str) -> Edit:
    def edit(root: Path) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)

    return edit


def append(path: str, text: str) -> Edit:
    def edit(root: Path) -> None:
        (root / path).write_text((root / path).read_text() + text)

    return edit


def move(old: str, new: str) -> Edit:
    """Move a file or folder as `git mv` does."""

    def edit(root: Path) -> None:
        (root / new).parent.mkdir(parents=True, exist_ok=True)
        git(root, "mv", old, new)

    return edit


def drop(path: str) -> Edit:
    def edit(root: Path) -> None:
        if (root / path).is_dir():
            shutil.rmtree(root / path)
        else:
            (root / path).unlink()

    return edit
