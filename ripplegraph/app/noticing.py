"""Reads memories so that whatever happened to the code since the last scan is noticed."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from ripplegraph.app.reading import GraphReading
from ripplegraph.errors import CorruptDatabaseError, RippleError

if TYPE_CHECKING:
    from ripplegraph.memory.reading.search import MemoryList
    from ripplegraph.memory.reading.views import MemoryView
    from ripplegraph.memory.services.base import ProjectService
    from ripplegraph.memory.services.memories import MemoryService


AnyDesk = TypeVar("AnyDesk", bound="ProjectService")


class Noticing(GraphReading):
    """Looks at the code before memories are read or written."""

    def _open_desk(self) -> "MemoryService":
        from ripplegraph.memory.services.memories import MemoryService

        return self._build_desk(MemoryService)

    def _build_desk(self, kind: "type[AnyDesk]") -> "AnyDesk":
        from ripplegraph.memory.types.registry import build_registry

        return kind(
            self._get_memory(self.config),
            root=self.root,
            folder=self.folder,
            graph=self._get_graph(self.config),
            registry=build_registry(self.config.memory.types),
        )

    def _read_list(self, read: "Callable[[MemoryService], MemoryList]") -> "MemoryList":
        found: list[MemoryList] = []

        def read_views(desk: "MemoryService") -> "tuple[MemoryView, ...]":
            found.append(read(desk))
            return found[-1].memories

        views = self._read_checked(read_views)
        return replace(found[-1], memories=views)

    def _read_checked(
        self, read: "Callable[[MemoryService], tuple[MemoryView, ...]]", *, fully: bool = False
    ) -> "tuple[MemoryView, ...]":
        """Read memories after a look at the code; whatever that cannot tell is left in doubt."""
        certain = self._catch_up(fully=fully)
        desk = self._open_desk()
        views = self._scan_if_unknown(lambda: read(desk))
        outdated = desk.find_outdated(views)
        if outdated and certain:
            certain = self._try_scan()
            views = read(desk)
        if certain:
            return views
        from ripplegraph.memory.reading.outdated_files import mark_unknown

        return tuple(mark_unknown(view, outdated) for view in views)

    def _catch_up(self, *, fully: bool) -> bool:
        """Scan if another commit is checked out, or `fully` if anything changed.

        Where nothing has to be scanned, memories follow what an interrupted scan left to them.
        Returns whether the graph is that of the commit, which a damaged one never is.
        """
        try:
            return self._follow_commit(fully=fully)
        except CorruptDatabaseError as error:
            if error.path != self._get_graph(self.config).path:
                raise
            return False

    def _follow_commit(self, *, fully: bool) -> bool:
        from ripplegraph.store.connection import exists

        if not exists(self._get_graph(self.config)):
            return True
        if self.repository is not None and not (
            self._is_fresh() if fully else self._is_at_commit()
        ):
            return self._try_scan()
        with suppress(RippleError):
            self._follow_code()
        return True

    def _try_scan(self) -> bool:
        try:
            self.scan()
        except RippleError:
            return False
        return True

    def _is_at_commit(self) -> bool:
        from ripplegraph.git.head import read_commit
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.summary import read_meta

        with open_for_reading(self._get_graph(self.config)) as connection:
            return read_meta(connection).get("commit") == read_commit(self.root)

    def _is_fresh(self) -> bool:
        """Tell whether everything is as it was scanned; `status` also counts what there is."""
        from ripplegraph.git.worktree import read_worktree
        from ripplegraph.health.freshness import Freshness, judge_freshness
        from ripplegraph.store.connection import exists, open_for_reading
        from ripplegraph.store.summary import read_meta

        graph = self._get_graph(self.config)
        if self.repository is None or not exists(graph):
            return False
        worktree = read_worktree(self.root)
        with open_for_reading(graph) as connection:
            meta = read_meta(connection)
            freshness, _ = judge_freshness(
                connection, meta, root=self.root, worktree=worktree, config=self.config.scan
            )
        return freshness is Freshness.FRESH and meta.get("commit") == worktree.commit

    def _refresh_graph(self, *targets: str) -> None:
        """Scan what changed: an anchor must keep the code as it is, not as it was."""
        from ripplegraph.graph.ids import is_knowledge

        if targets and all(map(is_knowledge, targets)):
            return
        try:
            is_fresh = self.repository is not None and self._is_fresh()
        except CorruptDatabaseError as error:
            if error.path != self._get_graph(self.config).path:
                raise
            is_fresh = False
        if is_fresh:
            self._follow_code()
        else:
            self.scan()
