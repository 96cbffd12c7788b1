"""Finds the functions whose parameters may be given something else by files that are linked."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ripplegraph.indexing.incremental.answer_checks import AnswerChecks
from ripplegraph.indexing.incremental.kept_answers import unpack_answers
from ripplegraph.indexing.incremental.link_state import StoredLinkState
from ripplegraph.indexing.incremental.question_words import describe
from ripplegraph.linking.engine.evaluator import NO_FILE, NO_FLOWS
from ripplegraph.linking.engine.marks import ANSWER, CALLS
from ripplegraph.linking.engine.shared_answers import GIVEN
from ripplegraph.linking.engine.stored_keys import hash_key
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.value_digests import ValueDigests
from ripplegraph.linking.values.value import Parameter


class CallChecks:
    """Compares what call sites pass with what they passed in the last scan, file by file."""

    def __init__(self, memory: StoredLinkState, answers: AnswerChecks) -> None:
        self._memory = memory
        self._answers = answers

    def check(
        self, analysis: ProjectAnalysis, turn: int, functions: Sequence[str], files: Collection[str]
    ) -> None:
        """Suspect the answers that call sites in some files decide and may have changed.

        `functions` has the keys of all functions that these files call, or called.
        """
        users = {key: self._memory.answers_of(hash_key(CALLS + key)) for key in functions}
        users = {key: answers for key, answers in users.items() if answers}
        self._answers.doubt(answer for answers in users.values() for answer in answers)
        numbers = {self._memory.number_of(path): path for path in files}
        digests = ValueDigests(analysis)
        for key, answers in users.items():
            if self._is_given_more(analysis, turn, key, numbers, digests):
                self._answers.suspect(answers)

    def _is_given_more(
        self,
        analysis: ProjectAnalysis,
        turn: int,
        key: str,
        files: dict[int, str],
        digests: ValueDigests,
    ) -> bool:
        """Whether a parameter of a function is given something else, or nobody knows."""
        path = key.partition("::")[0]
        index = analysis.views[path].find_key(key) if path in analysis.paths else -1
        if index < 0:
            return True
        params = range(len(analysis.views[path].definitions[index].params))
        known = False
        for at in params:
            question = describe(analysis, (GIVEN, path, index, at))
            row = self._memory.answer(hash_key(ANSWER + question))
            if row is None or row.question != question:
                continue
            known = True
            kept = unpack_answers(row.answers)[turn]
            if kept is None:
                continue
            if kept.shares is None:
                return True
            before = {number: share for number, share in kept.shares.items() if number in files}
            if before != self._find_shares(analysis, Parameter(path, index, at), digests):
                return True
        return not known

    def _find_shares(
        self, analysis: ProjectAnalysis, value: Parameter, digests: ValueDigests
    ) -> dict[int, bytes]:
        solver = analysis.solver
        solver.read, solver.file, solver.touched = set(), NO_FILE, NO_FLOWS
        shares = analysis.flows.find_shares(value)
        return {
            self._memory.number_of(path): digests.find_share(share)
            for path, share in shares.items()
        }
