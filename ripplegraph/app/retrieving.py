"""The operations that find memories for a question, and that prepare for it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, cast

from ripplegraph.app.asking import Asking
from ripplegraph.app.operations import operation
from ripplegraph.app.scanning import Progress

if TYPE_CHECKING:
    from ripplegraph.embeddings.choosing import Choice
    from ripplegraph.embeddings.provider import Provider
    from ripplegraph.memory.reading.views import MemoryView
    from ripplegraph.memory.services.memories import MemoryService
    from ripplegraph.retrieval.reindexing import ReindexReport
    from ripplegraph.retrieval.report import RankedMemories, RankedView
    from ripplegraph.retrieval.request import SearchRequest
    from ripplegraph.store.memory.memory_reading import MemoryFilter


class Retrieving(Asking):
    """Searches memories by words, by meaning and by what is near in the code."""

    @operation(cli="memories search", mcp="memory_search")
    def search_memories(
        self,
        query: "str | SearchRequest",
        wanted: "MemoryFilter | None" = None,
        *,
        limit: int | None = None,
    ) -> "RankedMemories":
        """Find memories: those that hold some words, or for a question those that are near it.

        A language model is asked only where one is configured and little is found.
        """
        from ripplegraph.retrieval.request import SearchRequest

        request = SearchRequest(query, wanted, limit) if isinstance(query, str) else query
        search = self._build_search()
        found: list[RankedMemories] = []

        def read(_: "MemoryService") -> "tuple[MemoryView, ...]":
            found.append(search(request))
            return found[-1].memories

        views = cast("tuple[RankedView, ...]", self._read_checked(read))
        self._note_uses(view.id for view in views)
        return replace(found[-1], memories=views)

    def _build_search(self) -> "Callable[[SearchRequest], RankedMemories]":
        """Return what searches with all that this project has; what it imagined, it keeps."""
        from ripplegraph.model.uses import imagine
        from ripplegraph.retrieval.searching import SearchDesk

        def write(question: str) -> str:
            written = imagine(self._model, question)
            return written.text if written.by else ""

        return partial(
            self._build_desk(SearchDesk).rank,
            build_chain=self._build_chain,
            imagine=cache(write) if self._model.is_on else None,
            history=self.config.history,
        )

    @operation(cli="memories reindex")
    def reindex_memories(
        self, *, anew: bool = False, on_progress: Progress | None = None
    ) -> "ReindexReport":
        """Make the vectors of all memories that have none; `anew` makes every one again."""
        from ripplegraph.embeddings.choosing import require_chain
        from ripplegraph.memory.clock import get_now
        from ripplegraph.memory.types.registry import build_registry
        from ripplegraph.retrieval.reindexing import reindex

        chain = require_chain(
            self._embedding_choice, self.config.embeddings, environment=self._environment
        )
        return reindex(
            self._get_memory(self.config),
            chain,
            build_registry(self.config.memory.types),
            clock=get_now,
            anew=anew,
            on_progress=on_progress,
        )

    @cached_property
    def _embedding_choice(self) -> "Choice":
        """The model for vectors: chosen once, when it is first needed."""
        from ripplegraph.embeddings.choosing import choose

        return choose(self.config.embeddings)

    def _build_chain(self) -> "Sequence[Provider]":
        from ripplegraph.embeddings.choosing import build_chain

        return build_chain(
            self._embedding_choice, self.config.embeddings, environment=self._environment
        )
