"""Searches near a memory that would answer a question, where too little is near the question."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from ripplegraph.embeddings.provider import Provider
from ripplegraph.retrieval.vector_list import Nearest, embed_question

if TYPE_CHECKING:
    from ripplegraph.embeddings.vectors import Matrix

SHARE = 0.6
"""The part of the imagined memory in the vector that is searched for."""
GOOD = 0.5
ENOUGH = 3


def is_recall_low(nearest: Nearest, worded: Collection[object]) -> bool:
    """Tell whether too little is really near; without vectors, whether words find too little."""
    if nearest.model is None:
        return len(worded) < ENOUGH
    return sum(value >= GOOD for _, value in nearest.values) < ENOUGH


def build_mixture(question: str, imagined: str) -> Callable[[Provider], Matrix]:
    """Build the function that makes one vector of a question and an imagined answer."""

    def build(provider: Provider) -> Matrix:
        from ripplegraph.embeddings.vectors import mix

        asked, answered = (embed_question(provider, text) for text in (question, imagined))
        return mix(asked, answered, share=SHARE)

    return build
