"""The operations on sessions of agents: briefings, and transcripts to learn from."""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING

from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operation_registry import operation
from ripplegraph.app.workspace import Progress, Workspace
from ripplegraph.errors import CorruptDatabaseError, UsageError
from ripplegraph.store.database import FOLDER

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from ripplegraph.briefing.briefing_text import Briefing
    from ripplegraph.briefing.hook_events import HookEvent
    from ripplegraph.briefing.recipes import RecipeList
    from ripplegraph.capture.authority import Narrator
    from ripplegraph.capture.ingestion import Ingestion
    from ripplegraph.capture.report import IngestReport

WORK_SECONDS = 0.05
"""How long an agent is kept waiting for a briefing; whoever loads this does so before."""


class SessionOperations:
    """Briefs agents during their sessions, and reads memories from their transcripts."""

    def __init__(self, workspace: Workspace, memory_access: MemoryAccess) -> None:
        self.workspace = workspace
        self.memory_access = memory_access

    @classmethod
    def of(cls, workspace: Workspace) -> "SessionOperations":
        """Build just these operations, for a hook, which must start quickly."""
        return cls(workspace, MemoryAccess(workspace))

    @operation(cli="hook")
    def brief_agent(self, event: "HookEvent", *, folder: Path | None = None) -> "Briefing":
        """Brief an agent at an event of its work; nothing is told twice in a session.

        `folder` is where the paths of the event may be relative to.
        """
        from ripplegraph.briefing.briefing_text import NOTHING
        from ripplegraph.briefing.hook_events import TELL_OF_NO_INDEX
        from ripplegraph.briefing.session_log import SessionLog
        from ripplegraph.store.connection import create_folder

        if not (self.workspace.root / FOLDER).is_dir():
            if event.name not in TELL_OF_NO_INDEX:
                return NOTHING
            # It remembers that this session was told.
            create_folder(self.workspace.root / FOLDER)
        sessions = SessionLog(self.workspace.root / FOLDER)
        if event.name == "session-start" and event.is_new:
            sessions.restart(event.session)
        paths = self._find_inside(event.paths, folder or self.workspace.root)
        seen = sessions.find_told(event.session)
        told = self._tell_what_can_be_read(event, paths, seen)
        sessions.add(event.session, told.keys)
        return told

    def _tell_what_can_be_read(
        self, event: "HookEvent", paths: tuple[str, ...], seen: frozenset[str]
    ) -> "Briefing":
        """Brief without the databases that turn out to be damaged, and name them."""
        damaged: dict[Path, str] = {}
        while True:
            try:
                return self._brief(event, paths, seen, damaged)
            except CorruptDatabaseError as error:
                if error.path in damaged:
                    raise
                damaged[error.path] = f"{error.message} {error.hint}"

    def _brief(
        self,
        event: "HookEvent",
        paths: tuple[str, ...],
        seen: frozenset[str],
        damaged: "Mapping[Path, str]",
    ) -> "Briefing":
        from ripplegraph.briefing.hook_events import Sources, brief
        from ripplegraph.briefing.time_limit import TimeLimit

        with ExitStack() as stack:
            memories = graph = None
            if self.workspace.memory.path not in damaged:
                memories = self._enter_memories_as_they_are(stack)
            if self.workspace.graph.path not in damaged:
                graph = self._enter_graph(stack)
            edited = paths if event.name == "before-edit" else ()
            overlay = (
                self.memory_access.build_overlay(memories, graph, edited)
                if graph and edited
                else None
            )
            # What was loaded until here does not count.
            patience = TimeLimit(WORK_SECONDS)
            patience.limit(memories)
            patience.limit(graph)
            behind = self._doubt_index(graph, edited)
            problems = tuple(damaged.values())
            told = brief(event, paths, Sources(graph, memories, seen, behind, overlay, problems))
            patience.check()
        return told

    @operation(mcp="get_workflow_recipe")
    def find_recipes(self, task: str, *, limit: int | None = 2) -> "RecipeList":
        """Find the recipes whose task pattern fits a task, best first."""
        from ripplegraph.briefing.recipes import RecipeList, find_recipes

        with ExitStack() as stack:
            memories = self.memory_access.enter(stack)
            if memories is None:
                return RecipeList((), 0, 0)
            return find_recipes(memories, self._enter_graph(stack), task, limit=limit)

    def _find_inside(self, paths: tuple[str, ...], folder: Path) -> tuple[str, ...]:
        """Return the paths in the project of files that are named from a folder.

        Through a link another file is edited: that one counts, too.
        """
        start = f"{self.workspace.root}{os.sep}"
        found = [
            whole.removeprefix(start).replace(os.sep, "/")
            for path in paths
            for whole in (os.path.normpath(folder / path), os.path.realpath(folder / path))
            if whole.startswith(start)
        ]
        return tuple(dict.fromkeys(found))

    def _doubt_index(self, graph: "sqlite3.Connection | None", paths: tuple[str, ...]) -> str:
        from ripplegraph.indexing.freshness.quick_check import find_reason_for_doubt

        if graph is None:
            return ""
        repository = self.workspace.repository
        common_dir = repository.common_dir if repository else None
        return find_reason_for_doubt(graph, self.workspace.root, common_dir, paths)

    def _enter_graph(self, stack: ExitStack) -> "sqlite3.Connection | None":
        """Open the graph as far as there is one."""
        from ripplegraph.store.connection import open_if_current
        from ripplegraph.store.graph.summary import was_scanned

        found = stack.enter_context(open_if_current(self.workspace.graph))
        return found if found is not None and was_scanned(found) else None

    def _enter_memories_as_they_are(self, stack: ExitStack) -> "sqlite3.Connection | None":
        """Open the memories, those in the spool included, but upgrade nothing."""
        from ripplegraph.store.connection import open_if_current

        memory = self.workspace.memory
        found = stack.enter_context(open_if_current(memory))
        waits = memory.spool is not None and memory.spool.exists()
        return self.memory_access.enter(stack) if found is not None and waits else found

    @operation(cli="ingest")
    def ingest(
        self,
        transcript: Path | IO[bytes],
        *,
        narrator: "Narrator | None" = None,
        dry_run: bool = False,
        on_progress: Progress | None = None,
    ) -> "IngestReport":
        """Read memories from a transcript; the same one again changes nothing."""
        ingestion = self._build_ingestion(narrator, dry_run=dry_run, on_progress=on_progress)
        if not isinstance(transcript, Path):
            return ingestion.run(transcript, name="standard input", path=None)
        try:
            with transcript.open("rb") as stream:
                path = transcript if transcript.is_file() else None
                return ingestion.run(stream, name=str(transcript), path=path)
        except OSError as error:
            raise UsageError(
                f"{transcript} cannot be read: {error.strerror}.",
                hint="Name a file that you may read, or `-` for standard input.",
            ) from error

    def _build_ingestion(
        self, narrator: "Narrator | None", *, dry_run: bool, on_progress: Progress | None
    ) -> "Ingestion":
        from ripplegraph.capture.authority import Narrator
        from ripplegraph.capture.ingestion import Ingestion
        from ripplegraph.capture.read_positions import Positions
        from ripplegraph.capture.service import CaptureService

        return Ingestion(
            service=self.memory_access.build_service(CaptureService),
            positions=Positions(self.workspace.root / FOLDER),
            narrator=narrator or Narrator(),
            head=self.workspace.read_head(),
            root=self.workspace.root,
            shared=self.workspace.repository.common_dir if self.workspace.repository else None,
            takes_suggestions=self.workspace.config.capture.suggestions == "take",
            dry_run=dry_run,
            on_progress=on_progress,
        )
