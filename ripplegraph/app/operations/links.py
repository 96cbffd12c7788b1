"""The operations on links: edges that people and agents add to the graph."""

from typing import TYPE_CHECKING

from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operation_registry import operation
from ripplegraph.app.operations.index_updater import IndexUpdater
from ripplegraph.app.operations.memory_reader import MemoryReader
from ripplegraph.app.workspace import Workspace

if TYPE_CHECKING:
    from ripplegraph.memory.links.drafts import LinkDraft
    from ripplegraph.memory.links.views import LinkedView, LinkList, UnlinkReport
    from ripplegraph.memory.services.links import LinkService


class LinkOperations:
    """Adds, retires and lists links."""

    def __init__(
        self,
        workspace: Workspace,
        index_updater: IndexUpdater,
        memory_access: MemoryAccess,
        reader: MemoryReader,
    ) -> None:
        self.workspace = workspace
        self.index_updater = index_updater
        self.memory_access = memory_access
        self.reader = reader

    @operation(cli="link")
    def link(
        self,
        draft: "LinkDraft | str",
        kind: str | None = None,
        target: str | None = None,
        *,
        why: str | None = None,
    ) -> "LinkedView":
        """Add a link: *source depends on target*; the same one again is confirmed.

        It is given as a `LinkDraft`, or as its source, kind and target.
        """
        from ripplegraph.memory.links.drafts import build_link_draft

        draft = build_link_draft(draft, kind, target, why=why)
        self.index_updater.refresh(draft.source, draft.target)
        return self._open_service().link(draft.at(*self.workspace.read_head()))

    @operation(cli="unlink")
    def unlink(
        self,
        source: str,
        kind: str | None = None,
        target: str | None = None,
        *,
        actor: str = "user",
        reason: str = "",
    ) -> "UnlinkReport":
        """Retire a link, by its two ends and kind or, given alone, by its id.

        `undo_memory` brings it back.
        """
        return self._open_service().unlink(source, kind, target, actor=actor, reason=reason)

    @operation(cli="links")
    def list_links(self, *, about: str | None = None, limit: int | None = None) -> "LinkList":
        """List the links, or those with an end at a place or in it; the most trusted first."""
        from ripplegraph.memory.links.views import build_list
        from ripplegraph.memory.states import SHOWN_STATES
        from ripplegraph.memory.types.definition import LINK
        from ripplegraph.store.memory.memory_reader import MemoryFilter

        wanted = MemoryFilter(types=(LINK,), states=SHOWN_STATES, about=about)
        return build_list(self.reader.read_list(lambda service: service.list(wanted, limit=limit)))

    def _open_service(self) -> "LinkService":
        from ripplegraph.memory.services.links import LinkService

        return self.memory_access.build_service(LinkService)
