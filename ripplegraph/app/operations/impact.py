"""The operations that show what depends on code or on a change of it."""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.app.arguments import list_names
from ripplegraph.app.impact_calculator import ImpactCalculator
from ripplegraph.app.index_check import IndexCheck
from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operation_registry import operation
from ripplegraph.app.operations.index import IndexOperations
from ripplegraph.app.operations.index_updater import IndexUpdater
from ripplegraph.app.workspace import Workspace
from ripplegraph.errors import CorruptDatabaseError, RippleError, UnknownTargetError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ripplegraph.git.diff import Comparison
    from ripplegraph.impact.dependents.rows import Scope
    from ripplegraph.impact.report import Impact
    from ripplegraph.indexing.freshness.index_state import IndexState


PLACES = ("used", "all")
MOST_PLACES = 40
"""So many places are shown at least, where there are so many."""


class ImpactOperations:
    """Analyzes the impact of edits and changes."""

    def __init__(
        self,
        workspace: Workspace,
        index: IndexOperations,
        index_check: IndexCheck,
        memory_access: MemoryAccess,
        index_updater: IndexUpdater,
    ) -> None:
        self.workspace = workspace
        self.index = index
        self.index_check = index_check
        self.index_updater = index_updater
        self.memory_access = memory_access
        self.calculator = ImpactCalculator(memory_access)

    @classmethod
    def of(cls, workspace: Workspace) -> "ImpactOperations":
        """Build just these operations, for a command that must start quickly."""
        memory_access = MemoryAccess(workspace)
        index = IndexOperations(workspace, memory_access)
        check = IndexCheck(workspace)
        updater = IndexUpdater(index, check, memory_access)
        return cls(workspace, index, check, memory_access, updater)

    @operation(cli="analyze-impact", mcp="analyze_impact")
    def analyze_impact(
        self,
        targets: str | Sequence[str],
        *,
        depth: int | None = 3,
        limit: int | None = 50,
        places: str = "used",
        folder: Path | None = None,
        scan: bool = True,
    ) -> "Impact":
        """Show what depends on files, symbols, lines or folders.

        `places` are those where the names of targets stand: uses and possible uses (`used`), or
        all of them (`all`).

        Git is asked what changed while the answer is worked out. Files that changed since the
        last scan are scanned first, and the answer is worked out again, unless they are many or
        `scan` is false: then the answer says that it may be out of date. In a very large project
        only the files that the answer names are compared. `folder` is where paths may be relative
        to.
        """
        targets = list_names(targets)
        here = folder or self.workspace.folder
        self.index.get_scanned_graph(scan=scan)
        return self._spare_memories(
            lambda calculator: self._analyze(
                targets, self._build_scope(depth, limit, places), here, scan, calculator
            )
        )

    def _spare_memories(self, analyze: "Callable[[ImpactCalculator], Impact]") -> "Impact":
        """Analyze without the memories if they are damaged, and say so."""
        try:
            return analyze(self.calculator)
        except CorruptDatabaseError as error:
            if error.path != self.workspace.memory.path:
                raise
            warning = f"without memories: {error.message} {error.hint}"
        impact = analyze(self.calculator.without_memories())
        return impact._replace(warnings=(*impact.warnings, warning))

    def _analyze(
        self,
        targets: Sequence[str],
        scope: "Scope",
        here: Path,
        scan: bool,
        calculator: ImpactCalculator,
    ) -> "Impact":
        check = self.index_check
        compares_all = not check.takes_git_long()
        pending = check.ask_git() if compares_all else None
        if scan:
            self._follow_new_memories(calculator)
        try:
            impact = calculator.analyze_targets(
                targets, scope, here, lambda: check.find_changed(pending)
            )
        except UnknownTargetError:
            # It may be new: rescan and retry.
            state = check.compare(pending or check.ask_git())
            if not (scan and self.index_updater.scan_if_few(state)):
                raise
            return _complete(calculator.analyze_targets(targets, scope, here), None)
        state = check.compare(pending) if compares_all else check.compare_files(impact.find_paths())
        if scan and self.index_updater.scan_if_few(state):
            return _complete(calculator.analyze_targets(targets, scope, here), None)
        return _complete(impact, state)

    @operation(cli="analyze-impact --diff")
    def analyze_change(
        self,
        comparison: "Comparison | str | None" = None,
        *,
        depth: int | None = 3,
        limit: int | None = 50,
        places: str = "used",
        scan: bool = True,
    ) -> "Impact":
        """Show what depends on a change: of the worktree, the staged files, a commit or a range.

        Without a comparison that is what is on the disk against the last commit; a text is a
        commit, compared with its parent, or a range such as `main..HEAD`.

        Each symbol that the change touches is classed. Who depended on something that it removes
        or renames is looked up in the graph of the state before.
        """
        from ripplegraph.git.diff import build_comparison, read_diff
        from ripplegraph.impact.diff.changed_symbols import find_changed_symbols

        root = self.workspace.get_repository().root
        comparison = build_comparison(root, comparison)
        self.index.get_scanned_graph(scan=scan)
        diffs = read_diff(root, comparison)
        touched = find_changed_symbols(diffs, self.workspace.config.scan)
        check = self.index_check
        state = check.compare(check.ask_git())
        if scan and self.index_updater.scan_if_few(state):
            state = check.compare(check.ask_git())
        scope = self._build_scope(depth, limit, places)
        impact = self._spare_memories(
            lambda calculator: calculator.analyze_symbols(touched, scope, comparison.base, diffs)
        )
        return _complete(impact, state)

    @operation(python="reference/context.md#count_answer")
    def count_answer(self, name: str, text: str, files: Iterable[str] = ()) -> bool:
        """Count an answer that named dependents in files, and tell whether that was possible.

        What reading those files would have cost is set against what the answer does, once a day
        for the same answer.
        """
        from ripplegraph.store.answer_costs import record_answer

        if self.workspace.config.context.count_tokens == "off":
            return False
        size = len(text.encode(errors="replace"))
        return record_answer(self.workspace.root, name, size=size, files=files, text=text)

    def _build_scope(self, depth: int | None, limit: int | None, places: str) -> "Scope":
        from ripplegraph.impact.dependents.rows import Scope

        if places not in PLACES:
            raise UsageError(
                f"There are no places {places!r}.", hint=f"Give {' or '.join(PLACES)}."
            )

        if (depth is not None and depth < 1) or (limit is not None and limit < 0):
            raise UsageError(
                "depth must be 1 or more, and limit 0 or more.", hint="None means all of it."
            )
        largest = self.workspace.config.history.max_commit_files
        most = None if limit is None else max(limit, MOST_PLACES)
        return Scope(depth, limit, largest, most, places == "all")

    def _follow_new_memories(self, calculator: ImpactCalculator) -> None:
        """Compare memories with the code that came since the last scan; the others were then."""
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.memory_progress import has_followed

        with ExitStack() as stack:
            memories = calculator.enter_memories(stack)
            if memories is None:
                return
            graph = stack.enter_context(open_for_reading(self.workspace.graph))
            followed = has_followed(graph, memories)
        if not followed:
            with suppress(RippleError):
                self.memory_access.follow_code()


def _complete(impact: "Impact", state: "IndexState | None") -> "Impact":
    """Add the freshness to an answer; without a state it was worked out right after a scan."""
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
