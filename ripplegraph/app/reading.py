"""The operations that read a graph and say what is in it."""

from collections.abc import Callable, Collection
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ripplegraph.app.arguments import list_names
from ripplegraph.app.operations import operation
from ripplegraph.app.refreshing import Refreshing
from ripplegraph.app.scanning import Progress
from ripplegraph.errors import StoreError, UnknownTargetError

if TYPE_CHECKING:
    import sqlite3

    from networkx import MultiDiGraph

    from ripplegraph.closure.query import Reach
    from ripplegraph.export.stream import ExportReport
    from ripplegraph.graph.knowledge import Overlay
    from ripplegraph.health.changes import ChangeReport
    from ripplegraph.health.report import DoctorReport
    from ripplegraph.health.status import Status
    from ripplegraph.indexing.cochange_queries import CoChanges
    from ripplegraph.indexing.languages import LanguageList
    from ripplegraph.structure.report import Cycle, ModuleMap


class GraphReading(Refreshing):
    """Answers about the code of a project."""

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
            config=self.config,
            ignored=self._settings.ignored,
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
            ignored=() if config_error else self._settings.ignored,
            model=self._build_model(config),
            verify=verify,
        )

    @operation(cli="languages")
    def languages(self) -> "LanguageList":
        """List the languages that ripple reads, with the number of files of each."""
        from ripplegraph.indexing.languages import list_languages

        return list_languages(
            self.root, in_git=self.repository is not None, config=self.config.scan
        )

    @operation(cli="dependents")
    def dependents(
        self,
        target: str,
        *,
        depth: int | None = None,
        kinds: str | Collection[str] | None = None,
        limit: int | None = None,
        links: bool = True,
        folder: Path | None = None,
    ) -> "Reach":
        """Find everything with a path to a target, nearest first.

        Links count like edges of code, unless `links` is false.
        """
        from ripplegraph.closure.query import find_dependents

        wanted = None if kinds is None else list_names(kinds)
        find = partial(find_dependents, depth=depth, kinds=wanted, limit=limit)
        return self._find_reach(find, target, links=links, folder=folder)

    @operation(cli="dependencies", mcp="get_dependencies")
    def dependencies(
        self,
        target: str,
        *,
        depth: int | None = None,
        kinds: str | Collection[str] | None = None,
        limit: int | None = None,
        links: bool = True,
        folder: Path | None = None,
    ) -> "Reach":
        """Find everything that a target has a path to, nearest first.

        Links count like edges of code, unless `links` is false.
        """
        from ripplegraph.closure.query import find_dependencies

        wanted = None if kinds is None else list_names(kinds)
        find = partial(find_dependencies, depth=depth, kinds=wanted, limit=limit)
        return self._find_reach(find, target, links=links, folder=folder)

    def _find_reach(
        self, find: "Callable[..., Reach]", text: str, *, links: bool, folder: Path | None
    ) -> "Reach":
        def answer(graph: "sqlite3.Connection") -> "Reach":
            target = self._find_target(graph, text, folder)
            overlay = self._read_overlay(graph, text) if links else None
            return find(graph, target, overlay=overlay)

        return self._answer(answer)

    @operation(cli="changes")
    def changes(
        self,
        *,
        since: int | None = None,
        kinds: str | Collection[str] = (),
        path: str | None = None,
        limit: int | None = None,
    ) -> "ChangeReport":
        """List what scans found changed after change number `since`; the newest, about `limit`."""
        from ripplegraph.health.changes import report_changes

        graph = self._get_scanned_graph()
        wanted = list_names(kinds)
        return report_changes(graph, since=since, kinds=wanted, path=path, limit=limit)

    @operation(cli="map", mcp="ripple://map")
    def module_map(self, *, path: str = "", depth: int | None = None) -> "ModuleMap":
        """Show which modules the project, or a folder of it, has and how they hang together."""
        from ripplegraph.structure.map import build_module_map

        return build_module_map(self._get_scanned_graph(), path=path, depth=depth)

    @operation(cli="cycles")
    def find_cycles(self, *, path: str = "") -> "tuple[Cycle, ...]":
        """Find files that depend on each other in a circle, the largest circles first."""
        from ripplegraph.structure.map import build_module_map

        return build_module_map(self._get_scanned_graph(), path=path).file_cycles

    @operation(cli="co-changes")
    def co_changes(
        self, path: str, *, limit: int = 20, minimum: int = 2, folder: Path | None = None
    ) -> "CoChanges":
        """Find the files that change in the same commits as a file, or as that of a symbol.

        A file that is gone is named by its path in the project.
        """
        from ripplegraph.indexing.cochange_queries import co_changes
        from ripplegraph.targets.requirements import require_path

        def answer(graph: "sqlite3.Connection") -> "CoChanges":
            find = partial(co_changes, graph, config=self.config.history)
            try:
                found = require_path(self._find_target(graph, path, folder))
            except UnknownTargetError as error:
                try:
                    return find(path, limit=limit, minimum=minimum)
                except UnknownTargetError:
                    raise error from None
            return find(found, limit=limit, minimum=minimum)

        return self._answer(answer)

    @operation(cli="export")
    def export(
        self,
        stream: IO[bytes],
        *,
        format_name: str = "jsonl",
        links: bool = True,
        on_progress: Progress | None = None,
    ) -> "ExportReport":
        """Write the whole graph as `jsonl`, `graphml`, `dot` or `mermaid`, in UTF-8.

        Links and nodes of knowledge come last, unless `links` is false.
        """
        from ripplegraph.export.stream import export_graph

        graph = self._get_scanned_graph(on_progress)
        read_overlay = self._read_overlay if links else None
        return export_graph(graph, format_name, stream, read_overlay)

    @operation(python="reference/graph.md#to_networkx")
    def to_networkx(self, *, links: bool = True) -> "MultiDiGraph[Any]":
        """Build a networkx graph whose nodes are readable ids and whose edges have their kind."""
        from ripplegraph.export.stream import build_networkx_graph

        read_overlay = self._read_overlay if links else None
        return build_networkx_graph(self._get_scanned_graph(), read_overlay)

    def _list_knowledge(self) -> frozenset[str]:
        from ripplegraph.store.memory_links import read_knowledge

        with ExitStack() as stack:
            memories = self._enter_memories(stack)
            return frozenset() if memories is None else read_knowledge(memories)

    def _read_overlay(self, graph: "sqlite3.Connection", *targets: str) -> "Overlay | None":
        """Return the edges and nodes that people added: those for targets, or all of them."""
        try:
            with ExitStack() as stack:
                memories = self._enter_memories(stack)
                return self._lay_over(memories, graph, targets or None)
        except StoreError as error:
            error.hint = f"{error.hint} What the code alone says is there with --no-links.".strip()
            raise

    def _lay_over(
        self,
        memories: "sqlite3.Connection | None",
        graph: "sqlite3.Connection",
        targets: Collection[str] | None = None,
    ) -> "Overlay | None":
        from ripplegraph.graph.ids import is_knowledge
        from ripplegraph.store.memory_links import has_links, read_knowledge

        if memories is None:
            return None
        nodes_matter = targets is None or any(map(is_knowledge, targets))
        if not has_links(memories) and not (nodes_matter and read_knowledge(memories)):
            return None
        from ripplegraph.memory.links.overlay import build_overlay

        return build_overlay(memories, graph, self.root)

    def _enter_memories(self, stack: ExitStack) -> "sqlite3.Connection | None":
        """Open the memories, if there are any, without loading more than that takes."""
        from ripplegraph.store.connection import exists, open_for_reading

        memory = self._get_memory(self.config)
        if memory.spool is not None and memory.spool.exists():
            return stack.enter_context(self._open_memories().read())
        return stack.enter_context(open_for_reading(memory)) if exists(memory) else None
