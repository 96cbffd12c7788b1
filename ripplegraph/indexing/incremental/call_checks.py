"""Finds the functions whose parameters may be given something else by files that are linked."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ripplegraph.indexing.incremental.answer_checks import AnswerChecks
from ripplegraph.indexing.incremental.kept_answers import unpack_answers
from ripplegraph.indexing.incremental.link_state import StoredLinkState
from ripplegraph.indexing.linking.describing import ValueDigests
from ripplegraph.indexing.linking.evaluator import NO_FILE, NO_FLOWS
from ripplegraph.indexing.linking.keys import hash_key
from ripplegraph.indexing.linking.marks import ANSWER, CALLS
from ripplegraph.indexing.linking.questions import describe
from ripplegraph.indexing.linking.shared_answers import GIVEN
from ripplegraph.indexing.linking.values import Parameter
from ripplegraph.indexing.linking.world import World


class CallChecks:
    """Compares what call sites pass with what they passed in the last scan, file by file."""

    def __init__(self, memory: StoredLinkState, answers: AnswerChecks) -> None:
        self._memory = memory
        self._answers = answers

    def check(
        self, world: World, turn: int, functions: Sequence[str], files: Collection[str]
    ) -> None:
        """Suspect the answers that call sites in some files decide and may have changed.

        `functions` has the keys of all functions that these files call, or called.
        """
        users = {key: self._memory.answers_of(hash_key(CALLS + key)) for key in functions}
        users = {key: answers for key, answers in users.items() if answers}
        self._answers.doubt(answer for answers in users.values() for answer in answers)
        numbers = {self._memory.number_of(path): path for path in files}
        digests = ValueDigests(world)
        for key, answers in users.items():
            if self._is_given_more(world, turn, key, numbers, digests):
                self._answers.suspect(answers)

    def _is_given_more(
        self, world: World, turn: int, key: str, files: dict[int, str], digests: ValueDigests
    ) -> bool:
        """Whether a parameter of a function is given something else, or nobody knows."""
        path = key.partition("::")[0]
        index = world.views[path].find_key(key) if path in world.paths else -1
        if index < 0:
            return True
        params = range(len(world.views[path].definitions[index].params))
        known = False
        for at in params:
            question = describe(world, (GIVEN, path, index, at))
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
            if before != self._find_shares(world, Parameter(path, index, at), digests):
                return True
        return not known

    def _find_shares(
        self, world: World, value: Parameter, digests: ValueDigests
    ) -> dict[int, bytes]:
        solver = world.solver
        solver.read, solver.file, solver.touched = set(), NO_FILE, NO_FLOWS
        shares = world.flows.find_shares(value)
        return {
            self._memory.number_of(path): digests.find_share(share)
            for path, share in shares.items()
        }
