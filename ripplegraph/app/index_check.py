"""Comparison of the index with the files: whether a scan is due."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from ripplegraph.app.workspace import Workspace

if TYPE_CHECKING:
    from ripplegraph.git.worktree import PendingStatus
    from ripplegraph.indexing.freshness.index_state import IndexState

MANY_FILES = 40_000
"""To compare so many files takes git longer than an answer may take."""
_SMALL_BYTES = 50_000_000
"""No graph of so many files is smaller."""


class IndexCheck:
    """Asks git and the graph whether the index matches the files."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def ask_git(self) -> "PendingStatus | None":
        """Let git look for changed files; the answer is read later, by `compare`."""
        from ripplegraph.git.worktree import PendingStatus

        return PendingStatus(self.workspace.root) if self.workspace.repository else None

    def takes_git_long(self) -> bool:
        """Tell whether there are so many files that to compare all of them takes git long."""
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.graph.summary import has_many_files

        database = self.workspace.graph
        if not self.workspace.repository or database.path.stat().st_size < _SMALL_BYTES:
            return False
        with open_for_reading(database) as graph:
            if not has_many_files(graph, MANY_FILES):
                return False
        from ripplegraph.git.worktree import has_monitor

        return not has_monitor(self.workspace.root)

    def compare(self, pending: "PendingStatus | None") -> "IndexState":
        """Compare the index with the answer of git."""
        from ripplegraph.indexing.freshness.index_state import judge_index
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.graph.summary import read_meta

        worktree = pending.read() if pending else None
        with open_for_reading(self.workspace.graph) as graph:
            meta = read_meta(graph)
            config = self.workspace.config.scan
            return judge_index(graph, meta, worktree, root=self.workspace.root, config=config)

    def find_changed(self, pending: "PendingStatus | None") -> frozenset[str] | None:
        """Return the files that may differ from the index, by git's answer; None: any may."""
        from ripplegraph.indexing.freshness.index_state import find_changed
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.graph.summary import read_meta

        if pending is None:
            return None
        with open_for_reading(self.workspace.graph) as graph:
            return find_changed(read_meta(graph), pending.read(), root=self.workspace.root)

    def compare_files(self, paths: Collection[str]) -> "IndexState":
        """Compare the index with just some files, such as those that an answer names."""
        from ripplegraph.indexing.freshness.index_state import judge_files
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.graph.summary import read_meta

        with open_for_reading(self.workspace.graph) as graph:
            root, config = self.workspace.root, self.workspace.config.scan
            return judge_files(graph, read_meta(graph), root=root, config=config, paths=paths)

    def is_at_commit(self) -> bool:
        """Tell whether the index is of the commit that is checked out."""
        from ripplegraph.indexing.freshness.index_state import is_at_commit
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.graph.summary import read_meta

        with open_for_reading(self.workspace.graph) as graph:
            return is_at_commit(read_meta(graph), root=self.workspace.root)

    def is_fresh(self) -> bool:
        """Tell whether everything is as it was scanned, the commit included."""
        from ripplegraph.store.connection import exists

        if self.workspace.repository is None or not exists(self.workspace.graph):
            return False
        return self.compare(self.ask_git()).is_current
