"""Answers from the graph that follow the files where that is quick."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ripplegraph.app.scanning import Scanning
from ripplegraph.errors import RippleError, UnknownTargetError

if TYPE_CHECKING:
    import sqlite3

    from ripplegraph.git.worktree import PendingStatus
    from ripplegraph.indexing.freshness import IndexState
    from ripplegraph.targets.target import ResolvedTarget

MOST_CHANGED_FILES = 20
"""So many changed files are scanned before an answer; more would keep who asks waiting."""
_PATIENCE_SECONDS = 2
Answer = TypeVar("Answer")


class Refreshing(Scanning):
    """Resolves targets, and scans before it calls one unknown."""

    def _find_target(
        self, graph: "sqlite3.Connection", text: str, folder: Path | None = None
    ) -> "ResolvedTarget":
        """Resolve a target; the same texts mean the same to every operation."""
        from ripplegraph.graph.ids import is_knowledge
        from ripplegraph.targets.resolution import find_target

        known = self._list_knowledge() if is_knowledge(text) else frozenset()
        here = folder or self.folder
        return find_target(graph, text, root=self.root, folder=here, knowledge=known)

    def _list_knowledge(self) -> frozenset[str]:
        """Return every node of knowledge that a memory or a link names."""
        raise NotImplementedError

    def _answer(self, answer: "Callable[[sqlite3.Connection], Answer]") -> Answer:
        """Answer from the graph; a target that is not there may be new, so scan once."""
        from ripplegraph.store.connection import open_for_reading

        def read() -> Answer:
            with open_for_reading(self._get_scanned_graph()) as graph:
                return answer(graph)

        return self._scan_if_unknown(read)

    def _scan_if_unknown(self, answer: Callable[[], Answer]) -> Answer:
        try:
            return answer()
        except UnknownTargetError:
            if not self._scan_if_few(self._judge_index(self._ask_git()), scan=True):
                raise
        return answer()

    def _ask_git(self) -> "PendingStatus | None":
        from ripplegraph.git.worktree import PendingStatus

        return PendingStatus(self.root) if self.repository else None

    def _judge_index(self, pending: "PendingStatus | None") -> "IndexState":
        from ripplegraph.indexing.freshness import UNCERTAIN, judge_index
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.summary import read_meta

        if pending is None:
            return UNCERTAIN
        worktree = pending.read()
        with open_for_reading(self._get_graph(self.config)) as graph:
            meta = read_meta(graph)
            config = self.config.scan
            return judge_index(graph, meta, worktree, root=self.root, config=config)

    def _scan_if_few(self, state: "IndexState", *, scan: bool) -> bool:
        """Scan what changed where that is quick; tells whether it did."""
        few = state.changed is not None and state.changed <= MOST_CHANGED_FILES
        if not scan or state.fresh is True or not few:
            return False
        try:
            self.scan(patience=_PATIENCE_SECONDS)
        except RippleError:
            # An answer that says it may be out of date is better than none.
            return False
        return True
