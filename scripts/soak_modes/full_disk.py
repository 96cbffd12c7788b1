"""Lets the disk run full under each command, on a small file system in memory.

A command that has no room says so and changes nothing; what was acknowledged before stays, and
with room again the same command comes to its end. Mounting takes the rights of root.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ripplegraph.memory.clock import get_now
from ripplegraph.store.integrity import inspect_database
from scripts.soak_modes import report
from tests.support.databases import memory_of
from tests.support.memories import Notebook
from tests.support.repository import build_repository, commit_all

SIZE = "24m"
KEPT = 20
ROOM = (0, 8_192, 65_536, 300_000)
"""How many bytes are left to a command."""
COMMANDS = (
    ("remember", "Something new was found out."),
    ("scan", "--full"),
    ("memories", "import", "notes.md"),
    ("doctor", "--backup"),
    ("memories", "export", "--force", "--output", "out.json"),
    ("hook", "session-start", "--agent", "claude-code"),
    ("memories", "list"),
    ("doctor", "--restore", "--yes"),
)
_SAID = ("no space left", "No space left", "cannot be written", "full")


@dataclass
class Figures:
    """What ran without room, and what was wrong afterwards, in words."""

    runs: int = 0
    refused: int = 0
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"full disk: {self.runs} runs, {self.refused} without room, "
            f"{len(self.problems)} problems"
        )


@contextmanager
def mount_small(folder: Path, size: str = SIZE) -> Iterator[Path]:
    """Mount a small file system in memory; raises OSError where that is not allowed."""
    folder.mkdir(exist_ok=True)
    options = f"size={size}"
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise OSError(done.stderr.decode(errors="replace"))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False)


class Crowd:
    """A project on a disk that is filled up, and the commands on it."""

    def __init__(self, folder: Path, *, files: int = 40, notes: int = 400) -> None:
        self.root = build_repository(folder / "project")
        self._ballast = folder / "ballast"
        self.figures = Figures()
        for number in range(files):
            code = "".join(f"def f{number}_{n}(): return {n}\n" for n in range(40))
            (self.root / f"m{number}.py").write_text(code)
        commit_all(self.root, "more")
        lines = (f"- Door {number} is open {'wide ' * 60}\n" for number in range(notes))
        (self.root / "notes.md").write_text("".join(lines))
        for number in range(KEPT):
            self.notebook.remember(f"Lamp {number} is on.")
        self._run(("scan",))

    @property
    def notebook(self) -> Notebook:
        return Notebook(self.root, get_now, self.root / ".git")  # type: ignore[arg-type]

    def try_all(self, rooms: tuple[int, ...] = ROOM) -> None:
        for room in rooms:
            for words in COMMANDS:
                self.try_out(words, room)

    def try_out(self, words: tuple[str, ...], room: int) -> None:
        """Run a command with little room, look at the memories, and run it with room."""
        what = f"{' '.join(words)} with {room} bytes"
        with self._fill(room):
            done = self._run(words)
            self._judge(what, done)
            self._look(f"{what}, still full")
        self._look(what)
        again = self._run(words)
        if again.returncode:
            self._note(what, f"afterwards it ended with {again.returncode}: {_show(again)}")

    def _judge(self, what: str, done: subprocess.CompletedProcess[bytes]) -> None:
        self.figures.runs += 1
        text = _show(done)
        if done.returncode == 0:
            return
        self.figures.refused += 1
        if done.returncode not in (1, 2, 4) or "Traceback" in text or "bug in ripple" in text:
            self._note(what, f"it ended with {done.returncode}: {text}")
        elif not any(word in text for word in _SAID):
            self._note(what, f"it does not say why: {text}")

    def _look(self, what: str) -> None:
        memory = memory_of(self.root, git_common_dir=self.root / ".git")
        with self.notebook.service.memories.read() as connection:
            rows = connection.execute("SELECT content FROM memories") if connection else ()
            found = {text for (text,) in rows}
        missing = [f"Lamp {number} is on." for number in range(KEPT)]
        if not found.issuperset(missing):
            self._note(what, "acknowledged memories are gone")
        for line in inspect_database(memory).damage:
            self._note(what, line)

    def _note(self, what: str, problem: str) -> None:
        self.figures.problems.append(f"{what}: {problem}")

    def _run(self, words: tuple[str, ...]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "ripplegraph", *words],
            cwd=self.root,
            input=b"{}",
            capture_output=True,
            check=False,
            env={**os.environ, "TMPDIR": str(self.root.parent)},
        )

    @contextmanager
    def _fill(self, room: int) -> Iterator[None]:
        status = os.statvfs(self.root)
        free = status.f_bavail * status.f_frsize
        with self._ballast.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(1, free - room))
        try:
            yield
        finally:
            self._ballast.unlink()


def _show(done: subprocess.CompletedProcess[bytes]) -> str:
    return (done.stdout[-300:] + done.stderr[-600:]).decode(errors="replace")


def fill_disk(folder: Path) -> Figures:
    """Try everything on a file system of its own."""
    with mount_small(folder / "small") as place:
        crowd = Crowd(place)
        crowd.try_all()
        return crowd.figures


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add nothing."""


def run(options: argparse.Namespace, folder: Path) -> int:  # noqa: ARG001 - needs none
    """Run every command that writes on a full disk."""
    return report(fill_disk(folder))
