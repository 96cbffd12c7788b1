"""Counts what becomes of the entries of a file, and keeps the reasons of refusals."""

from collections.abc import Callable
from dataclasses import dataclass

from ripplegraph.errors import UsageError

_LISTED = 1_000
"""So many refusals are listed; of more there is only the number."""


@dataclass(frozen=True)
class Refused:
    """Something that was not imported, and why."""

    entry: str
    reason: str


@dataclass(frozen=True)
class ImportReport:
    """The report of an import, by outcome."""

    format: str
    added: int
    updated: int
    confirmed: int
    unchanged: int
    """How many were there already."""
    refused: tuple[Refused, ...]
    refused_besides: int = 0
    """How many more were refused than are listed."""
    spooled: bool = False


class Results:
    """The counts of an import that goes on."""

    def __init__(self) -> None:
        self.done = 0
        self.kept = 0
        """How many were added or changed in transactions that are complete."""
        self.last_event = 0
        """The last event of the transaction at work: on disk, it shows that all of it is."""
        self._counts = dict.fromkeys(("added", "updated", "confirmed", "unchanged"), 0)
        self._refused: list[Refused] = []
        self._besides = 0

    @property
    def changed(self) -> int:
        return sum(count for name, count in self._counts.items() if name != "unchanged")

    def settle(self) -> None:
        """Take note that all that was done so far is on disk."""
        self.kept = self.changed

    def count(self, result: str) -> None:
        self._counts[result] += 1

    def refuse(self, place: str, reason: str) -> None:
        if len(self._refused) < _LISTED:
            self._refused.append(Refused(place, reason))
        else:
            self._besides += 1

    def attempt(self, place: str, take: Callable[..., None], *values: object) -> None:
        """Take something in; what the gate refuses is reported and left out."""
        self.done += 1
        try:
            take(*values)
        except UsageError as error:
            self.refuse(place, error.message)

    def build_report(self, format_name: str, *, spooled: bool) -> ImportReport:
        return ImportReport(
            format_name,
            refused=tuple(self._refused),
            refused_besides=self._besides,
            spooled=spooled,
            **self._counts,
        )
