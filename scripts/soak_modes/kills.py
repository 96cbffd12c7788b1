"""Kills ripple at random moments while it writes, and looks whether all it acknowledged is there.

What is killed: scans, `remember`, imports, upgrades of the database, merges of a spool, and
backups. After each kill the databases pass their checks, nothing that was acknowledged is
missing, nothing is there twice, and doing the same again comes to its end.
"""

from __future__ import annotations

import argparse
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from ripplegraph import open_project
from ripplegraph.cli.main import main
from ripplegraph.memory.clock import get_now
from ripplegraph.store.connection import exists, open_for_reading
from ripplegraph.store.database import Database
from ripplegraph.store.integrity import inspect_database
from ripplegraph.store.schema.migrations import MIGRATIONS, migrate
from scripts.soak_modes import report
from scripts.soak_modes.forking import run_command, run_forked
from tests.support.databases import graph_of, memory_of
from tests.support.memories import Notebook
from tests.support.permissions import shut
from tests.support.repository import build_repository

IMPORTED = 400
_OLD_VERSION = 3
_IN_OLD = 60
_IN_SPOOL = 20
_WRITTEN = 60
_FIRST_SECONDS = 0.3
_IN_ONE_PROJECT = 42


@dataclass
class Figures:
    """How often something was tried and killed, and what was wrong afterwards, in words."""

    tried: Counter[str] = field(default_factory=Counter)
    killed: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        parts = [f"{name} {self.killed[name]} of {self.tried[name]}" for name in self.tried]
        return (
            f"kills: {sum(self.killed.values())} of {sum(self.tried.values())} were running "
            f"({', '.join(parts)}); {self.acknowledged} memories acknowledged, "
            f"{len(self.problems)} problems"
        )


class StoreKiller:
    """A project whose commands are killed, and what they acknowledged before."""

    def __init__(self, folder: Path, seed: int, *, imported: int = IMPORTED) -> None:
        self.root = build_repository(folder / "project")
        self._random = Random(seed)  # noqa: S311
        self._folder = folder
        self._output = folder / "output"
        self._imported = imported
        self._seconds: dict[str, float] = {}
        self._number = 0
        self.known: set[str] = set()
        """What was acknowledged, and must be there."""
        self.figures = Figures()
        self.ways: dict[str, Callable[[], None]] = {
            "scan": self._kill_scan,
            "remember": self._kill_remember,
            "writer": self._kill_writer,
            "import": self._kill_import,
            "upgrade": self._kill_upgrade,
            "merge": self._kill_merge,
            "backup": self._kill_backup,
        }
        self._old = self._build_old()

    @property
    def notebook(self) -> Notebook:
        return Notebook(self.root, get_now, self.root / ".git")  # type: ignore[arg-type]

    def kill(self, way: str) -> None:
        """Kill something once, and look at what is left."""
        self._number += 1
        self.figures.tried[way] += 1
        self.ways[way]()
        self._look(way)

    def _kill_scan(self) -> None:
        name = f"f{self._number % 7}"
        (self.root / f"{name}.py").write_text(f"import a\ndef {name}(): return {self._number}\n")
        self._run("scan", "scan", *(["--full"] if self._number % 2 else []))
        self._expect(self._finish("scan"), "scan")

    def _kill_remember(self) -> None:
        text = f"Thing {_name(self._number)} was found out."
        output = self._run("remember", "remember", text, "--json")
        if text in output and output.endswith("}\n"):
            self._acknowledge(text)

    def _kill_writer(self) -> None:
        """Kill a process that writes one memory after another."""
        name, notebook = _name(self._number), self.notebook

        def write() -> None:
            for number in range(_WRITTEN):
                text = f"{name} found out that lamp {number} is on"
                notebook.remember(text)
                print(text, flush=True)

        output = self._kill("writer", write)
        for line in output.splitlines(keepends=True):
            if line.endswith("\n"):
                self._acknowledge(line.strip())

    def _kill_import(self) -> None:
        name = _name(self._number)
        path = self._folder / "import.md"
        texts = _write_import(path, name, self._imported)
        self._run("import", "memories", "import", str(path))
        self._expect(self._finish("memories", "import", str(path)), "import")
        for text in texts:
            self._acknowledge(text)

    def _kill_upgrade(self) -> None:
        """Kill the first use of a database that an older ripple wrote."""
        root = self._folder / "old"
        shutil.rmtree(root / ".ripple", ignore_errors=True)
        (root / ".ripple").mkdir(parents=True)
        shutil.copyfile(self._old, root / ".ripple" / "memory.db")
        self._run("upgrade", "-C", str(root), "memories", "list")
        with open_for_reading(memory_of(root)) as connection:
            found = connection.execute("SELECT count(*) FROM memories").fetchone()[0]
        if found != _IN_OLD:
            self._note("upgrade", f"{found} of {_IN_OLD} memories")
        self._check_database(memory_of(root))

    def _kill_merge(self) -> None:
        """Kill the first use after changes had to wait."""
        texts = [f"{_name(self._number)} waits for number {number}" for number in range(_IN_SPOOL)]
        shared = self.root / ".git" / "ripple"
        shared.mkdir(exist_ok=True)
        with shut(shared):
            for text in texts:
                self.notebook.remember(text)
                self._acknowledge(text)
        self._run("merge", "memories", "list")

    def _kill_backup(self) -> None:
        self._run("backup", "doctor", "--backup")

    def _acknowledge(self, text: str) -> None:
        self.known.add(text)
        self.figures.acknowledged += 1

    def _look(self, way: str) -> None:
        memory = memory_of(self.root, git_common_dir=self.root / ".git")
        with self.notebook.service.memories.read() as connection:
            rows = connection.execute("SELECT content FROM memories") if connection else ()
            counts = Counter(text for (text,) in rows)
        missing = [text for text in self.known if text not in counts]
        twice = [text for text, count in counts.items() if count > 1]
        if missing:
            self._note(way, f"{len(missing)} acknowledged memories are gone: {missing[0]}")
        if twice:
            self._note(way, f"{len(twice)} memories are there twice: {twice[0]}")
        self._check_database(memory)
        graph = graph_of(self.root)
        if exists(graph):
            with open_for_reading(graph) as connection:
                if connection.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
                    self._note(way, "the graph is damaged")
        if self._number % 10 == 0:
            report = open_project(self.root).doctor()
            for check in report.problems:
                self._note(way, f"{check.name}: {check.message}")

    def _check_database(self, database: Database) -> None:
        if exists(database):
            for line in inspect_database(database).damage:
                self._note(str(database.path), line)

    def _expect(self, code: int, what: str) -> None:
        if code:
            self._note(what, f"the next run ended with {code}")

    def _note(self, way: str, problem: str) -> None:
        self.figures.problems.append(f"after {self._number} ({way}): {problem}")

    def _finish(self, *words: str) -> int:
        """Do the same again, to its end."""
        return run_command(self.root, self._output, words).code

    def _run(self, way: str, *words: str) -> str:
        return self._kill(way, lambda: main(words))

    def _kill(self, way: str, work: Callable[[], object]) -> str:
        """Do something in another process and kill that; returns what it printed until then."""
        usual = self._seconds.setdefault(way, _FIRST_SECONDS)
        moment = self._random.triangular(0, 1.1, 0.7) * usual
        done = run_forked(self.root, self._output, work, kill_after=moment)
        self.figures.killed[way] += done.killed
        # What is killed may take longer than was thought.
        self._seconds[way] = usual * 1.05 if done.killed else done.seconds
        return done.text

    def _build_old(self) -> Path:
        """Write a database as version 3 had it."""
        root = self._folder / "old"
        root.mkdir()
        database = memory_of(root)._replace(version=_OLD_VERSION, backup_minutes=0)
        database.path.parent.mkdir()
        migrate(database, MIGRATIONS["memory"][:_OLD_VERSION])
        notebook = _OldNotebook(root)
        for number in range(_IN_OLD):
            notebook.remember(f"Old thing {number} was found out.")
        path = self._folder / "old.db"
        shutil.copyfile(database.path, path)
        return path


class _OldNotebook(Notebook):
    """Writes as an older ripple did."""

    @property
    def database(self) -> Database:
        return memory_of(self.root)._replace(version=_OLD_VERSION, backup_minutes=0)


def _name(number: int) -> str:
    """Write a number in letters: texts with the same words in another order say the same."""
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number:05}")


def _write_import(path: Path, name: str, count: int) -> list[str]:
    """Write notes to be taken in; returns their texts."""
    texts = [f"{name} says that door {number} is open" for number in range(count)]
    path.write_text("".join(f"- {text}\n" for text in texts))
    return texts


def kill_at_random(folder: Path, *, kills: int, seed: int, imported: int = IMPORTED) -> Figures:
    """Kill everything by turns; now and then in a new project, as a large one takes longer."""
    figures = Figures()
    for number in range(kills):
        if number % _IN_ONE_PROJECT == 0:
            place = folder / str(number)
            place.mkdir()
            killer = StoreKiller(place, seed + number, imported=imported)
            killer.figures = figures
            ways = list(killer.ways)
        killer.kill(ways[number % len(ways)])
        if number % 20 == 19:
            print(f"kills: {number + 1} of {kills}, {len(figures.problems)} problems", flush=True)
    return figures


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add nothing."""


def run(options: argparse.Namespace, folder: Path) -> int:
    """Kill whatever writes memories, `--kills` times."""
    return report(kill_at_random(folder, kills=options.kills, seed=options.seed))
