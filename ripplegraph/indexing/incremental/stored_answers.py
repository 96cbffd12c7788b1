"""Answers of the last scan, used again where nothing that they depend on changed."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

from ripplegraph.graph.facts import Param
from ripplegraph.indexing.incremental.kept_answers import describe_param
from ripplegraph.indexing.incremental.link_state import StoredLinkState
from ripplegraph.indexing.incremental.question_words import describe, find_subject
from ripplegraph.indexing.incremental.stored_values import ValueStore
from ripplegraph.indexing.stored_keys import hash_key
from ripplegraph.linking.engine.marks import ANSWER, KEPT_SHARES
from ripplegraph.linking.engine.shared_answers import GIVEN
from ripplegraph.linking.inference.call_flow import FoundShares, Share, Site
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.values.value import Parameter, Values
from ripplegraph.store.graph.link_state import unpack_keys


class RecalledAnswers:
    """Answers of the last scan about files that are not linked now."""

    def __init__(
        self,
        analysis: ProjectAnalysis,
        memory: StoredLinkState,
        linked: Container[str],
        doubtful: Container[int],
        values: ValueStore,
    ) -> None:
        self._analysis = analysis
        self._memory = memory
        self._linked = linked
        self._doubtful = doubtful
        """The answers that may come out differently."""
        self._values = values

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
        kept = self._memory.unpack(row)[0][self._analysis.flows.round]
        if kept is None or kept.values is None:
            return None
        values = self._values.restore(kept.values)
        return None if values is None else (values, kept.is_flowing)


class RecalledSites:
    """Call sites in files that are not linked now, and what they were found to pass."""

    def __init__(
        self,
        analysis: ProjectAnalysis,
        memory: StoredLinkState,
        values: ValueStore,
        is_changed: Callable[[int], bool],
    ) -> None:
        """Take what tells whether something came out differently, or may, by its key."""
        self._analysis = analysis
        self._memory = memory
        self._values = values
        self._is_changed = is_changed

    def sites(self, key: str, level: int) -> Sequence[Site]:
        """Return call sites, see `call_flow.OtherSites`."""
        return self._memory.sites(key, level)

    def find_shares(self, value: Parameter, param: Param, turn: int) -> FoundShares | None:
        """Return what files pass for a parameter, see `call_flow.OtherSites`."""
        question = (GIVEN, value.path, value.definition, value.index)
        word = describe(self._analysis, question)
        row = self._memory.answer(hash_key(ANSWER + word))
        if row is None or row.question != word:
            return None
        rounds, given = self._memory.unpack(row)
        kept = rounds[turn]
        if kept is None or kept.shares is None:
            return None
        if given.param != describe_param(param):
            return None
        passed = {*unpack_keys(row.keys)}.difference(unpack_keys(given.own))
        if any(map(self._is_changed, passed)):
            return None
        shares = self._restore(kept.shares)
        if shares is None:
            return None
        mark = self._analysis.solver.marks.of(f"{KEPT_SHARES}{row.key}")
        return shares, mark, kept.is_whole

    def _restore(self, kept: dict[int, bytes]) -> dict[str, Share] | None:
        found: dict[str, Share] = {}
        for number, data in kept.items():
            path = self._memory.path_of(number)
            if path is None or path in self._memory.away:
                continue
            share = self._values.restore_share(data)
            if share is None:
                return None
            found[path] = share
        return found
