"""Answers of the last scan, used again where nothing that they depend on changed."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ripplegraph.indexing.incremental.kept_answers import unpack_answers
from ripplegraph.indexing.incremental.link_state import StoredLinkState
from ripplegraph.indexing.incremental.question_words import describe, find_subject
from ripplegraph.indexing.incremental.stored_values import ValueStore
from ripplegraph.linking.engine.marks import ANSWER
from ripplegraph.linking.engine.stored_keys import hash_key
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.values.value import Values


class RecalledAnswers:
    """Answers of the last scan about files that are not linked now."""

    def __init__(
        self,
        analysis: ProjectAnalysis,
        memory: StoredLinkState,
        linked: Container[str],
        doubtful: Container[int],
    ) -> None:
        self._analysis = analysis
        self._memory = memory
        self._linked = linked
        self._doubtful = doubtful
        """The answers that may come out differently."""
        self._values = ValueStore(analysis)

    def find(self, key: Any) -> tuple[Values, bool] | None:
        """Return the answer to a question in this round, see `shared_answers.StoredAnswers`."""
        if find_subject(key) in self._linked:
            # What is looked for on behalf of a file that is linked is noted with it.
            return None
        word = describe(self._analysis, key)
        number = hash_key(ANSWER + word)
        row = None if number in self._doubtful else self._memory.answer(number)
        if row is None or row.question != word:
            return None
        kept = unpack_answers(row.answers)[self._analysis.flows.round]
        if kept is None or kept.values is None:
            return None
        values = self._values.restore(kept.values)
        return None if values is None else (values, kept.is_flowing)
