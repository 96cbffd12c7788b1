"""Ranks memories: makes the lists, fuses them, scores what they hold and says how."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.config import HistoryConfig
from ripplegraph.embeddings.provider import Provider
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.retrieval.expansion import MOST_MEMORIES, find_companions, find_files, find_more
from ripplegraph.retrieval.fusion import Ranked, find_standings, fuse, rank_list, sort_by
from ripplegraph.retrieval.hypothesis import build_mixture, is_recall_low
from ripplegraph.retrieval.proximity import FindNear, build_finder, find_nearest
from ripplegraph.retrieval.query_kinds import (
    QUESTION,
    SMOOTHING,
    WORDS,
    classify,
    find_paths,
    find_terms,
    weigh,
)
from ripplegraph.retrieval.report import Ranking, Score
from ripplegraph.retrieval.request import Imagine, SearchRequest
from ripplegraph.retrieval.role_scores import LOWEST
from ripplegraph.retrieval.scores import Scorer
from ripplegraph.retrieval.text_list import find_all_words, find_any_words
from ripplegraph.retrieval.vector_list import (
    Nearest,
    VectorSearch,
    embed_question,
    find_embedded_types,
)
from ripplegraph.store.database import Database
from ripplegraph.store.memory.freshness_rows import read_all_verdicts
from ripplegraph.store.memory.memory_reader import MemoryFilter, find_memories, read_memories
from ripplegraph.store.records.memory_records import Memory
from ripplegraph.store.sql import statements

if TYPE_CHECKING:
    from ripplegraph.embeddings.vectors import Matrix

_SCORED = 200
"""How many of the most relevant memories are scored."""
_FAINT = 0.2
"""What has a smaller part of the best score is left out of the answer to a question."""
_EXPANDED = 0.4
"""The relevance of a memory that joins through a file, as a part of the best."""


@dataclass(frozen=True)
class SearchInputs:
    """The inputs of a search besides the memories themselves."""

    database: Database
    registry: TypeRegistry
    root: Path
    now: str
    history: HistoryConfig = field(default_factory=HistoryConfig)
    build_chain: Callable[[], Sequence[Provider]] = tuple
    """Builds the models for vectors, when they are needed."""
    imagine: Imagine | None = None
    find_near: FindNear | None = None
    """Finds files near others, where the graph is not to be asked."""


@dataclass(frozen=True)
class Hits:
    """Memories with their scores, best first; how many matched; what was left out and why."""

    memories: list[Memory]
    scores: list[Score]
    matched: int
    ranking: Ranking
    left_out: dict[str, int]


def rank(
    memories: sqlite3.Connection,
    graph: sqlite3.Connection | None,
    request: SearchRequest,
    wanted: MemoryFilter,
    means: SearchInputs,
) -> Hits:
    """Rank the wanted memories for a request."""
    return _Search(memories, graph, request, wanted, means).run()


@dataclass
class _Search:
    """One search, and its intermediate results."""

    memories: sqlite3.Connection
    graph: sqlite3.Connection | None
    request: SearchRequest
    wanted: MemoryFilter
    means: SearchInputs
    notes: list[str] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)
    model: str | None = None
    files: tuple[str, ...] = ()
    matched: int = 0

    def run(self) -> Hits:
        kind = classify(self.request.query)
        mode = self._choose_mode(kind)
        self.files = self._find_places()
        lists = {name: list_ for name, list_ in self._build_lists(mode) if list_}
        weights = weigh(WORDS if mode == "words" else kind, lists)
        relevance = fuse(lists, weights, smoothing=SMOOTHING)
        if mode != "words":
            self.matched = len(relevance)
        scorer = self._build_scorer()
        scored = self._score(relevance, lists, scorer)
        kept = self._leave_out(scored, scorer, faint=mode != "words")
        if self.request.expand and mode != "words":
            kept = self._expand(kept, relevance, scorer)
        shown = kept[: self.request.limit]
        ranking = Ranking(mode, kind, weights, self.model, self.files, tuple(self.notes))
        return Hits(
            [memory for memory, _ in shown],
            [score for _, score in shown],
            self.matched,
            ranking,
            self.left_out,
        )

    def _choose_mode(self, kind: str) -> str:
        if self.request.mode != "auto":
            return self.request.mode
        return "fused" if kind == QUESTION or self.request.files else "words"

    def _find_places(self) -> tuple[str, ...]:
        named = (path for path in find_paths(self.request.query) if self._is_file(path))
        return tuple(dict.fromkeys((*self.request.files, *named)))

    def _is_file(self, path: str) -> bool:
        if self.graph is None:
            return False
        file = path.partition("::")[0]
        return self.graph.execute(statements.SELECT_FILE_EXISTS, (file,)).fetchone() is not None

    def _build_lists(self, mode: str) -> Iterator[tuple[str, Ranked]]:
        if mode == "words":
            found, self.matched = find_all_words(
                self.memories, self.request.query, self.wanted, self.request.limit
            )
            yield "text", rank_list(found)
            return
        query = self.request.query
        worded = []
        if mode in ("text", "fused"):
            worded = find_any_words(self.memories, query, self.wanted)
        if mode in ("vectors", "fused"):
            nearest = self._find_by_vectors(lambda provider: embed_question(provider, query))
            can_help = bool(self._allowed) and (mode == "fused" or nearest.model is not None)
            imagined = self._imagine() if can_help and is_recall_low(nearest, worded) else ""
            if imagined and nearest.model:
                nearest = self._find_by_vectors(build_mixture(query, imagined))
            elif imagined:
                worded = find_any_words(self.memories, f"{query} {imagined}", self.wanted)
            self.model = nearest.model
            self.notes.extend(nearest.notes)
            yield "vectors", rank_list(nearest.values)
        yield "text", rank_list(worded)
        if mode in ("graph", "fused"):
            yield "graph", rank_list(self._find_by_graph())

    def _imagine(self) -> str:
        """Return a memory that would answer the question, where something can write one."""
        imagined = self.means.imagine(self.request.query) if self.means.imagine else ""
        if imagined:
            self.notes.append("Little was near, so an imagined answer was searched for, too.")
        return imagined

    @cached_property
    def _allowed(self) -> frozenset[int]:
        return frozenset(find_memories(self.memories, self.wanted))

    def _find_by_vectors(self, build: Callable[[Provider], Matrix]) -> Nearest:
        chain = self.means.build_chain()
        if not chain:
            return Nearest(notes=("No model makes vectors here: words and the graph decide.",))
        types = find_embedded_types(self.means.registry)
        vectors = VectorSearch(self.means.database, chain, types, self.means.now)
        return vectors.find(self.memories, self._allowed, build)

    def _find_by_graph(self) -> list[tuple[int, float]]:
        find_near = self.means.find_near
        if find_near is None and self.graph is not None:
            find_near = build_finder(self.graph, self.means.history)
        if not self.files:
            return []
        near = find_near(self.files) if find_near else {}
        rows = self.graph.execute(statements.SELECT_MOVED_PLACES) if self.graph else ()
        return find_nearest(self.memories, self.wanted, self.files, near, dict(rows))

    def _build_scorer(self) -> Scorer:
        request = self.request
        return Scorer(
            self.means.registry,
            read_all_verdicts(self.graph) if self.graph is not None else {},
            self.means.now,
            self.memories.execute(statements.MEMORY_MOST_USED).fetchone()[0],
            phase=request.phase,
            hat=request.hat,
            files=self.files,
            words=frozenset(find_terms(request.query)) if request.hat else (),
        )

    def _score(
        self, relevance: Mapping[int, float], lists: Mapping[str, Ranked], scorer: Scorer
    ) -> list[tuple[Memory, Score]]:
        numbers = sort_by(relevance)[: max(_SCORED, self.request.limit or len(relevance))]
        # Without a limit everything is wanted, and the list can be long.
        read = read_memories(self.memories, numbers)
        scored = [
            (memory, scorer.score(memory, relevance[number], find_standings(lists, number)))
            for number, memory in zip(numbers, read, strict=True)
        ]
        return sorted(scored, key=lambda item: (-item[1].total, item[0].id))

    def _leave_out(
        self, scored: list[tuple[Memory, Score]], scorer: Scorer, *, faint: bool
    ) -> list[tuple[Memory, Score]]:
        best = scored[0][1].total if scored else 0.0
        kept = []
        for memory, score in scored:
            reason = self._find_reason(memory, score, scorer)
            if reason is None and faint and score.total < _FAINT * best:
                reason = "faint"
            if reason is None:
                kept.append((memory, score))
            else:
                self.left_out[reason] = self.left_out.get(reason, 0) + 1
        return kept

    def _find_reason(self, memory: Memory, score: Score, scorer: Scorer) -> str | None:
        """Say why a memory may not be put before somebody who did not ask for it."""
        request = self.request
        if not request.injecting:
            return None
        kind = self.means.registry.get(memory.type)
        if request.session and memory.provenance.session == request.session:
            return "own_session" if memory.state != "scratch" else None
        if scorer.is_stale(memory):
            return "stale"
        if kind is not None and not kind.injectable:
            return "not_injectable"
        if request.hat and score.hat - 1.0 <= LOWEST:
            return "other_hat"
        return None

    def _expand(
        self,
        kept: list[tuple[Memory, Score]],
        relevance: Mapping[int, float],
        scorer: Scorer,
    ) -> list[tuple[Memory, Score]]:
        if self.graph is None or not kept:
            return kept
        top = [memory for memory, _ in kept[: self.request.limit or _SCORED]][:10]
        files = list(dict.fromkeys((*self.files, *find_files(top))))
        companions = find_companions(self.graph, files, self.means.history)
        found = list(find_more(self.memories, self.graph, companions, self.wanted, relevance))
        more = dict(found[:MOST_MEMORIES])
        share = _EXPANDED * max(score.relevance for _, score in kept)
        joined = [
            (memory, scorer.score(memory, share, {}, via=more[number]))
            for number, memory in zip(more, read_memories(self.memories, more), strict=True)
        ]
        joined = [
            (memory, score)
            for memory, score in joined
            if self._find_reason(memory, score, scorer) is None
        ]
        self.matched += len(joined)
        return sorted([*kept, *joined], key=lambda item: (-item[1].total, item[0].id))
