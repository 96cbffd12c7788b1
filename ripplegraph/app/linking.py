"""The operations on links: edges that people and agents add to the graph."""

from typing import TYPE_CHECKING

from ripplegraph.app.operations import operation
from ripplegraph.app.remembering import Remembering

if TYPE_CHECKING:
    from ripplegraph.memory.links.drafts import LinkDraft
    from ripplegraph.memory.links.views import LinkedView, LinkList, UnlinkReport
    from ripplegraph.memory.services.links import LinkService


class Linking(Remembering):
    """Adds to the graph what code does not show."""

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
        self._refresh_graph(draft.source, draft.target)
        return self._open_link_desk().link(draft.at(*self._read_head()))

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
        return self._open_link_desk().unlink(source, kind, target, actor=actor, reason=reason)

    @operation(cli="links")
    def list_links(self, *, about: str | None = None, limit: int | None = None) -> "LinkList":
        """List the links, or those with an end at a place or in it; the most trusted first."""
        from ripplegraph.memory.links.views import build_list
        from ripplegraph.memory.states import SHOWN_STATES
        from ripplegraph.memory.types.definition import LINK
        from ripplegraph.store.memory.memory_reading import MemoryFilter

        wanted = MemoryFilter(types=(LINK,), states=SHOWN_STATES, about=about)
        return build_list(self._read_list(lambda desk: desk.list(wanted, limit=limit)))

    def _open_link_desk(self) -> "LinkService":
        from ripplegraph.memory.services.links import LinkService

        return self._build_desk(LinkService)
