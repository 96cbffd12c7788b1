"""Finds what depends on a change: files, and answers that may come out the same all the same."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ripplegraph.indexing.incremental.link_state import NOT_ASKED, StoredLinkState, find_digest
from ripplegraph.indexing.incremental.question_words import ask, find_given
from ripplegraph.indexing.incremental.value_digests import ValueDigests, find_unnamed_classes
from ripplegraph.indexing.stored_keys import hash_key
from ripplegraph.linking.engine.evaluator import NO_FILE, NO_FLOWS
from ripplegraph.linking.engine.marks import CALLS
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.store.graph.link_state import LinkAnswerRow


class Reached:
    """The files and shared answers that depend on something that changed."""

    def __init__(self, memory: StoredLinkState) -> None:
        self._memory = memory
        self.files: set[str] = set()
        self.answers: set[int] = set()
        self.keys: set[int] = set()
        """The keys of what changed."""

    def add(self, word: str) -> None:
        """Reach who depends on something, by its word."""
        self.add_key(hash_key(word))

    def add_key(self, key: int) -> None:
        """Reach who depends on something, by the hash of its word."""
        self.keys.add(key)
        self.files |= self._memory.users_of(key)
        self.answers.update(self._memory.answers_of(key))


class AnswerChecks:
    """Works shared answers out again that may have changed; whoever uses those that did is
    reached."""

    def __init__(self, memory: StoredLinkState, reached: Reached, changed: Collection[str]) -> None:
        self._memory = memory
        self._reached = reached
        self._changed = changed
        """Files that say something else: classes without a name may be others."""
        self._different: set[int] = set()
        self.doubtful: set[int] = set()
        """Answers that may not be used again: they came out differently, or are not checked."""

    def is_changed(self, key: int) -> bool:
        """Whether something changed, or is an answer that may come out differently."""
        return key in self._reached.keys or key in self.doubtful

    def suspect(self, answers: Iterable[int]) -> None:
        """Ask some questions again in the next check."""
        self._reached.answers.update(answers)

    def doubt(self, answers: Iterable[int]) -> None:
        """Use no answers again that were reached, none of some others, and none that depends on
        them."""
        self.doubtful.clear()
        todo = [*self._reached.answers, *answers]
        while todo:
            key = todo.pop()
            if key not in self.doubtful:
                self.doubtful.add(key)
                todo += self._memory.answers_of(key)

    def check(self, analysis: ProjectAnalysis, turn: int) -> None:
        """Ask the questions of all answers that were reached, and of those they reach."""
        digests = ValueDigests(analysis)
        asked: set[int] = set()
        self.doubt(())
        while todo := sorted(self._reached.answers - asked):
            asked.update(todo)
            for key in todo:
                row = self._memory.answer(key)
                if row is not None and self._is_different(analysis, row, turn, digests):
                    self._take_difference(row)

        self.doubtful -= self.doubtful - self._different

    def _take_difference(self, row: LinkAnswerRow) -> None:
        if row.key not in self._different:
            self._different.add(row.key)
            self._reached.add_key(row.key)
            function = find_given(row.question)
            if function is not None:
                self._reached.add(CALLS + function)

    def _is_different(
        self, analysis: ProjectAnalysis, row: LinkAnswerRow, turn: int, digests: ValueDigests
    ) -> bool:
        solver = analysis.solver
        solver.read, solver.file, solver.touched = set(), NO_FILE, NO_FLOWS
        found = ask(analysis, row.question)
        if found is None:
            self._memory.gone_answers.add(row.key)
            return True
        before = find_digest(row, turn)
        if before == NOT_ASKED:
            return False
        unnamed = find_unnamed_classes(analysis, found)
        now = digests.find(found, flowing=bool(solver.touched))
        return before != now or not unnamed.isdisjoint(self._changed)
