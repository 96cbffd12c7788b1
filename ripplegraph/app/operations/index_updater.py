"""Updates of the index before questions are answered and memories are read or written."""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from ripplegraph.app.index_check import IndexCheck
from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operations.index import IndexOperations
from ripplegraph.errors import CorruptDatabaseError, RippleError, UnknownTargetError

if TYPE_CHECKING:
    import sqlite3

    from ripplegraph.indexing.freshness.index_state import IndexState

MOST_CHANGED_FILES = 20
"""So many changed files are scanned before an answer; more would keep who asks waiting."""
_PATIENCE_SECONDS = 2
Answer = TypeVar("Answer")


class IndexUpdater:
    """Scans where the code has changed since the last scan."""

    def __init__(
        self, index: IndexOperations, index_check: IndexCheck, memory_access: MemoryAccess
    ) -> None:
        self.index = index
        self.index_check = index_check
        self.memory_access = memory_access
        self.workspace = index.workspace

    def refresh(self, *targets: str) -> None:
        """Scan the changed files: an anchor must keep the code as it is, not as it was."""
        from ripplegraph.graph.ids import is_knowledge

        if targets and all(map(is_knowledge, targets)):
            return
        try:
            is_fresh = self.index_check.is_fresh()
        except CorruptDatabaseError as error:
            if error.path != self.workspace.graph.path:
                raise
            is_fresh = False
        if is_fresh:
            self.memory_access.follow_code()
        else:
            self.index.scan()

    def catch_up(self, *, fully: bool) -> bool:
        """Scan if another commit is checked out, or `fully` if anything changed.

        Where nothing has to be scanned, memories follow what an interrupted scan left to them.
        Returns whether the graph is that of the commit, which a damaged one never is.
        """
        try:
            return self._follow_commit(fully=fully)
        except CorruptDatabaseError as error:
            if error.path != self.workspace.graph.path:
                raise
            return False

    def _follow_commit(self, *, fully: bool) -> bool:
        from ripplegraph.store.connection import exists

        if not exists(self.workspace.graph):
            return True
        check = self.index_check
        if self.workspace.repository is not None and not (
            check.is_fresh() if fully else check.is_at_commit()
        ):
            return self.try_scan()
        with suppress(RippleError):
            self.memory_access.follow_code()
        return True

    def try_scan(self) -> bool:
        """Scan, and tell whether that succeeded."""
        try:
            self.index.scan()
        except RippleError:
            return False
        return True

    def answer(self, answer: "Callable[[sqlite3.Connection], Answer]") -> Answer:
        """Answer from the graph; a target that is not there may be new, so scan once."""
        from ripplegraph.store.connection import open_for_reading

        def read() -> Answer:
            with open_for_reading(self.index.get_scanned_graph()) as graph:
                return answer(graph)

        return self.retry_unknown(read)

    def retry_unknown(self, answer: Callable[[], Answer]) -> Answer:
        """Answer again after a scan where a target is unknown and few files have changed."""
        try:
            return answer()
        except UnknownTargetError:
            check = self.index_check
            if not self.scan_if_few(check.compare(check.ask_git())):
                raise
        return answer()

    def scan_if_few(self, state: "IndexState") -> bool:
        """Scan the changed files where they are few, and tell whether it did."""
        few = state.changed is not None and state.changed <= MOST_CHANGED_FILES
        if state.fresh is True or not few:
            return False
        try:
            self.index.scan(patience=_PATIENCE_SECONDS)
        except RippleError:
            # An answer that says it may be out of date is better than none.
            return False
        return True
