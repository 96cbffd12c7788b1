"""The shared answers of a linker as each round of call flow leaves them, for a later scan."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from ripplegraph.indexing.incremental.stored_values import ValueStore
from ripplegraph.indexing.incremental.value_digests import ValueDigests
from ripplegraph.linking.engine.shared_answers import GIVEN, ROUNDS, Found
from ripplegraph.linking.linker import Linker

Shares = tuple[Mapping[str, bytes], bool]
"""What each file gives a parameter, as it is kept, and whether that is all."""


class RoundAnswers:
    """What the linker answered in each round; to be made before it links."""

    def __init__(self, linker: Linker) -> None:
        self._analysis = linker.analysis
        self.digests = ValueDigests(linker.analysis)
        self.values = ValueStore(linker.analysis, self.digests)
        self._flowing: dict[Hashable, list[Found | None]] = {}
        self._shares: dict[Hashable, list[Shares | None]] = {}
        self._share_marks: dict[Hashable, set[int]] = {}
        linker.on_answers = self._note

    def find(self, question: Hashable, turn: int) -> tuple[Found | None, bool]:
        """Return the answer in a round, None where nobody asked, and whether call flow decides
        it."""
        flowing = self._flowing.get(question)
        if flowing is not None and flowing[turn] is not None:
            return flowing[turn], True
        return self._analysis.solver.shared.known[question].lasting, False

    def find_shares(self, question: Hashable, turn: int) -> Shares | None:
        """Return what each file gives, where the question is what a parameter is given."""
        shares = self._shares.get(question)
        return None if shares is None else shares[turn]

    def find_share_marks(self, question: Hashable) -> set[int]:
        """Return the marks of what these shares were worked out from."""
        return self._share_marks.get(question, set())

    def _note(self, turn: int) -> None:
        solver, keep = self._analysis.solver, self.values.keep_share
        for question, known in solver.shared.known.items():
            found = solver.flowing.get(question)
            if found is not None and found[1] != known.mark:
                rounds = self._flowing.setdefault(question, [None] * ROUNDS)
                rounds[turn] = found[0], found[1]
        for value, (given, mark, is_whole) in self._analysis.flows.shares.items():
            question = (GIVEN, value.path, value.definition, value.index)
            solver.shared.register(question)
            kept = {path: keep(share) for path, share in given.items()}
            self._shares.setdefault(question, [None] * ROUNDS)[turn] = kept, is_whole
            self._share_marks.setdefault(question, set()).add(mark)
