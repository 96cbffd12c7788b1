"""Calculation of an impact from the graph and the memories of a project."""

from collections.abc import Sequence
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.target_finder import TargetFinder

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection

    from ripplegraph.app.answer_cache import AnswerCache
    from ripplegraph.git.diff import FileDiff
    from ripplegraph.impact.account.lookup import PendingAccount
    from ripplegraph.impact.dependents.rows import Scope
    from ripplegraph.impact.diff.changed_symbols import ChangedSymbol
    from ripplegraph.impact.report import Impact
    from ripplegraph.store.database import Database
    from ripplegraph.targets.target import ResolvedTarget

    FindChanged = Callable[[], Collection[str] | None]


class ImpactCalculator:
    """Finds the dependents, tests and memories of targets or of changed symbols."""

    def __init__(self, memory_access: MemoryAccess, *, with_memories: bool = True) -> None:
        self.workspace = memory_access.workspace
        self.memory_access = memory_access
        self.target_finder = TargetFinder(memory_access)
        self._with_memories = with_memories

    def without_memories(self) -> "ImpactCalculator":
        """Return one that leaves the memories alone, for when they are damaged."""
        return ImpactCalculator(self.memory_access, with_memories=False)

    def enter_memories(self, stack: ExitStack) -> "sqlite3.Connection | None":
        """Open the memories, if there are any and they count."""
        return self.memory_access.enter(stack) if self._with_memories else None

    def analyze_targets(
        self,
        targets: Sequence[str],
        scope: "Scope",
        folder: Path,
        find_changed: "FindChanged | None" = None,
    ) -> "Impact":
        """Answer for targets; an answer that took long is kept while the databases stay.

        `find_changed` returns which files may differ from the index, None where any may.
        """
        from ripplegraph.store.files.stamps import read_stamp

        graph, memory = self.workspace.graph, self.workspace.memory
        if memory.spool is not None and memory.spool.exists():
            return self._calculate(targets, scope, folder, find_changed)
        kept: Impact = self._answer_cache.get(
            (tuple(targets), scope, folder),
            lambda: (read_stamp(graph), read_stamp(memory)),
            lambda: self._calculate(targets, scope, folder, find_changed),
        )
        return kept

    @cached_property
    def _answer_cache(self) -> "AnswerCache":
        from ripplegraph.app.answer_cache import AnswerCache

        return AnswerCache()

    def forget_answers(self) -> None:
        """Drop the answers that are kept for when the same is asked again."""
        vars(self).pop("_answer_cache", None)

    def _calculate(
        self,
        targets: Sequence[str],
        scope: "Scope",
        folder: Path,
        find_changed: "FindChanged | None",
    ) -> "Impact":
        from ripplegraph.impact.analysis import analyze
        from ripplegraph.impact.dependents.lookup import find_rows
        from ripplegraph.impact.report import Target
        from ripplegraph.impact.test_selection.finder import find_tests
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.graph.summary import read_meta

        with ExitStack() as stack:
            memories = self.enter_memories(stack)
            graph = stack.enter_context(open_for_reading(self.workspace.graph))
            overlay = self.memory_access.build_overlay(memories, graph, targets)
            found = (self.target_finder.find(graph, text, folder) for text in targets)
            resolved = list({(one.id, one.line): one for one in reversed([*found])}.values())[::-1]
            pending = self._start_account(graph, resolved)
            rows = find_rows(graph, resolved, scope, overlay=overlay)
            changed = find_changed() if find_changed is not None else None
            account = pending.finish(everything=scope.all_places, changed=changed)
            return analyze(
                graph,
                memories,
                resolved,
                rows,
                scope,
                account=account,
                tests=find_tests(
                    graph, resolved, scope.limit, account.find_likely_owners() if account else {}
                ),
                targets=[Target(a.id, a.type, a.path, a.line, a.asked) for a in resolved],
                meta=read_meta(graph),
            )

    def _start_account(
        self,
        graph: "sqlite3.Connection",
        resolved: "Sequence[ResolvedTarget]",
        lost: Sequence[str] = (),
    ) -> "PendingAccount":
        from ripplegraph.impact.account.lookup import PendingAccount

        in_git = self.workspace.repository is not None
        return PendingAccount(graph, self.workspace.root, resolved, lost, in_git=in_git)

    def analyze_symbols(
        self,
        touched: "Sequence[ChangedSymbol]",
        scope: "Scope",
        base: str,
        diffs: "Sequence[FileDiff]",
    ) -> "Impact":
        """Answer for the symbols that a change touches; removed ones are in the graph before it."""
        from ripplegraph.impact.analysis import analyze
        from ripplegraph.impact.dependents.lookup import find_rows
        from ripplegraph.impact.dependents.rows import merge_rows
        from ripplegraph.impact.diff.base_graph import open_base_graph
        from ripplegraph.impact.diff.changed_targets import find_changed_targets
        from ripplegraph.impact.diff.removed_symbols import ChangeEffect
        from ripplegraph.impact.test_selection.finder import add_tests_of_lost, find_tests
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.graph.summary import read_meta
        from ripplegraph.targets.resolution import find_exact

        database = self.workspace.graph
        with ExitStack() as stack:
            memories = self.enter_memories(stack)
            graph = stack.enter_context(open_for_reading(database))
            found = find_changed_targets(graph, touched)
            pending = self._start_account(graph, found.resolved, found.lost)
            overlay = self.memory_access.build_overlay(memories, graph)
            wide = scope._replace(limit=None) if found.lost else scope
            parts = [
                find_rows(graph, found.resolved, wide, breaking=found.breaking, overlay=overlay)
            ]
            account = pending.finish(everything=scope.all_places)
            likely = account.find_likely_owners() if account else {}
            tests = find_tests(graph, found.resolved, None if found.lost else scope.limit, likely)
            if found.lost:
                before = stack.enter_context(
                    open_base_graph(self.workspace.root, base, database, self._scan_elsewhere)
                )
                lost = [*filter(None, (find_exact(before, node) for node in found.lost))]
                rows = find_rows(before, lost, wide, breaking=found.breaking)
                change = ChangeEffect(touched, diffs, self.workspace.config.scan)
                parts.append(change.update_rows(rows, parts[0]))
                tests = add_tests_of_lost(graph, tests, find_tests(before, lost, None), scope.limit)
            return analyze(
                graph,
                memories,
                found.resolved,
                merge_rows(parts, scope),
                scope,
                tests=tests,
                targets=found.targets,
                meta=read_meta(graph),
                change=found.share,
                missing=found.missing,
                account=account,
            )

    def _scan_elsewhere(self, folder: Path) -> "Database":
        """Scan a copy of the project's files, by its settings; returns where the graph is."""
        from ripplegraph.indexing.scan import scan_project
        from ripplegraph.store.database import build_graph_database

        config = self.workspace.config
        graph = build_graph_database(folder, busy_timeout_ms=config.store.busy_timeout_ms)
        scan_project(folder, in_git=False, graph=graph, config=config.scan)
        return graph
