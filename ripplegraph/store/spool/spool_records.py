"""A change of memories as it waits in the spool: a line of text that says when it is damaged."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import Any

from ripplegraph.store.records.memory_records import Event, Plain, event_from_plain, to_plain

VERSION = 1


class NewerSpoolError(ValueError):
    """A line that a newer ripple wrote."""


@dataclass(frozen=True)
class SpooledRow:
    """A whole memory before and after; None where there was none, or is none any more."""

    memory_id: str
    before: Plain | None
    after: Plain | None


@dataclass(frozen=True)
class Recording:
    """The changes of one transaction."""

    events: tuple[Event, ...] = ()
    rows: tuple[SpooledRow, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    meta: Mapping[str, str] = field(default_factory=dict)
    work: tuple[Plain, ...] = ()
    """Episodes and artifacts as they are in the end, and their events, as an export has them."""

    @property
    def is_empty(self) -> bool:
        return not (self.events or self.rows or self.aliases or self.meta or self.work)


@dataclass(frozen=True)
class SpooledChange:
    """A transaction that waits, by spool and number: that is how it is known to be merged."""

    spool: str
    number: int
    at: str
    recording: Recording


def write_line(change: SpooledChange) -> bytes:
    """Write a change as one line."""
    recording = change.recording
    plain = {
        "version": VERSION,
        "spool": change.spool,
        "number": change.number,
        "at": change.at,
        "events": [to_plain(event) for event in recording.events],
        "rows": [asdict(row) for row in recording.rows],
        "aliases": [list(alias) for alias in recording.aliases],
        "meta": dict(recording.meta),
        "work": list(recording.work),
    }
    text = _write(plain)
    return f'{{"check": "{_compute_check(text)}", "change": {text}}}\n'.encode()


def read_line(line: bytes) -> SpooledChange:
    """Read a change; a ValueError says what is wrong with the line."""
    try:
        whole = json.loads(line)
        plain = whole["change"]
        if plain["version"] > VERSION:
            raise NewerSpoolError("a newer ripple wrote it")
        if _compute_check(_write(plain)) != whole["check"]:
            raise ValueError("it does not match its checksum")
        return _build(plain)
    except (KeyError, TypeError, AttributeError, RecursionError, UnicodeError) as error:
        raise ValueError(f"{type(error).__name__} {error}") from error


def _build(plain: Mapping[str, Any]) -> SpooledChange:
    recording = Recording(
        tuple(event_from_plain(event) for event in plain["events"]),
        tuple(SpooledRow(**row) for row in plain["rows"]),
        tuple((str(alias), str(memory_id)) for alias, memory_id in plain["aliases"]),
        {str(key): str(value) for key, value in plain["meta"].items()},
        tuple(dict(line) for line in plain["work"]),
    )
    return SpooledChange(str(plain["spool"]), int(plain["number"]), str(plain["at"]), recording)


def _compute_check(text: str) -> str:
    return blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()


def _write(plain: Plain) -> str:
    return json.dumps(plain, sort_keys=True)
