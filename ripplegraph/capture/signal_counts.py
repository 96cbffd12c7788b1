"""Counts of signals by outcome, while a transcript is read."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from ripplegraph.capture.report import (
    MAX_LISTED,
    Accepted,
    IngestReport,
    Outcome,
    Refused,
    Unreadable,
)
from ripplegraph.capture.service import WriteOutcome

Item = TypeVar("Item")


@dataclass
class SignalCounts:
    """All counts, and the first entries of each kind."""

    messages: int = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    accepted: list[Accepted] = field(default_factory=list)
    refused_count: int = 0
    refused: list[Refused] = field(default_factory=list)
    ignored: Counter[str] = field(default_factory=Counter)
    unreadable_count: int = 0
    unreadable: list[Unreadable] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    spooled: bool = False

    def add(self, intake: WriteOutcome) -> None:
        self.outcomes.update(item.outcome for item in intake.accepted)
        _extend(self.accepted, intake.accepted)
        for refused in intake.refused:
            self.refuse(refused)
        self.spooled = self.spooled or intake.spooled

    def refuse(self, refused: Refused) -> None:
        self.refused_count += 1
        _extend(self.refused, (refused,))

    def pass_over(self, line: int, reason: str) -> None:
        """Count a line that cannot be read."""
        self.unreadable_count += 1
        _extend(self.unreadable, (Unreadable(line, reason),))

    def build_report(
        self,
        *,
        transcript: str,
        form: str,
        session: str | None,
        lines: tuple[int, int],
        dry_run: bool,
    ) -> IngestReport:
        first, last = lines
        return IngestReport(
            transcript=transcript,
            format=form,
            session=session,
            first_line=first,
            last_line=last,
            messages=self.messages,
            new=self.outcomes[Outcome.NEW],
            confirmed=self.outcomes[Outcome.CONFIRMED],
            known=self.outcomes[Outcome.KNOWN],
            accepted=tuple(self.accepted),
            refused_count=self.refused_count,
            refused=tuple(sorted(self.refused, key=lambda item: item.line)),
            ignored=dict(sorted(self.ignored.items())),
            unreadable_count=self.unreadable_count,
            unreadable=tuple(self.unreadable),
            notices=tuple(self.notices),
            dry_run=dry_run,
            spooled=self.spooled,
        )


def _extend(listed: list[Item], items: Iterable[Item]) -> None:
    listed.extend(islice(items, max(0, MAX_LISTED - len(listed))))
