"""The report of changes that scans found."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ripplegraph.graph.changes import ChangeLog, RecordedChange, RecordedScan
from ripplegraph.graph.ids import get_path
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.database import Database
from ripplegraph.store.graph.change_log import read_changes


@dataclass(frozen=True)
class ChangeReport:
    """The changes that were asked for, oldest first, and how many there are besides."""

    generation: str | None
    first: int
    last: int
    complete: bool
    """Whether all changes after the asked-for number are still kept."""
    matched: int
    omitted: int
    """How many of those that matched are left out: the oldest, because of a limit."""
    scans: tuple[RecordedScan, ...]
    changes: tuple[RecordedChange, ...]


def report_changes(
    graph: Database,
    *,
    since: int | None,
    kinds: Collection[str],
    path: str | None,
    limit: int | None,
) -> ChangeReport:
    """Read the log and choose by kind and by path; of a move both its places count."""
    with open_for_reading(graph) as connection:
        log = read_changes(connection, since)
    matched = [
        change
        for change in log.changes
        if (not kinds or change.kind in kinds) and (path is None or _touches(change, path))
    ]
    shown = matched[_find_start(matched, limit) :]
    return ChangeReport(
        generation=log.generation,
        first=log.first,
        last=log.last,
        complete=log.complete,
        matched=len(matched),
        omitted=len(matched) - len(shown),
        scans=_find_scans(log, shown),
        changes=tuple(shown),
    )


def _find_start(changes: Sequence[RecordedChange], limit: int | None) -> int:
    """Return where the newest changes begin: what one scan found in one file stays together."""
    start = 0 if limit is None else max(0, len(changes) - limit)
    while 0 < start < len(changes) and _get_place(changes[start]) == _get_place(changes[start - 1]):
        start -= 1
    return start


def _get_place(change: RecordedChange) -> tuple[int, str | None]:
    return change.scan, get_path(change.id)


def _touches(change: RecordedChange, place: str) -> bool:
    """Tell whether a change is of a file, in a folder, or of a definition or what is inside it."""
    wanted = place.removeprefix("./").rstrip("/")
    return any(
        wanted in ("", ".")
        or key == wanted
        or get_path(key) == wanted
        or key.startswith((f"{wanted}/", f"{wanted}."))
        for key in (change.id, change.previous_id)
        if key is not None
    )


def _find_scans(log: ChangeLog, shown: Collection[RecordedChange]) -> tuple[RecordedScan, ...]:
    wanted = {change.scan for change in shown}
    return tuple(scan for scan in log.scans if scan.first in wanted)
