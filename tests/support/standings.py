"""Compares what is kept about memories with what a sweep finds, and what one from nothing finds."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from ripplegraph import open_project
from ripplegraph.errors import RippleError
from ripplegraph.indexing.scan import scan_project
from ripplegraph.memory.anchors.code_reader import CodeReader
from ripplegraph.memory.anchors.location import AnchorFinder
from ripplegraph.memory.freshness.update import FreshnessUpdater
from ripplegraph.memory.spool.memory_store import MemoryStore
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.store.connection import create, open_for_reading
from ripplegraph.store.database import SPOOL, Database
from ripplegraph.store.memory.freshness_rows import read_states
from ripplegraph.store.memory.memory_reader import read_live
from ripplegraph.store.records.memory_records import Anchor

Standings = Mapping[str, Mapping[str, Any]]


class Witness:
    """A project with memories, and places beside it in which everything is found out anew."""

    def __init__(self, root: Path, beside: Path, seed: int) -> None:
        self.root = root
        self._beside = beside
        self._random = Random(f"memories {seed}")  # noqa: S311
        self._count = 0
        self.compared = 0
        """How many memories were compared with what a sweep from nothing finds."""
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir(parents=True)

    @property
    def project(self) -> Any:
        return open_project(self.root, anywhere=True)

    # Learning -----------------------------------------------------------------------------------

    def learn(self, count: int) -> list[str]:
        """Remember things about whatever is there; returns what they are about."""
        drafts = [self._draft() for _ in range(count)]
        learned = []
        for draft in drafts:
            try:
                self.project.remember(draft)
            except RippleError:
                continue  # What was drawn went away, or cannot be named.
            learned.append(f"{', '.join(draft.about)} {'; '.join(draft.claims)}".strip())
        return learned

    def confirm(self) -> str:
        """Vouch for some memory."""
        memories = self.project.list_memories().memories
        if not memories:
            return ""
        chosen = self._random.choice(sorted(memory.id for memory in memories))
        self.project.confirm_memory(chosen)
        return str(chosen)

    def _draft(self) -> Draft:
        self._count += 1
        self.project.scan()
        about, claimed = self._random.choice([(1, 0), (1, 0), (2, 0), (1, 1), (0, 1), (0, 2)])
        with closing(sqlite3.connect(self._graph.path)) as graph:
            subjects = tuple(islice(self._draw_subjects(graph), about))
            claims = tuple(islice(self._draw_claims(graph), claimed))
        return Draft(f"Memory number {self._count}.", about=subjects, claims=claims)

    def _draw_subjects(self, graph: sqlite3.Connection) -> Iterator[str]:
        rows = graph.execute(
            "SELECT path || CASE label WHEN '' THEN '' ELSE '::' || label END FROM nodes "
            "JOIN files ON files.id = file_id WHERE kind <> 3 AND label NOT LIKE '<%' ORDER BY 1"
        ).fetchall()
        ids = [node for (node,) in rows if "`" not in node]
        while ids:
            chosen = self._random.choice(ids)
            path = chosen.partition("::")[0]
            folder = path.rpartition("/")[0]
            kinds = [chosen, chosen, chosen, path]
            if folder and "[" not in path:
                kinds += [f"{folder}/", f"{folder}/*{path[path.rfind('.') :]}"]
            yield self._random.choice(kinds)

    def _draw_claims(self, graph: sqlite3.Connection) -> Iterator[str]:
        edges = graph.execute(
            "SELECT edges.kind, a.path || CASE s.label WHEN '' THEN '' ELSE '::' || s.label END, "
            "coalesce(b.path || CASE t.label WHEN '' THEN '' ELSE '::' || t.label END, t.label) "
            "FROM edges JOIN nodes s ON s.id = source JOIN files a ON a.id = s.file_id "
            "JOIN nodes t ON t.id = target LEFT JOIN files b ON b.id = t.file_id "
            "WHERE edges.kind IN (0, 1) ORDER BY 1, 2, 3"
        ).fetchall()
        while True:
            subject = next(self._draw_subjects(graph), "a.py")
            _, source, target = self._random.choice(edges) if edges else (1, "a", "b")
            yield self._random.choice(
                [
                    f"exists(`{subject}`)",
                    f"no_callers(`{subject}`)",
                    f"calls(`{source}`, `{target}`)",
                    f"imports(`{source.partition('::')[0]}`, `{target.partition('::')[0]}`)",
                    f"signature(`{subject}`) = (self)",
                    f"value(`{subject}`) = 1",
                ]
            )

    def start_again(self) -> None:
        """Forget what is kept, after a difference that was told."""
        self._graph.path.unlink()
        self.project.sweep()

    # Comparing ----------------------------------------------------------------------------------

    def find_differences(self) -> list[str]:
        """Scan what changed, and compare what is kept with what is found out anew."""
        self.project.scan()
        kept = read_standings(self._graph)
        swept = self._sweep(self._copy(self._graph, "swept.db"))
        anew = self._sweep(self._scan_anew())
        unsure = self._find_unsure()
        self.compared += len(kept) - len(unsure)
        return [
            *_compare("a sweep", kept, swept),
            *_compare("a sweep from nothing", _leave_out(kept, unsure), _leave_out(anew, unsure)),
        ]

    def _find_unsure(self) -> set[str]:
        """Return the memories whose code may be at one of several places just as well."""
        with open_for_reading(self._memory) as memories, open_for_reading(self._graph) as graph:
            finder = AnchorFinder(CodeReader(graph))
            return {
                memory.id
                for memory in read_live(memories)
                for anchor in memory.anchors
                if anchor.role != "mention" and _is_unsure(finder, anchor)
            }

    @property
    def _graph(self) -> Database:
        found: Database = self.project.workspace.graph
        return found

    @property
    def _memory(self) -> Database:
        found: Database = self.project.workspace.memory
        return found

    def _sweep(self, graph: Database) -> Standings:
        keeper = FreshnessUpdater(
            graph=graph,
            memories=MemoryStore(
                self._copy(self._memory, "memory.db"),
                build_gate=self.project.memory_access.build_gate,
            ),
            root=self.root,
            in_git=self.project.repository is not None,
        )
        keeper.sweep()
        return read_standings(graph)

    def _copy(self, database: Database, name: str) -> Database:
        copy = database._replace(path=self._beside / name, spool=self._beside / SPOOL)
        for path in (copy.path, copy.write_ahead_log, copy.shared_memory):
            path.unlink(missing_ok=True)
        with (
            closing(sqlite3.connect(database.path)) as source,
            closing(sqlite3.connect(copy.path)) as target,
        ):
            source.backup(target)
        return copy

    def _scan_anew(self) -> Database:
        graph = self._graph._replace(path=self._beside / "anew.db")
        for path in (graph.path, graph.write_ahead_log, graph.shared_memory):
            path.unlink(missing_ok=True)
        create(graph)
        project = self.project
        scan_project(
            self.root,
            in_git=project.repository is not None,
            graph=graph,
            config=project.config.scan,
            full=True,
        )
        return graph


def read_standings(graph: Database) -> Standings:
    """Return what is kept about each memory, without the times."""
    with open_for_reading(graph) as connection:
        rows = read_states(connection)
    return {
        memory: {
            "verdict": row.verdict,
            **{name: value for name, value in row.report.items() if name != "vouched"},
            "notes": [note["text"] for note in row.report["notes"]],
            "places": [
                (place.role, place.written, place.target, place.found) for place in row.places
            ],
        }
        for memory, row in rows.items()
    }


def _is_unsure(finder: AnchorFinder, anchor: Anchor) -> bool:
    known = [target for target in anchor.targets if finder.code.exists(target, anchor.kind)]
    alike = [target for target in known if finder._is_alike(anchor, target)]
    return len(known) > 1 and len(alike) != 1


def _leave_out(standings: Standings, unsure: set[str]) -> Standings:
    """Leave out what only the changes of a worktree tell: notes, and where mentions went."""
    return {
        memory: {
            **standing,
            "notes": [],
            "places": [place for place in standing["places"] if place[0] != "mention"],
        }
        for memory, standing in standings.items()
        if memory not in unsure
    }


def _compare(name: str, kept: Standings, found: Standings) -> Iterator[str]:
    for memory in sorted({*kept, *found}):
        old, new = kept.get(memory, {}), found.get(memory, {})
        for key in {**old, **new}:
            if json.dumps(old.get(key)) != json.dumps(new.get(key)):
                yield f"{memory} {key}: kept {old.get(key)}, {name} finds {new.get(key)}"
