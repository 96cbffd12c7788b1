"""The operations that read the graph."""

from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ripplegraph.app.arguments import list_names
from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operation_registry import operation
from ripplegraph.app.operations.index import IndexOperations
from ripplegraph.app.operations.index_updater import IndexUpdater
from ripplegraph.app.target_finder import TargetFinder
from ripplegraph.app.workspace import Progress, Workspace
from ripplegraph.errors import UnknownTargetError

if TYPE_CHECKING:
    import sqlite3

    from networkx import MultiDiGraph

    from ripplegraph.closure.query import Reach
    from ripplegraph.export.stream import ExportReport
    from ripplegraph.health.changes import ChangeReport
    from ripplegraph.impact.queries.call_trace import Trace
    from ripplegraph.impact.queries.dependency_path import DependencyPath
    from ripplegraph.impact.queries.hubs import Hubs
    from ripplegraph.impact.queries.unused import Unused
    from ripplegraph.indexing.discovery.languages import LanguageList
    from ripplegraph.indexing.history.cochange_queries import CoChanges
    from ripplegraph.structure.report import Cycle, ModuleMap
    from ripplegraph.targets.target import ResolvedTarget


class GraphOperations:
    """Answers about the code of a project."""

    def __init__(
        self,
        workspace: Workspace,
        index: IndexOperations,
        memory_access: MemoryAccess,
        index_updater: IndexUpdater,
    ) -> None:
        self.workspace = workspace
        self.index = index
        self.memory_access = memory_access
        self.index_updater = index_updater
        self.target_finder = TargetFinder(memory_access)

    @operation(cli="languages")
    def languages(self) -> "LanguageList":
        """List the languages that ripple reads, with the number of files of each."""
        from ripplegraph.indexing.discovery.languages import list_languages

        return list_languages(
            self.workspace.root,
            in_git=self.workspace.repository is not None,
            config=self.workspace.config.scan,
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
        from dataclasses import replace

        from ripplegraph.closure.query import find_dependents
        from ripplegraph.impact.warnings import find_missed

        wanted = None if kinds is None else list_names(kinds)

        def find(graph: "sqlite3.Connection", found: "ResolvedTarget", **overlay: Any) -> "Reach":
            reach = find_dependents(graph, found, depth=depth, kinds=wanted, limit=limit, **overlay)
            return replace(reach, unresolved_calls=find_missed(graph, [found])["calls"])

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
            target = self.target_finder.find(graph, text, folder)
            overlay = self.memory_access.read_overlay(graph, text) if links else None
            return find(graph, target, overlay=overlay)

        return self.index_updater.answer(answer)

    @operation(cli="changes")
    def changes(
        self,
        *,
        since: int | None = None,
        kinds: str | Collection[str] = (),
        path: str | None = None,
        limit: int | None = None,
    ) -> "ChangeReport":
        """List changes that scans found after change number `since`; the newest, about `limit`."""
        from ripplegraph.health.changes import report_changes

        graph = self.index.get_scanned_graph()
        wanted = list_names(kinds)
        return report_changes(graph, since=since, kinds=wanted, path=path, limit=limit)

    @operation(cli="map", mcp="ripple://map")
    def module_map(self, *, path: str = "", depth: int | None = None) -> "ModuleMap":
        """Show which modules the project, or a folder of it, has and how they hang together."""
        from ripplegraph.structure.map import build_module_map

        return build_module_map(self.index.get_scanned_graph(), path=path, depth=depth)

    @operation(cli="cycles")
    def find_cycles(self, *, path: str = "") -> "tuple[Cycle, ...]":
        """Find files that depend on each other in a circle, the largest circles first."""
        from ripplegraph.structure.map import build_module_map

        return build_module_map(self.index.get_scanned_graph(), path=path).file_cycles

    @operation(cli="co-changes")
    def co_changes(
        self, path: str, *, limit: int = 20, minimum: int = 2, folder: Path | None = None
    ) -> "CoChanges":
        """Find the files that change in the same commits as a file, or as that of a symbol.

        A file that is gone is named by its path in the project.
        """
        from ripplegraph.indexing.history.cochange_queries import co_changes
        from ripplegraph.targets.requirements import require_path

        def answer(graph: "sqlite3.Connection") -> "CoChanges":
            find = partial(co_changes, graph, config=self.workspace.config.history)
            try:
                found = require_path(self.target_finder.find(graph, path, folder))
            except UnknownTargetError as error:
                try:
                    return find(path, limit=limit, minimum=minimum)
                except UnknownTargetError:
                    raise error from None
            return find(found, limit=limit, minimum=minimum)

        return self.index_updater.answer(answer)

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

        graph = self.index.get_scanned_graph(on_progress)
        read_overlay = self.memory_access.read_overlay if links else None
        return export_graph(graph, format_name, stream, read_overlay)

    @operation(python="reference/graph.md#to_networkx")
    def to_networkx(self, *, links: bool = True) -> "MultiDiGraph[Any]":
        """Build a networkx graph whose nodes are readable ids and whose edges have their kind."""
        from ripplegraph.export.stream import build_networkx_graph

        read_overlay = self.memory_access.read_overlay if links else None
        return build_networkx_graph(self.index.get_scanned_graph(), read_overlay)

    @operation(cli="path", mcp="find_path")
    def find_path(
        self, source: str, target: str, *, folder: Path | None = None, links: bool = True
    ) -> "DependencyPath":
        """Show why one target depends on another: a shortest path with the edges of each step.

        Links count like edges of code, unless `links` is false.
        """
        from ripplegraph.impact.queries.dependency_path import explain

        def answer(graph: "sqlite3.Connection") -> "DependencyPath":
            ends = [self.target_finder.find(graph, text, folder) for text in (source, target)]
            overlay = self.memory_access.read_overlay(graph, source, target) if links else None
            return explain(graph, source=ends[0], target=ends[1], overlay=overlay)

        return self.index_updater.answer(answer)

    @operation(cli="hubs")
    def find_hubs(self, *, limit: int = 20) -> "Hubs":
        """Find hubs: files by dependents, churn and tests; symbols by use."""
        from ripplegraph.impact.queries.hubs import find_hubs
        from ripplegraph.store.connection import open_for_reading

        with open_for_reading(self.index.get_scanned_graph()) as graph:
            return find_hubs(graph, limit=limit)

    @operation(cli="unused")
    def find_unused(
        self, target: str | None = None, *, limit: int | None = 50, folder: Path | None = None
    ) -> "Unused":
        """Find unused code in the project, a folder or a file, and how sure that is."""
        from ripplegraph.impact.queries.unused import find_unused
        from ripplegraph.targets.requirements import require_files

        def answer(graph: "sqlite3.Connection") -> "Unused":
            found = None if target is None else self.target_finder.find(graph, target, folder)
            files = None if found is None else require_files(found)
            workspace = self.workspace
            in_git = workspace.repository is not None
            return find_unused(graph, workspace.root, limit=limit, in_git=in_git, files=files)

        return self.index_updater.answer(answer)

    @operation(cli="trace", mcp="trace_data_flow")
    def trace(
        self, symbol: str, *, depth: int = 3, limit: int | None = 10, folder: Path | None = None
    ) -> "Trace":
        """Trace the calls into a symbol and out of it, with their arguments and results.

        At each step `limit` calls are followed, the others are counted; None follows all.
        """
        from ripplegraph.impact.queries.call_trace import Tracer
        from ripplegraph.targets.requirements import require_definition

        def answer(graph: "sqlite3.Connection") -> "Trace":
            target = self.target_finder.find(graph, symbol, folder)
            require_definition(target)
            return Tracer(graph, depth=depth, limit=limit).trace(target)

        return self.index_updater.answer(answer)
