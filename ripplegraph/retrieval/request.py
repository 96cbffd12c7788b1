"""The request of a search."""

from collections.abc import Callable
from dataclasses import dataclass

from ripplegraph.errors import UsageError
from ripplegraph.memory.types.definition import PHASES
from ripplegraph.store.memory.memory_reader import MemoryFilter

MODES = ("auto", "words", "text", "vectors", "graph", "fused")
"""`auto` looks for words, or ranks what is near where the query reads like a question."""

Imagine = Callable[[str], str]
"""Makes of a question the memory that would answer it; empty where it cannot."""


@dataclass(frozen=True)
class SearchRequest:
    """A query, which memories may answer it, and what the one who asks is doing."""

    query: str
    wanted: MemoryFilter | None = None
    limit: int | None = 10
    mode: str = "auto"
    files: tuple[str, ...] = ()
    """Files, folders or symbols that are being worked on: what is near them comes first."""
    phase: str | None = None
    hat: str | None = None
    session: str | None = None
    """The current session; its memories are left out where they are not asked for."""
    injecting: bool = False
    """Whether the answer is put before somebody who did not ask: nothing stale, nothing of the
    current session, and only types that are meant for it."""
    last_sessions: int | None = None
    around: str | None = None
    """A memory, a work unit or a commit."""
    window_days: float = 3.0
    expand: bool = True
    """Whether memories about files that change together with those found may join."""


def check_request(request: SearchRequest) -> None:
    """Refuse an invalid request."""
    _check_choice("mode", request.mode, MODES)
    if request.phase is not None:
        _check_choice("phase", request.phase, PHASES)
    sessions = 1 if request.last_sessions is None else request.last_sessions
    if request.window_days <= 0 or sessions < 1:
        raise UsageError(
            "A number of sessions or days must be more than nothing.",
            hint="Use --last-sessions 3 or --window 2.",
        )


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise UsageError(
            f"There is no {name} {value!r:.80}.", hint=f"It is one of {', '.join(choices)}."
        )
