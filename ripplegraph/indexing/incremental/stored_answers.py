"""Answers of the last scan, used again where nothing that they depend on changed."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ripplegraph.indexing.incremental.kept_answers import unpack_answers
from ripplegraph.indexing.incremental.link_state import StoredLinkState
from ripplegraph.indexing.linking.keys import hash_key
from ripplegraph.indexing.linking.marks import ANSWER
from ripplegraph.indexing.linking.questions import describe, find_subject
from ripplegraph.indexing.linking.stored_values import ValueStore
from ripplegraph.indexing.linking.values import Values
from ripplegraph.indexing.linking.world import World


class RecalledAnswers:
    """Answers of the last scan about files that are not linked now."""

    def __init__(
        self,
        world: World,
        memory: StoredLinkState,
        linked: Container[str],
        doubtful: Container[int],
    ) -> None:
        self._world = world
        self._memory = memory
        self._linked = linked
        self._doubtful = doubtful
        """The answers that may come out differently."""
        self._values = ValueStore(world)

    def find(self, key: Any) -> tuple[Values, bool] | None:
        """Return the answer to a question in this round, see `shared_answers.StoredAnswers`."""
        if find_subject(key) in self._linked:
            # What is looked for on behalf of a file that is linked is noted with it.
            return None
        word = describe(self._world, key)
        number = hash_key(ANSWER + word)
        row = None if number in self._doubtful else self._memory.answer(number)
        if row is None or row.question != word:
            return None
        kept = unpack_answers(row.answers)[self._world.flows.round]
        if kept is None or kept.values is None:
            return None
        values = self._values.restore(kept.values)
        return None if values is None else (values, kept.is_flowing)
