"""Turns relevance into a score: by trust, freshness, age and use, phase and hat.

All are factors. In a sum, as the seed has it (.6 similarity, .25 recency, .15 use), a memory of
today without any relevance comes before the old one that answers the question.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ripplegraph.memory.clock import read_time
from ripplegraph.memory.confidence import compute_confidence
from ripplegraph.memory.freshness.verdicts import STALE, TRUST
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.retrieval.report import ListRank, Score
from ripplegraph.retrieval.role_scores import score_for_hat
from ripplegraph.store.records.memory_records import Memory

_RECENCY_DAYS = 30.0
_RECENCY = 0.04
_USE = 0.02
_TRUST = 0.3
"""How much of a score trust decides: enough to order equals, not to hide the answer."""
_DAY = 86_400.0


@dataclass(frozen=True)
class Scorer:
    """Scores memories for one request."""

    registry: TypeRegistry
    verdicts: Mapping[str, str]
    now: str
    most_used: int
    phase: str | None = None
    hat: str | None = None
    files: Collection[str] = ()
    words: Collection[str] = ()

    def score(
        self,
        memory: Memory,
        relevance: float,
        lists: Mapping[str, ListRank],
        *,
        via: str = "",
    ) -> Score:
        """Return the score of a memory with its parts."""
        confidence = compute_confidence(memory, self.registry, now=self.now)
        trust = 1 - _TRUST + _TRUST * confidence
        freshness = TRUST.get(self.verdicts.get(memory.id, ""), 1.0)
        lively = self._weigh_life(memory)
        phase = self._weigh_phase(memory)
        hat = 1.0 + self._score_hat(memory, confidence) if self.hat else 1.0
        return Score(
            total=round(relevance * trust * freshness * lively * phase * hat, 6),
            relevance=round(relevance, 4),
            trust=round(trust, 4),
            freshness=freshness,
            recency_and_use=round(lively, 4),
            phase=phase,
            hat=round(hat, 4),
            lists=dict(lists),
            via=via,
        )

    def is_stale(self, memory: Memory) -> bool:
        return self.verdicts.get(memory.id, "") in STALE

    def _weigh_life(self, memory: Memory) -> float:
        recency = math.exp(-self._count_days(memory) / _RECENCY_DAYS)
        use = math.log1p(memory.use_count) / math.log1p(self.most_used) if self.most_used else 0.0
        return 1 - _RECENCY - _USE + _RECENCY * recency + _USE * min(1.0, use)

    def _weigh_phase(self, memory: Memory) -> float:
        kind = self.registry.get(memory.type)
        return kind.get_phase_weight(self.phase) if kind and self.phase else 1.0

    def _score_hat(self, memory: Memory, confidence: float) -> float:
        return score_for_hat(
            memory,
            self.hat or "",
            confidence=confidence,
            days=self._count_days(memory),
            files=self.files,
            words=self.words,
        )

    def _count_days(self, memory: Memory) -> float:
        last = max(memory.created_at, memory.last_used_at or "")
        return max(0.0, (read_time(self.now) - read_time(last)).total_seconds() / _DAY)
