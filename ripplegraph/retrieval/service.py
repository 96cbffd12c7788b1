"""The service that searches memories."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ripplegraph.config import HistoryConfig
from ripplegraph.embeddings.provider import Provider
from ripplegraph.memory.checks import check_query
from ripplegraph.memory.services.base import ProjectService, retry_without_graph
from ripplegraph.retrieval.ranking import Hits, SearchInputs, rank
from ripplegraph.retrieval.report import RankedMemories, RankedView, Ranking
from ripplegraph.retrieval.request import Imagine, SearchRequest, check_request
from ripplegraph.retrieval.role_scores import check_hat
from ripplegraph.retrieval.time_filter import narrow
from ripplegraph.store.memory.spool_view import find_waiting

NOTHING = RankedMemories((), 0, 0, 0, Ranking("words", "words", {}, None, (), ()), {})


class SearchService(ProjectService):
    """The memories of one project, to be searched."""

    @retry_without_graph
    def rank(
        self,
        request: SearchRequest,
        *,
        build_chain: Callable[[], Sequence[Provider]] = tuple,
        imagine: Imagine | None = None,
        history: HistoryConfig = HistoryConfig(),  # noqa: B008 - it cannot be changed
    ) -> RankedMemories:
        """Find memories for a request, best first.

        Without `build_chain` there are no vectors; without `imagine` no answer is imagined.
        """
        check_query(request.query)
        check_request(request)
        if request.hat is not None:
            check_hat(request.hat)
        with self.memories.read() as connection, self._open_graph() as graph:
            wanted = self._place(request.wanted, connection, graph)
            if connection is None:
                return NOTHING
            wanted = narrow(connection, wanted, request, root=self._root)
            means = SearchInputs(
                self._database, self.registry, self._root, self._clock(),
                history=history, build_chain=build_chain, imagine=imagine,
            )  # fmt: skip
            hits = rank(connection, graph, request, wanted, means)
            views = self._build_views(graph, hits.memories, find_waiting(connection))
        ranked = tuple(
            RankedView(**vars(view), score=score)
            for view, score in zip(views, hits.scores, strict=True)
        )
        return _build_answer(ranked, hits)


def _build_answer(ranked: tuple[RankedView, ...], hits: Hits) -> RankedMemories:
    return RankedMemories(
        ranked,
        matched=hits.matched,
        returned=len(ranked),
        omitted=max(0, hits.matched - len(ranked)),
        ranking=hits.ranking,
        left_out=hits.left_out,
    )
