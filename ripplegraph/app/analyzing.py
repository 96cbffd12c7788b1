"""The operations that say what an edit would reach."""

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.app.arguments import list_names
from ripplegraph.app.counting import Counting
from ripplegraph.app.operations import operation
from ripplegraph.app.reading import GraphReading
from ripplegraph.errors import (
    CorruptDatabaseError,
    RippleError,
    UnknownTargetError,
    UsageError,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from ripplegraph.app.kept_answers import KeptAnswers
    from ripplegraph.git.diff import Comparison, FileDiff
    from ripplegraph.impact.dependents.rows import Scope
    from ripplegraph.impact.diff.changed_symbols import ChangedSymbol
    from ripplegraph.impact.queries.call_trace import Trace
    from ripplegraph.impact.queries.dependency_path import DependencyPath
    from ripplegraph.impact.queries.hubs import Hubs
    from ripplegraph.impact.queries.unused import Unused
    from ripplegraph.impact.report import Impact
    from ripplegraph.indexing.freshness import IndexState
    from ripplegraph.store.database import Database

MANY_FILES = 40_000
"""To compare so many files takes git longer than an answer may take."""
_SMALL_BYTES = 50_000_000
"""No graph of so many files is smaller."""


class Analyzing(GraphReading, Counting):
    """Says what an edit reaches, before it is made."""

    _has_lost_memories = False
    """Whether the memories were found damaged while a question is being answered."""

    @operation(cli="analyze-impact", mcp="analyze_impact")
    def analyze_impact(
        self,
        targets: str | Sequence[str],
        *,
        depth: int | None = 3,
        limit: int | None = 50,
        folder: Path | None = None,
        scan: bool = True,
    ) -> "Impact":
        """Say what an edit of files, symbols, lines or folders reaches.

        Git is asked what changed while the answer is worked out. Files that changed since the
        last scan are scanned first, and the answer is worked out again, unless they are many or
        `scan` is false: then the answer says that it may be out of date. In a very large project
        only the files that the answer names are compared. `folder` is where paths may be relative
        to.
        """
        targets = list_names(targets)
        self._get_scanned_graph(scan=scan)
        return self._spare_memories(
            lambda: self._analyze_impact(targets, depth, limit, folder or self.folder, scan=scan)
        )

    def _spare_memories(self, analyze: "Callable[[], Impact]") -> "Impact":
        """Analyze without the memories if they are damaged, and say so."""
        try:
            return analyze()
        except CorruptDatabaseError as error:
            if error.path != self._get_memory(self.config).path:
                raise
            warning = f"without memories: {error.message} {error.hint}"
        self._has_lost_memories = True
        try:
            impact = analyze()
        finally:
            self._has_lost_memories = False
        return impact._replace(warnings=(*impact.warnings, warning))

    def _enter_memories(self, stack: ExitStack) -> "sqlite3.Connection | None":
        return None if self._has_lost_memories else super()._enter_memories(stack)

    def _analyze_impact(
        self,
        targets: Sequence[str],
        depth: int | None,
        limit: int | None,
        here: Path,
        *,
        scan: bool,
    ) -> "Impact":
        compares_all = not self._takes_git_long()
        pending = self._ask_git() if compares_all else None
        if scan:
            self._follow_new_memories()
        scope = self._build_scope(depth, limit)
        try:
            impact = self._analyze_targets(targets, scope, here)
        except UnknownTargetError:
            # It may be new: the answer to that is a scan.
            if not self._scan_if_few(self._judge_index(pending or self._ask_git()), scan=scan):
                raise
            return self._complete(self._analyze_targets(targets, scope, here), None)
        state = self._judge_index(pending) if compares_all else self._judge_files(impact)
        if self._scan_if_few(state, scan=scan):
            return self._complete(self._analyze_targets(targets, scope, here), None)
        return self._complete(impact, state)

    @operation(cli="analyze-impact --diff")
    def analyze_change(
        self,
        comparison: "Comparison | str | None" = None,
        *,
        depth: int | None = 3,
        limit: int | None = 50,
        scan: bool = True,
    ) -> "Impact":
        """Say what a change reaches: of the worktree, of what is staged, of a commit or a range.

        Without a comparison that is what is on the disk against the last commit; a text is a
        commit, compared with its parent, or a range such as `main..HEAD`.

        Each symbol that the change touches is classed. Who depended on something that it removes
        or renames is looked up in the graph of the state before.
        """
        from ripplegraph.git.diff import build_comparison, read_diff
        from ripplegraph.impact.diff.changed_symbols import find_changed_symbols

        root = self._get_repository().root
        comparison = build_comparison(root, comparison)
        self._get_scanned_graph(scan=scan)
        diffs = read_diff(root, comparison)
        touched = find_changed_symbols(diffs, self.config.scan)
        state = self._judge_index(self._ask_git())
        if self._scan_if_few(state, scan=scan):
            state = self._judge_index(self._ask_git())
        scope = self._build_scope(depth, limit)
        impact = self._spare_memories(
            lambda: self._analyze_touched(touched, scope, comparison.base, diffs)
        )
        return self._complete(impact, state)

    @operation(cli="path", mcp="find_path")
    def find_path(
        self, source: str, target: str, *, folder: Path | None = None, links: bool = True
    ) -> "DependencyPath":
        """Say why one thing depends on another: a shortest path with the edges of each step.

        Links count like edges of code, unless `links` is false.
        """
        from ripplegraph.impact.queries.dependency_path import explain

        def answer(graph: "sqlite3.Connection") -> "DependencyPath":
            ends = [self._find_target(graph, text, folder) for text in (source, target)]
            overlay = self._read_overlay(graph, source, target) if links else None
            return explain(graph, source=ends[0], target=ends[1], overlay=overlay)

        return self._answer(answer)

    @operation(cli="hubs")
    def find_hubs(self, *, limit: int = 20) -> "Hubs":
        """Find what is riskiest to touch: files by reach, churn and tests; symbols by use."""
        from ripplegraph.impact.queries.hubs import find_hubs
        from ripplegraph.store.connection import open_for_reading

        with open_for_reading(self._get_scanned_graph()) as graph:
            return find_hubs(graph, limit=limit)

    @operation(cli="unused")
    def find_unused(
        self, target: str | None = None, *, limit: int | None = 50, folder: Path | None = None
    ) -> "Unused":
        """Find what nothing uses in the project, a folder or a file, and say how sure that is."""
        from ripplegraph.impact.queries.unused import find_unused
        from ripplegraph.targets.requirements import require_files

        def answer(graph: "sqlite3.Connection") -> "Unused":
            found = None if target is None else self._find_target(graph, target, folder)
            files = None if found is None else require_files(found)
            return find_unused(graph, limit=limit, files=files)

        return self._answer(answer)

    @operation(cli="trace", mcp="trace_data_flow")
    def trace(
        self, symbol: str, *, depth: int = 3, limit: int = 10, folder: Path | None = None
    ) -> "Trace":
        """Follow the calls into a symbol and out of it, with what is passed and returned."""
        from ripplegraph.impact.queries.call_trace import Tracer
        from ripplegraph.targets.requirements import require_definition

        def answer(graph: "sqlite3.Connection") -> "Trace":
            target = self._find_target(graph, symbol, folder)
            require_definition(target)
            return Tracer(graph, depth=depth, limit=limit).trace(target)

        return self._answer(answer)

    def _build_scope(self, depth: int | None, limit: int | None) -> "Scope":
        from ripplegraph.impact.dependents.rows import Scope

        if (depth is not None and depth < 1) or (limit is not None and limit < 0):
            raise UsageError(
                "depth must be 1 or more, and limit 0 or more.", hint="None means all of it."
            )
        return Scope(depth, limit, self.config.history.max_commit_files)

    def _analyze_touched(
        self,
        touched: "Sequence[ChangedSymbol]",
        scope: "Scope",
        base: str,
        diffs: "Sequence[FileDiff]",
    ) -> "Impact":
        from ripplegraph.impact.analysis import analyze
        from ripplegraph.impact.dependents.lookup import find_rows
        from ripplegraph.impact.dependents.rows import merge_rows
        from ripplegraph.impact.diff.base_graph import open_base_graph
        from ripplegraph.impact.diff.changed_targets import find_changed_targets
        from ripplegraph.impact.diff.removed_symbols import ChangeEffect
        from ripplegraph.impact.test_selection.finder import add_tests_of_lost, find_tests
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.summary import read_meta
        from ripplegraph.targets.resolution import find_exact

        database = self._get_graph(self.config)
        with ExitStack() as stack:
            memories = self._enter_memories(stack)
            graph = stack.enter_context(open_for_reading(database))
            found = find_changed_targets(graph, touched)
            overlay = self._lay_over(memories, graph)
            wide = scope._replace(limit=None) if found.lost else scope
            parts = [
                find_rows(graph, found.resolved, wide, breaking=found.breaking, overlay=overlay)
            ]
            tests = find_tests(graph, found.resolved, None if found.lost else scope.limit)
            if found.lost:
                before = stack.enter_context(
                    open_base_graph(self.root, base, database, self._scan_elsewhere)
                )
                lost = [*filter(None, (find_exact(before, node) for node in found.lost))]
                rows = find_rows(before, lost, wide, breaking=found.breaking)
                change = ChangeEffect(touched, diffs, self.config.scan)
                parts.append(change.bring_up_to_date(rows, parts[0]))
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
            )

    def _scan_elsewhere(self, folder: Path) -> "Database":
        """Scan a copy of the project's files, by its settings; returns where the graph is."""
        from ripplegraph.indexing.scan import scan_project
        from ripplegraph.store.database import build_graph_database

        busy = self.config.store.busy_timeout_ms
        graph = build_graph_database(folder, busy_timeout_ms=busy)
        scan_project(folder, in_git=False, graph=graph, config=self.config.scan)
        return graph

    def _analyze_targets(self, targets: Sequence[str], scope: "Scope", folder: Path) -> "Impact":
        """Answer for targets; an answer that took long is kept while the databases stay."""
        from ripplegraph.store.stamps import read_stamp

        graph, memory = self._get_graph(self.config), self._get_memory(self.config)
        if memory.spool is not None and memory.spool.exists():
            return self._work_out_targets(targets, scope, folder)
        kept: Impact = self._kept_answers.get(
            (tuple(targets), scope, folder),
            lambda: (read_stamp(graph), read_stamp(memory)),
            lambda: self._work_out_targets(targets, scope, folder),
        )
        return kept

    @cached_property
    def _kept_answers(self) -> "KeptAnswers":
        from ripplegraph.app.kept_answers import KeptAnswers

        return KeptAnswers()

    def _forget_answers(self) -> None:
        """Drop the answers that are kept for when the same is asked again."""
        vars(self).pop("_kept_answers", None)

    def _work_out_targets(self, targets: Sequence[str], scope: "Scope", folder: Path) -> "Impact":
        from ripplegraph.impact.analysis import analyze
        from ripplegraph.impact.dependents.lookup import find_rows
        from ripplegraph.impact.report import Target
        from ripplegraph.impact.test_selection.finder import find_tests
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.summary import read_meta

        with ExitStack() as stack:
            memories = self._enter_memories(stack)
            graph = stack.enter_context(open_for_reading(self._get_graph(self.config)))
            overlay = self._lay_over(memories, graph, targets)
            found = (self._find_target(graph, text, folder) for text in targets)
            resolved = list({(one.id, one.line): one for one in reversed([*found])}.values())[::-1]
            return analyze(
                graph,
                memories,
                resolved,
                find_rows(graph, resolved, scope, overlay=overlay),
                scope,
                tests=find_tests(graph, resolved, limit=scope.limit),
                targets=[Target(a.id, a.type, a.path, a.line, a.asked) for a in resolved],
                meta=read_meta(graph),
            )

    def _follow_new_memories(self) -> None:
        """Compare memories with the code that came since the last scan; the others were then."""
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.memory_progress import has_followed

        with ExitStack() as stack:
            memories = self._enter_memories(stack)
            if memories is None:
                return
            graph = stack.enter_context(open_for_reading(self._get_graph(self.config)))
            followed = has_followed(graph, memories)
        if not followed:
            with suppress(RippleError):
                self._follow_code()

    def _takes_git_long(self) -> bool:
        """Tell whether there are so many files that to compare all of them takes git long."""
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.summary import has_many_files

        database = self._get_graph(self.config)
        if not self.repository or database.path.stat().st_size < _SMALL_BYTES:
            return False
        with open_for_reading(database) as graph:
            if not has_many_files(graph, MANY_FILES):
                return False
        from ripplegraph.git.worktree import has_monitor

        return not has_monitor(self.root)

    def _judge_files(self, impact: "Impact") -> "IndexState":
        """Compare the index with just the files that an answer names."""
        from ripplegraph.indexing.freshness import judge_files
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.summary import read_meta

        with open_for_reading(self._get_graph(self.config)) as graph:
            return judge_files(graph, read_meta(graph), root=self.root, paths=impact.find_paths())

    def _complete(self, impact: "Impact", state: "IndexState | None") -> "Impact":
        """Say how fresh an answer is; without a state it was worked out right after a scan."""
        if state is None:
            index = impact.index._replace(
                head=impact.index.commit, fresh=True, reason="scanned just now"
            )
            return impact._replace(index=index)
        index = impact.index._replace(head=state.head, fresh=state.fresh, reason=state.reason)
        warnings = impact.warnings
        if state.fresh is False:
            warnings = (*warnings, f"the index is out of date: {state.reason}")
        return impact._replace(index=index, warnings=warnings)
