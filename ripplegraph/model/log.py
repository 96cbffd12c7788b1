"""The record of everything that was sent to a language model, and what it cost.

A line is written before a question leaves, with the tokens it may take, and one when it is
answered. So nothing leaves without a record, and a question whose process was killed still counts.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ripplegraph.model.dialects import Answer, Question
from ripplegraph.store.connection import create_folder
from ripplegraph.store.database import FOLDER
from ripplegraph.store.files.line_file import Line, LineFile

FILE = "model-log.jsonl"
BOUND = 1_000_000
_COUNTS = ("calls", "failed", "tokens")


@dataclass(frozen=True)
class ModelUse:
    """The use of a language model in a worktree."""

    since: str
    calls: int
    failed: int
    tokens: int
    today: int
    """The tokens of this day (UTC)."""
    last_failure: str
    path: Path


@dataclass(frozen=True)
class Exchange:
    """A question and what became of it."""

    id: str
    at: str
    use: str
    provider: str
    model: str
    url: str
    system: str
    prompt: str
    outcome: str
    """`ok`, why it failed, or `not answered`."""
    answer: str
    tokens: int
    seconds: float | None


class ModelLog:
    """The file `.ripple/model-log.jsonl` of a worktree."""

    def __init__(self, root: Path) -> None:
        self.path = root / FOLDER / FILE
        self._file = LineFile(self.path, BOUND, _fold)

    def begin(
        self, use: str, provider: str, url: str, question: Question, reserved: int
    ) -> str | None:
        """Record a question before it is sent; None: it cannot be recorded."""
        exchange = os.urandom(8).hex()
        line = {
            "kind": "sent",
            "id": exchange,
            "at": _get_now(),
            "use": use,
            "provider": provider,
            "model": question.model,
            "url": url,
            "system": question.system,
            "prompt": question.prompt,
            "reserved": reserved,
        }
        with suppress(OSError):
            create_folder(self.path.parent)
        return exchange if self._file.append(line) else None

    def finish(
        self, exchange: str, *, outcome: str, answer: Answer | None, tokens: int, seconds: float
    ) -> None:
        line = {
            "kind": "got",
            "id": exchange,
            "at": _get_now(),
            "outcome": outcome,
            "answer": answer.text if answer else "",
            "tokens": tokens,
            "seconds": round(seconds, 3),
        }
        self._file.append(line)

    def count_today(self) -> int:
        """Return the tokens of this day, with those that are reserved."""
        today = _get_now()[:10]
        lines = self._file.read()
        used = sum(item.tokens for item in _pair(lines) if item.at[:10] == today)
        return used + sum(_int(line, "tokens") for line in _find_totals(lines, today))

    def read_use(self) -> ModelUse | None:
        lines = self._file.read()
        exchanges = list(_pair(lines))
        totals = list(_find_totals(lines))
        if not exchanges and not totals:
            return None
        failures = [item for item in exchanges if item.outcome != "ok"]
        calls, failed, tokens = (sum(_int(line, name) for line in totals) for name in _COUNTS)
        days = [item.at[:10] for item in exchanges] + [str(line.get("day")) for line in totals]
        return ModelUse(
            since=min(days),
            calls=calls + len(exchanges),
            failed=failed + len(failures),
            tokens=tokens + sum(item.tokens for item in exchanges),
            today=self.count_today(),
            last_failure=failures[-1].outcome if failures else "",
            path=self.path,
        )

    def read_exchanges(self, limit: int | None = None) -> tuple[Exchange, ...]:
        """Return what was sent, newest first."""
        return tuple(reversed(list(_pair(self._file.read()))))[:limit]


def _pair(lines: list[Line]) -> Iterator[Exchange]:
    got = {line.get("id"): line for line in lines if line.get("kind") == "got"}
    for line in lines:
        if line.get("kind") == "sent":
            yield _build_exchange(line, got.get(line.get("id"), {}))


def _build_exchange(sent: Line, got: Line) -> Exchange:
    seconds = got.get("seconds")
    texts = ("id", "at", "use", "provider", "model", "url", "system", "prompt")
    told: dict[str, Any] = {name: str(sent.get(name, "")) for name in texts}
    return Exchange(
        **told,
        outcome=str(got.get("outcome", "not answered")),
        answer=str(got.get("answer", "")),
        tokens=_int(got, "tokens") if got else _int(sent, "reserved"),
        seconds=seconds if isinstance(seconds, int | float) else None,
    )


def _find_totals(lines: list[Line], day: str | None = None) -> Iterator[Line]:
    for line in lines:
        if line.get("kind") == "total" and day in (None, line.get("day")):
            yield line


def _fold(lines: list[Line]) -> list[Line]:
    """Keep the newest exchanges in half of the room, and of the others what they cost each day."""
    exchanges = list(_pair(lines))
    room = BOUND // 2
    kept: set[str] = set()
    sizes: Counter[str] = Counter()
    for line in lines:
        sizes[str(line.get("id"))] += len(json.dumps(line))
    for item in reversed(exchanges):
        room -= sizes[item.id]
        if room < 0:
            break
        kept.add(item.id)
    totals: dict[str, dict[str, Any]] = {}
    for line in _find_totals(lines):
        _add(totals, str(line.get("day")), *(_int(line, name) for name in _COUNTS))
    for item in exchanges:
        if item.id not in kept:
            _add(totals, item.at[:10], 1, int(item.outcome != "ok"), item.tokens)
    return [*totals.values(), *(line for line in lines if line.get("id") in kept)]


def _add(totals: dict[str, dict[str, Any]], day: str, *counts: int) -> None:
    empty: dict[str, Any] = {"kind": "total", "day": day, **dict.fromkeys(_COUNTS, 0)}
    total = totals.setdefault(day, empty)
    for name, count in zip(_COUNTS, counts, strict=True):
        total[name] += count


def _int(line: Line, name: str) -> int:
    value = line.get(name)
    return value if isinstance(value, int) else 0


def _get_now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
