"""Damages the files of a project at random, and looks what the commands say.

No command may end with a traceback or a signal. Where one of them cannot read something, `doctor`
must not say that there are no problems. Memories that were acknowledged are there, or it is
reported that they are not. In the end `doctor --restore` and `scan` bring everything back.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from ripplegraph import open_project
from ripplegraph.memory.clock import get_now
from ripplegraph.store.backups.backup import make_backup
from ripplegraph.store.backups.backup_list import find_backups
from ripplegraph.store.database import Database
from scripts.soak_modes import report
from scripts.soak_modes.forking import Ended, run_command
from tests.support.databases import PAGE, graph_of, memory_of
from tests.support.memories import Notebook
from tests.support.permissions import shut
from tests.support.repository import build_repository

MEMORIES = 40
_IN_BACKUP = 30
_WAITING = 3
_USABLE = (0, 1, 2, 3, 4, 5)
_COMMANDS = (
    ("memories", "list", "--limit", "1000", "--json"),
    ("memories", "search", "lamp"),
    ("remember", "Something new was found out."),
    ("memories", "export", "--format", "jsonl"),
    ("memories", "log"),
    ("status",),
    ("analyze-impact", "b.py"),
    ("hook", "session-start", "--agent", "claude-code"),
)


@dataclass
class Figures:
    """What was damaged and reported, and what went wrong, in words."""

    rounds: int = 0
    reported: Counter[str] = field(default_factory=Counter)
    unseen: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"damage: {self.rounds} rounds, reported {dict(self.reported)}, "
            f"without effect {dict(self.unseen)}, {len(self.problems)} problems"
        )


class Vandal:
    """A project that is damaged again and again, each time from a sound copy."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311
        self._model = folder / "model"
        self.root = folder / "project"
        self.figures = Figures()
        self._build()

    def run_round(self) -> None:
        """Damage one file, and try everything."""
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self._model, self.root, symlinks=True)
        name, path = self._choose()
        how = self._damage(path)
        what = f"round {self.figures.rounds} ({name}, {how})"
        self.figures.rounds += 1
        ended = {" ".join(words[:2]): self._run(words) for words in _COMMANDS}
        doctor = self._run(("doctor", "--json"))
        self._judge(what, name, ended, doctor)
        self._repair(what)

    def _judge(self, what: str, name: str, ended: dict[str, Ended], doctor: Ended) -> None:
        for command, end in {**ended, "doctor": doctor}.items():
            if end.code not in _USABLE or "Traceback" in end.text or "bug in ripple" in end.text:
                self._note(what, f"{command} ended with {end.code}: {end.text[-600:]}")
        failed = [command for command, end in ended.items() if end.code == 4]
        reported = doctor.code == 1 or '"warning"' in doctor.text
        if failed and not reported:
            self._note(what, f"doctor found nothing although {failed} failed")
        listed = ended["memories list"]
        if listed.code == 0:
            found = len(json.loads(listed.text)["memories"])
            if found < MEMORIES and not reported:
                self._note(what, f"{found} of {MEMORIES} memories, and nobody said so")
        (self.figures.reported if failed or reported else self.figures.unseen)[name] += 1

    def _repair(self, what: str) -> None:
        for words in (("scan",), ("doctor", "--restore", "--yes"), ("scan",)):
            end = self._run(words)
            if end.code not in (0, 1):
                self._note(what, f"{words} ended with {end.code}: {end.text[-600:]}")
        doctor = self._run(("doctor", "--json"))
        if doctor.code:
            found = json.loads(doctor.text)
            bad = [c for c in found.get("checks", ()) if c["verdict"] == "problem"]
            self._note(what, f"not repaired: {bad or found}")
        listed = self._run(_COMMANDS[0])
        count = len(json.loads(listed.text)["memories"]) if listed.code == 0 else 0
        if count < _IN_BACKUP:
            self._note(what, f"{count} memories after all, {_IN_BACKUP} were in the backup")

    def _note(self, what: str, problem: str) -> None:
        self.figures.problems.append(f"{what}: {problem}")

    def _build(self) -> None:
        root = build_repository(self._model)
        notebook = Notebook(root, get_now, root / ".git")  # type: ignore[arg-type]
        open_project(root).scan()
        for number in range(MEMORIES - _WAITING):
            notebook.remember(f"The lamp number {number} is on. {'It shines. ' * 30}".strip())
            if number == _IN_BACKUP:
                make_backup(notebook.database)
        open_project(root).scan()
        with shut(root / ".git" / "ripple"):
            for number in range(_WAITING):
                notebook.remember(f"The door number {number} is open.")

    def _choose(self) -> tuple[str, Path]:
        memory = memory_of(self.root, git_common_dir=self.root / ".git")
        graph = graph_of(self.root)
        spool = memory.spool
        if spool is None:
            raise LookupError("no spool")
        kinds: dict[str, Callable[[], Path]] = {
            "graph": lambda: graph.path,
            "memory": lambda: memory.path,
            "log": lambda: _write_log(memory),
            "spool": lambda: spool,
            "backup": lambda: self._random.choice(find_backups(memory)).path,
            "marker": lambda: memory.path.with_name("memory.known.json"),
        }
        (name,) = self._random.choices([*kinds], weights=[4, 6, 1, 2, 1, 1])
        return name, kinds[name]()

    def _damage(self, path: Path) -> str:
        content = bytearray(path.read_bytes())
        how = self._random.choice(["flip", "flip", "flips", "page", "cut", "empty", "head", "more"])
        size = max(1, len(content))
        if how in ("flip", "flips"):
            for _ in range(1 if how == "flip" else self._random.randint(2, 200)):
                at = self._random.randrange(size)
                content[at : at + 1] = bytes([self._random.randrange(256)])
        elif how == "page":
            at = self._random.randrange(size) // PAGE * PAGE
            content[at : at + PAGE] = self._random.randbytes(min(PAGE, size - at))
        elif how == "cut":
            del content[self._random.randrange(size) :]
        elif how == "empty":
            content.clear()
        elif how == "head":
            content[:100] = self._random.randbytes(100)
        else:
            content += self._random.randbytes(self._random.randrange(1, 3 * PAGE))
        path.write_bytes(content)
        return how

    def _run(self, words: Sequence[str]) -> Ended:
        return run_command(self.root, self.root.parent / "output", words)


def _write_log(memory: Database) -> Path:
    """Leave something where a log would be."""
    memory.write_ahead_log.write_bytes(os.urandom(9_000))
    return memory.write_ahead_log


def damage_at_random(folder: Path, *, rounds: int, seed: int) -> Figures:
    """Damage a project so many times."""
    vandal = Vandal(folder, seed)
    for number in range(rounds):
        vandal.run_round()
        if number % 20 == 19:
            print(f"damage: {number + 1} of {rounds}, {len(vandal.figures.problems)} problems")
            sys.stdout.flush()
    return vandal.figures


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add nothing."""


def run(options: argparse.Namespace, folder: Path) -> int:
    """Damage the databases of a project, `--steps` times."""
    return report(damage_at_random(folder, rounds=options.steps, seed=options.seed))
