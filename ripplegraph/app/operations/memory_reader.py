"""Reading of memories after a check of the code that they are about."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operations.index_updater import IndexUpdater

if TYPE_CHECKING:
    from ripplegraph.memory.queries.search import MemoryList
    from ripplegraph.memory.queries.views import MemoryView
    from ripplegraph.memory.services.memories import MemoryService


class MemoryReader:
    """Reads memories whose freshness is judged by the code as it is now."""

    def __init__(self, index_updater: IndexUpdater, memory_access: MemoryAccess) -> None:
        self.index_updater = index_updater
        self.memory_access = memory_access

    def read_list(self, read: "Callable[[MemoryService], MemoryList]") -> "MemoryList":
        found: list[MemoryList] = []

        def read_views(service: "MemoryService") -> "tuple[MemoryView, ...]":
            found.append(read(service))
            return found[-1].memories

        views = self.read_checked(read_views)
        return replace(found[-1], memories=views)

    def read_checked(
        self, read: "Callable[[MemoryService], tuple[MemoryView, ...]]", *, fully: bool = False
    ) -> "tuple[MemoryView, ...]":
        """Read memories after a look at the code; whatever that cannot tell is left in doubt."""
        certain = self.index_updater.catch_up(fully=fully)
        service = self.memory_access.open_service()
        views = self.index_updater.retry_unknown(lambda: read(service))
        outdated = service.find_outdated(views)
        if outdated and certain:
            certain = self.index_updater.try_scan()
            views = read(service)
        if certain:
            return views
        from ripplegraph.memory.queries.outdated_files import mark_unknown

        return tuple(mark_unknown(view, outdated) for view in views)
