"""The one place that puts the parts together: a project, and what can be done with it."""

import os
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from errno import EACCES
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

from ripplegraph.config import CONFIG_FILE, Config, load_config
from ripplegraph.errors import (
    ConfigError,
    GitError,
    NotAProjectError,
    NotScannedError,
    UsageError,
)
from ripplegraph.store.database import (
    FOLDER,
    Database,
    build_graph_database,
    build_memory_database,
)

if TYPE_CHECKING:
    from threading import Event

    from networkx import MultiDiGraph

    from ripplegraph.closure.query import Reach
    from ripplegraph.export.stream import ExportReport
    from ripplegraph.git.hooks import HooksReport
    from ripplegraph.git.repository import Repository
    from ripplegraph.health.changes import ChangeReport
    from ripplegraph.health.report import DoctorReport
    from ripplegraph.health.status import Status
    from ripplegraph.indexing.cochange_queries import CoChanges
    from ripplegraph.indexing.languages import LanguageList
    from ripplegraph.indexing.report import ScanReport
    from ripplegraph.indexing.rescan import RescanReport
    from ripplegraph.memory.changing import Edit
    from ripplegraph.memory.desk import Desk, EventList, RememberedView, UndoReport
    from ripplegraph.memory.drafts import Draft
    from ripplegraph.memory.finding import MemoryList
    from ripplegraph.memory.importing import ImportReport
    from ripplegraph.memory.lifecycle import CleanupReport
    from ripplegraph.memory.stats import MemoryStats
    from ripplegraph.memory.types import MemoryType
    from ripplegraph.memory.view import MemoryView
    from ripplegraph.store.memory_reading import MemoryFilter
    from ripplegraph.store.memory_records import Event as MemoryEvent
    from ripplegraph.store.memory_records import Relation
    from ripplegraph.structure.report import ModuleMap

Progress = Callable[[str, int, int], None]
"""Is told the phase of a scan, how much of it is done, and of how much."""

Method = TypeVar("Method", bound=Callable[..., object])

OPERATIONS: dict[str, Mapping[str, str]] = {}
"""Each operation of a project by method name, with its name on each face that offers it."""


def operation(**faces: str) -> Callable[[Method], Method]:
    """Declare where a method can be called from, such as `cli="status"`."""

    def declare(method: Method) -> Method:
        OPERATIONS[method.__name__] = faces
        return method

    return declare


class Project:
    """A folder with code, its index and its memories; made by `open_project`."""

    def __init__(
        self,
        root: Path,
        *,
        repository: "Repository | None",
        environment: Mapping[str, str],
        flags: Mapping[str, str],
    ) -> None:
        self.root = root
        self.repository = repository
        self._environment = environment
        self._flags = flags

    @cached_property
    def config(self) -> Config:
        return load_config(self.root, environment=self._environment, flags=self._flags)

    @operation(cli="scan")
    def scan(
        self,
        *,
        full: bool = False,
        jobs: int | None = None,
        on_progress: Progress | None = None,
        on_wait: Callable[[], None] | None = None,
    ) -> "ScanReport":
        """Bring the graph up to date with the files; `full` makes it anew from all of them.

        While another process scans this waits for it; `on_wait` is called when that takes long.
        """
        from ripplegraph.indexing.lock import ScanLock

        return ScanLock(self.root).run(
            lambda: self._scan(full=full, jobs=jobs, on_progress=on_progress),
            timeout=self.config.scan.lock_timeout_seconds,
            on_wait=on_wait,
        )

    def _scan(
        self, *, full: bool = False, jobs: int | None = None, on_progress: Progress | None = None
    ) -> "ScanReport":
        from ripplegraph.indexing.scan import scan_project

        config = self.config.scan
        report = scan_project(
            self.root,
            in_git=self.repository is not None,
            graph=self._get_graph(self.config),
            config=config if jobs is None else replace(config, jobs=jobs),
            full=full,
            on_progress=on_progress,
        )
        self._update_history(report.commit)
        return report

    def _update_history(self, head: str | None) -> None:
        from ripplegraph.indexing.cochange import update_cochange
        from ripplegraph.store.connection import open_for_writing, write_transaction

        if self.repository is None:
            return
        with (
            open_for_writing(self._get_graph(self.config)) as connection,
            write_transaction(connection),
        ):
            update_cochange(connection, self.repository, head=head, config=self.config.history)

    @operation(cli="languages")
    def languages(self) -> "LanguageList":
        """List the languages that ripple reads, with the number of files of each."""
        from ripplegraph.indexing.languages import list_languages

        return list_languages(
            self.root, in_git=self.repository is not None, config=self.config.scan
        )

    @operation(cli="export")
    def export(
        self,
        stream: IO[bytes],
        *,
        format_name: str = "jsonl",
        on_progress: Progress | None = None,
    ) -> "ExportReport":
        """Write the whole graph as `jsonl`, `graphml`, `dot` or `mermaid`, in UTF-8."""
        from ripplegraph.export.stream import export_graph

        return export_graph(self._get_scanned_graph(on_progress), format_name, stream)

    @operation(python="reference/graph.md#to_networkx")
    def to_networkx(self) -> "MultiDiGraph[Any]":
        """Build a networkx graph whose nodes are readable ids and whose edges have their kind."""
        from ripplegraph.export.stream import build_networkx_graph

        return build_networkx_graph(self._get_scanned_graph())

    @operation(cli="dependents")
    def dependents(
        self,
        target: str,
        *,
        depth: int | None = None,
        kinds: Collection[str] | None = None,
        limit: int | None = None,
    ) -> "Reach":
        """Find everything with a path to a file, a directory or a symbol, nearest first."""
        from ripplegraph.closure.query import find_dependents
        from ripplegraph.store.connection import open_for_reading

        with open_for_reading(self._get_scanned_graph()) as connection:
            return find_dependents(connection, target, depth=depth, kinds=kinds, limit=limit)

    @operation(cli="dependencies")
    def dependencies(
        self,
        target: str,
        *,
        depth: int | None = None,
        kinds: Collection[str] | None = None,
        limit: int | None = None,
    ) -> "Reach":
        """Find everything that a file, a directory or a symbol has a path to, nearest first."""
        from ripplegraph.closure.query import find_dependencies
        from ripplegraph.store.connection import open_for_reading

        with open_for_reading(self._get_scanned_graph()) as connection:
            return find_dependencies(connection, target, depth=depth, kinds=kinds, limit=limit)

    @operation(cli="status")
    def status(self) -> "Status":
        """Tell what is indexed, from which commit, and whether it still matches the files."""
        from ripplegraph.git.worktree import read_worktree
        from ripplegraph.health.status import read_status

        return read_status(
            self.root,
            worktree=read_worktree(self.root) if self.repository else None,
            graph=self._get_graph(self.config),
            memory=self._get_memory(self.config),
            config=self.config.scan,
        )

    @operation(cli="doctor")
    def doctor(self, *, verify: bool = False) -> "DoctorReport":
        """Examine the project and its databases, and say what to do about each problem.

        `verify` compares the whole closure with a search over the edges, not just a sample.
        """
        from ripplegraph.health.doctor import examine

        config, config_error = self._try_config()
        return examine(
            self.root,
            repository=self.repository,
            graph=self._get_graph(config),
            memory=self._get_memory(config),
            config=config.scan,
            config_error=config_error,
            verify=verify,
        )

    @operation(cli="changes")
    def changes(
        self,
        *,
        since: int | None = None,
        kinds: Collection[str] = (),
        path: str | None = None,
        limit: int | None = None,
    ) -> "ChangeReport":
        """List what scans found changed after change number `since`; the newest, about `limit`."""
        from ripplegraph.health.changes import report_changes

        graph = self._get_scanned_graph()
        return report_changes(graph, since=since, kinds=kinds, path=path, limit=limit)

    @operation(cli="map")
    def module_map(self, *, path: str = "", depth: int | None = None) -> "ModuleMap":
        """Show which modules the project, or a folder of it, has and how they hang together."""
        from ripplegraph.structure.map import build_module_map

        return build_module_map(self._get_scanned_graph(), path=path, depth=depth)

    @operation(cli="doctor --rebuild-graph")
    def rebuild_graph(self) -> Path | None:
        """Move the graph database aside and create an empty one; returns where the old one is."""
        from ripplegraph.store.rebuild import rebuild_database

        return rebuild_database(self._get_graph(self.config))

    @operation(cli="watch")
    def watch(
        self,
        on_rescan: "Callable[[ScanReport, tuple[str, ...]], None]",
        *,
        stop: "Event | None" = None,
    ) -> None:
        """Scan now and each time changes of files settle; `on_rescan` gets the changed paths.

        This ends with `stop`, or with an interrupt. A scan that fails ends it, too.
        """
        from ripplegraph.indexing.watch import watch_files

        changes = watch_files(
            self.root, in_git=self.repository is not None, config=self.config.scan, stop=stop
        )
        for changed in changes:
            on_rescan(self.scan(), changed)

    @operation(cli="co-changes")
    def co_changes(self, path: str, *, limit: int = 20, minimum: int = 2) -> "CoChanges":
        """Find the files that change in the same commits as a file, by its path in the project."""
        from ripplegraph.indexing.cochange_queries import co_changes
        from ripplegraph.store.connection import open_for_reading

        with open_for_reading(self._get_scanned_graph()) as connection:
            return co_changes(
                connection, path, config=self.config.history, limit=limit, minimum=minimum
            )

    @operation(cli="hooks install")
    def install_hooks(self) -> "HooksReport":
        """Make the git hooks start a rescan, besides what they do already."""
        from ripplegraph.git.hooks import install_hooks

        return install_hooks(self._get_repository(), interpreter=sys.executable)

    @operation(cli="hooks uninstall")
    def uninstall_hooks(self) -> "HooksReport":
        """Bring back the git hooks that were there before."""
        from ripplegraph.git.hooks import uninstall_hooks

        return uninstall_hooks(self._get_repository(), interpreter=sys.executable)

    @operation(cli="hooks status")
    def hooks(self) -> "HooksReport":
        """Tell where git looks for hooks, and which of them start a rescan."""
        from ripplegraph.git.hooks import read_hooks

        return read_hooks(self._get_repository(), interpreter=sys.executable)

    @operation(cli="hooks run")
    def rescan(self, *, reason: str = "rescan") -> "RescanReport":
        """Scan unless another process is scanning, which then scans once more."""
        from ripplegraph.indexing.rescan import rescan

        return rescan(self.root, self._scan, reason=reason)

    @operation(cli="remember")
    def remember(self, draft: "Draft") -> "RememberedView":
        """Keep something that was learned, or let it confirm what is known already."""
        from ripplegraph.memory.drafts import place_at

        if draft.about:
            self._refresh_graph()
        return self._open_desk().remember(place_at(draft, *self._read_head()))

    @operation(cli="memories list")
    def list_memories(
        self, wanted: "MemoryFilter | None" = None, *, limit: int | None = None
    ) -> "MemoryList":
        """List memories, the most trusted and newest first."""
        return self._open_desk().list(wanted, limit=limit)

    @operation(cli="memories search")
    def search_memories(
        self, query: str, wanted: "MemoryFilter | None" = None, *, limit: int | None = None
    ) -> "MemoryList":
        """Find memories by the words in them, ordered by relevance and trust."""
        return self._open_desk().search(query, wanted, limit=limit)

    @operation(cli="memories show")
    def get_memory(self, memory_id: str) -> "MemoryView":
        """Return a memory by its id or the end of it."""
        return self._open_desk().get(memory_id)

    @operation(cli="memories edit")
    def edit_memory(
        self, memory_id: str, wanted: "Edit", *, actor: str = "user", reason: str = ""
    ) -> "MemoryView":
        """Correct a memory; the new values pass the same gate as new memories."""
        if wanted.about:
            self._refresh_graph()
        return self._open_desk().edit(memory_id, wanted, actor=actor, reason=reason)

    @operation(cli="memories confirm")
    def confirm_memory(
        self,
        memory_id: str,
        *,
        source: str = "user_taught",
        actor: str = "user",
        reason: str = "",
    ) -> "MemoryView":
        """Say that a memory is true, which also brings it back from the archive."""
        return self._open_desk().confirm(memory_id, source=source, actor=actor, reason=reason)

    @operation(cli="memories flag")
    def flag_memory(
        self,
        memory_id: str,
        *,
        problem: str = "wrong",
        original: str | None = None,
        actor: str = "user",
        reason: str = "",
    ) -> "MemoryView":
        """Say that a memory is wrong, outdated or a duplicate; it is hidden at once."""
        return self._open_desk().flag(
            memory_id, problem=problem, original=original, actor=actor, reason=reason
        )

    @operation(cli="memories delete")
    def delete_memory(
        self, memory_id: str, *, actor: str = "user", reason: str = ""
    ) -> "MemoryEvent":
        """Remove a memory; its history stays, and `undo_memory` brings it back."""
        return self._open_desk().delete(memory_id, actor=actor, reason=reason)

    @operation(cli="memories undo")
    def undo_memory(self, memory_id: str, *, actor: str = "user") -> "UndoReport":
        """Take back the last change of a memory."""
        return self._open_desk().undo(memory_id, actor=actor)

    @operation(cli="memories relate")
    def relate_memory(
        self, memory_id: str, relation: "Relation", *, actor: str = "user", reason: str = ""
    ) -> "MemoryView":
        """Say how a memory stands to another one, or to a file."""
        return self._open_desk().relate(memory_id, relation, actor=actor, reason=reason)

    @operation(cli="memories cleanup")
    def clean_up_memories(
        self, *, current: str | None = None, trial: bool = False, if_due: bool = False
    ) -> "CleanupReport":
        """Archive and remove what had its time; `if_due` does so at most once a week."""
        desk = self._open_desk()
        if trial:
            return desk.plan_cleanup(self.config.memory, current=current)
        return desk.clean_up(self.config.memory, current=current, if_due=if_due)

    @operation(cli="memories stats")
    def get_memory_stats(self) -> "MemoryStats":
        """Count the memories by type, scope and state, and what cleanup would do."""
        return self._open_desk().get_stats(self.config.memory)

    @operation(cli="memories export")
    def export_memories(self, *, format_name: str = "json") -> str:
        """Return the memories as JSON for other tools (`json`), or lossless (`jsonl`)."""
        from json import dumps

        desk = self._open_desk()
        if format_name == "jsonl":
            return "".join(f"{line}\n" for line in desk.export_lines())
        return dumps(desk.export_common(None), indent=2) + "\n"

    @operation(cli="memories import")
    def import_memories(
        self, text: str, *, name: str = "import", actor: str = "user"
    ) -> "ImportReport":
        """Take in an export, another tool's JSON or Markdown notes; twice is as good as once."""
        return self._open_desk().take_in(text, name=name, actor=actor)

    @operation(cli="memories history")
    def get_memory_history(self, memory_id: str) -> "EventList":
        """Return everything that happened to a memory, oldest first."""
        return self._open_desk().get_history(memory_id)

    @operation(cli="memories log")
    def get_memory_log(
        self, *, after: str | None = None, action: str | None = None, limit: int = 50
    ) -> "EventList":
        """Return what happened to all memories, newest first."""
        return self._open_desk().get_log(after=after, action=action, limit=limit)

    @operation(cli="memories types")
    def list_memory_types(self) -> "tuple[MemoryType, ...]":
        """List the types of memory with their other names and what is assumed of each."""
        return self._open_desk().registry.list_types()

    def _open_desk(self) -> "Desk":
        from ripplegraph.memory.desk import Desk
        from ripplegraph.memory.registry import build_registry

        return Desk(
            self._get_memory(self.config),
            root=self.root,
            graph=self._get_graph(self.config),
            registry=build_registry(self.config.memory.types),
        )

    def _read_head(self) -> tuple[str | None, str | None]:
        from ripplegraph.git.head import read_head

        return read_head(self.root) if self.repository else (None, None)

    def _refresh_graph(self) -> None:
        """Scan what changed: an anchor must keep the code as it is, not as it was."""
        from ripplegraph.health.freshness import Freshness

        if self.repository is None or self.status().freshness is not Freshness.FRESH:
            self.scan()

    def _get_repository(self) -> "Repository":
        if self.repository is None:
            raise GitError(
                f"{self.root} is not in a git repository.", hint="Run `git init` there first."
            )
        return self.repository

    def _get_scanned_graph(self, on_progress: Progress | None = None) -> Database:
        """Return the graph; inside git the first one is made here without being asked for."""
        from ripplegraph.store.connection import exists, open_for_reading
        from ripplegraph.store.summary import was_scanned

        graph = self._get_graph(self.config)
        if exists(graph):
            with open_for_reading(graph) as connection:
                if was_scanned(connection):
                    return graph
        if self.repository is None:
            raise NotScannedError(
                f"{self.root} has not been scanned.", hint="Run `ripple scan`.", path=self.root
            )
        self.scan(on_progress=on_progress)
        return graph

    def _try_config(self) -> tuple[Config, ConfigError | None]:
        try:
            return self.config, None
        except ConfigError as error:
            return Config(), error

    def _get_graph(self, config: Config) -> Database:
        return build_graph_database(self.root, busy_timeout_ms=config.store.busy_timeout_ms)

    def _get_memory(self, config: Config) -> Database:
        return build_memory_database(
            self.root,
            git_common_dir=self.repository.common_dir if self.repository else None,
            busy_timeout_ms=config.store.busy_timeout_ms,
        )


def open_project(
    path: str | Path = ".",
    *,
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, str] | None = None,
    anywhere: bool = False,
) -> Project:
    """Find the project that a file or folder belongs to; this creates and changes nothing.

    With `anywhere`, a folder that belongs to none is taken for a project of its own.
    """
    from ripplegraph.git.repository import find_repository

    folder = _get_folder(Path(path))
    repository = find_repository(folder)
    return Project(
        repository.root if repository else _get_marked_folder(folder, anywhere=anywhere),
        repository=repository,
        environment=os.environ if environment is None else environment,
        flags=flags or {},
    )


def _get_folder(path: Path) -> Path:
    try:
        found = Path(os.path.realpath(path, strict=True))
        folder = found if found.is_dir() else found.parent
        if not os.access(folder, os.R_OK | os.X_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}.",
            hint="Name a folder that exists and that you may read.",
        ) from error
    return folder


def _get_marked_folder(folder: Path, *, anywhere: bool) -> Path:
    for candidate in (folder, *folder.parents):
        if (candidate / FOLDER).is_dir() or (candidate / CONFIG_FILE).is_file():
            return candidate
    if anywhere:
        return folder
    raise NotAProjectError(
        f"{folder} is not in a project: no git repository, {FOLDER}/ or {CONFIG_FILE} there.",
        hint=f"Run `ripple scan` or put an empty {CONFIG_FILE} at the top of the project.",
        path=folder,
    )
