"""The operations that search memories and prepare for it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, cast

from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operation_registry import operation
from ripplegraph.app.operations.memory_reader import MemoryReader
from ripplegraph.app.workspace import Progress, Workspace

if TYPE_CHECKING:
    from ripplegraph.embeddings.provider import Provider
    from ripplegraph.embeddings.provider_choice import Choice
    from ripplegraph.memory.queries.views import MemoryView
    from ripplegraph.memory.services.memories import MemoryService
    from ripplegraph.retrieval.report import RankedMemories, RankedView
    from ripplegraph.retrieval.request import SearchRequest
    from ripplegraph.retrieval.vector_rebuild import ReindexReport
    from ripplegraph.store.memory.memory_reader import MemoryFilter


class SearchOperations:
    """Searches memories by words, by meaning and by nearness in the code."""

    def __init__(
        self,
        workspace: Workspace,
        memory_access: MemoryAccess,
        reader: MemoryReader,
    ) -> None:
        self.workspace = workspace
        self.memory_access = memory_access
        self.reader = reader

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
        search = self.build_search()
        found: list[RankedMemories] = []

        def read(_: "MemoryService") -> "tuple[MemoryView, ...]":
            found.append(search(request))
            return found[-1].memories

        views = cast("tuple[RankedView, ...]", self.reader.read_checked(read))
        self.memory_access.note_uses(view.id for view in views)
        return replace(found[-1], memories=views)

    def build_search(self) -> "Callable[[SearchRequest], RankedMemories]":
        """Build the search function of this project, with its models and history."""
        from ripplegraph.model.uses import imagine
        from ripplegraph.retrieval.service import SearchService

        def write(question: str) -> str:
            written = imagine(self.workspace.model, question)
            return written.text if written.by else ""

        return partial(
            self.memory_access.build_service(SearchService).rank,
            build_chain=self._build_chain,
            imagine=cache(write) if self.workspace.model.is_on else None,
            history=self.workspace.config.history,
        )

    @operation(cli="memories reindex")
    def reindex_memories(
        self, *, anew: bool = False, on_progress: Progress | None = None
    ) -> "ReindexReport":
        """Make the vectors of all memories that have none; `anew` makes every one again."""
        from ripplegraph.embeddings.provider_choice import require_chain
        from ripplegraph.memory.clock import get_now
        from ripplegraph.memory.types.registry import build_registry
        from ripplegraph.retrieval.vector_rebuild import reindex

        chain = require_chain(
            self._embedding_choice,
            self.workspace.config.embeddings,
            environment=self.workspace.environment,
        )
        return reindex(
            self.workspace.memory,
            chain,
            build_registry(self.workspace.config.memory.types),
            clock=get_now,
            anew=anew,
            on_progress=on_progress,
        )

    @cached_property
    def _embedding_choice(self) -> "Choice":
        """The model for vectors: chosen once, when it is first needed."""
        from ripplegraph.embeddings.provider_choice import choose

        return choose(self.workspace.config.embeddings)

    def _build_chain(self) -> "Sequence[Provider]":
        from ripplegraph.embeddings.provider_choice import build_chain

        return build_chain(
            self._embedding_choice,
            self.workspace.config.embeddings,
            environment=self.workspace.environment,
        )
