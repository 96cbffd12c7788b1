"""Finds the functions whose parameters may be given something else by files that are linked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ripplegraph.indexing.incremental.answer_checks import AnswerChecks
from ripplegraph.indexing.incremental.kept_answers import describe_param
from ripplegraph.indexing.incremental.link_state import StoredLinkState
from ripplegraph.indexing.incremental.question_words import describe
from ripplegraph.indexing.incremental.stored_values import ValueStore, count_given, is_same_share
from ripplegraph.indexing.stored_keys import hash_key
from ripplegraph.linking.engine.evaluator import NO_FILE, NO_FLOWS
from ripplegraph.linking.engine.marks import ANSWER, CALLS
from ripplegraph.linking.engine.shared_answers import GIVEN
from ripplegraph.linking.inference.call_flow import FileSites, Site
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.value import Parameter


class CallChecks:
    """Compares what call sites pass with what they passed in the last scan, file by file."""

    _analysis: ProjectAnalysis
    _values: ValueStore

    def __init__(
        self, memory: StoredLinkState, answers: AnswerChecks, changed: Collection[str]
    ) -> None:
        """Take the files that say something else, or are gone."""
        self._memory = memory
        self._answers = answers
        self._changed = changed

    def check(
        self,
        analysis: ProjectAnalysis,
        values: ValueStore,
        turn: int,
        linked: Mapping[str, FileLinks],
    ) -> None:
        """Suspect the answers that call sites in some files decide and may have changed.

        `linked` has what was found so far in the files that are linked now.
        """
        self._analysis, self._values = analysis, values
        functions = self._find_called(turn, linked)
        users = {key: self._memory.answers_of(hash_key(CALLS + key)) for key in sorted(functions)}
        users = {key: answers for key, answers in users.items() if answers}
        self._answers.doubt(answer for answers in users.values() for answer in answers)
        numbers = {self._memory.number_of(p): p for p in {*linked, *self._memory.away}}
        for key, answers in users.items():
            if self._is_given_more(turn, key, numbers):
                self._answers.suspect(answers)

    def _find_called(self, turn: int, linked: Mapping[str, FileLinks]) -> set[str]:
        """Return the functions that other calls lead to than in the last scan.

        A call that stands where it stood passes the same as long as nothing that its arguments
        depend on changed. What does change reaches the answers worked out from it by itself.
        """
        found: set[str] = set()
        for path in {*linked, *self._memory.away}:
            before = self._memory.kept(path).sites
            after = linked[path].sites if path in linked else {}
            keys = before.keys() | after.keys()
            if path not in self._changed:
                keys = {
                    key
                    for key in keys
                    if _cut(before.get(key, ()), turn) != _cut(after.get(key, ()), turn)
                }
            found |= keys
        return found

    def _is_given_more(self, turn: int, key: str, files: Mapping[int, str]) -> bool:
        """Whether a parameter of a function is given something else, or nobody knows."""
        analysis = self._analysis
        path = key.partition("::")[0]
        index = analysis.views[path].find_key(key) if path in analysis.paths else -1
        if index < 0:
            return True
        sites = analysis.flows.find_sites((path, index))
        called = {self._memory.number_of(path): found for path, found in sites.items()}
        known = False
        for at, param in enumerate(analysis.views[path].definitions[index].params):
            question = describe(analysis, (GIVEN, path, index, at))
            row = self._memory.answer(hash_key(ANSWER + question))
            if row is None or row.question != question:
                continue
            known = True
            rounds, given = self._memory.unpack(row)
            kept = rounds[turn]
            if kept is None:
                continue
            if kept.shares is None or given.param != describe_param(param):
                return True
            before = {number: share for number, share in kept.shares.items() if number in files}
            if kept.is_whole:
                if before.keys() != called.keys():
                    return True
            elif not self._has_same_places(key, turn, files, called):
                return True
            value = Parameter(path, index, at)
            if not self._is_same(value, before, called, is_whole=kept.is_whole):
                return True
        return not known

    def _has_same_places(
        self, key: str, turn: int, files: Mapping[int, str], called: Mapping[int, FileSites]
    ) -> bool:
        """Whether files call a function as often as in the last scan, so that the call sites that
        are looked at are the same."""
        for number, path in files.items():
            levels = [level for level, _, _ in self._memory.kept(path).sites.get(key, ())]
            before = levels.count(0), levels.count(turn) if turn else 0
            if before != _count(called.get(number, ((), ()))):
                return False
        return True

    def _is_same(
        self,
        value: Parameter,
        before: Mapping[int, bytes],
        called: Mapping[int, FileSites],
        *,
        is_whole: bool,
    ) -> bool:
        """Whether some files pass the same as in the last scan, as far as that was looked at."""
        solver = self._analysis.solver
        for number, kept in before.items():
            counts = count_given(kept)
            own, passed = called.get(number, ([], []))
            if counts is None or (is_whole and counts != (len(own), len(passed))):
                return False
            solver.read, solver.file, solver.touched = set(), NO_FILE, NO_FLOWS
            sites = own[: counts[0]], passed[: counts[1]]
            share = self._analysis.flows.find_share(value, sites)
            if not is_same_share(kept, self._values.keep_share(share)):
                return False
        return True


def _count(sites: tuple[Sequence[Site], Sequence[Site]]) -> tuple[int, int]:
    return len(sites[0]), len(sites[1])


def _cut(sites: Sequence[tuple[int, int, int]], turn: int) -> Sequence[tuple[int, int, int]]:
    """Return the call sites that count in a round."""
    return [site for site in sites if site[0] in (0, turn)]
