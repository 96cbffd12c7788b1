"""The log of briefings of each session, so that nothing is told twice."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

FILE = "hook-sessions.log"
MOST_BYTES = 200_000
"""Beyond this the older half is forgotten."""

_RESTART = "!"


class SessionLog:
    """Briefings that were given, as lines: a session and a key.

    Several hooks of one agent may run at once: each adds its lines in one write.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def find_told(self, session: str) -> frozenset[str]:
        """Return the keys of a session's briefings."""
        mark = _mark(session) + " "
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return frozenset()
        keys = [line.removeprefix(mark) for line in lines if line.startswith(mark)]
        if _RESTART in keys:
            keys = keys[len(keys) - keys[::-1].index(_RESTART) :]
        return frozenset(keys)

    def restart(self, session: str) -> None:
        """Note that a session begins anew: what it was told before, it does not know any more."""
        self.add(session, [_RESTART])

    def add(self, session: str, keys: Iterable[str]) -> None:
        """Add the keys of a briefing."""
        mark = _mark(session)
        text = "".join(f"{mark} {' '.join(key.split())}\n" for key in keys)
        if text:
            append_bounded(self._path, text, MOST_BYTES)


def append_bounded(path: Path, text: str, most: int) -> None:
    """Add lines to a file; when it has become too long, its older half goes."""
    data = text.encode("utf-8", errors="backslashreplace")
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        os.write(handle, data)
        size = os.fstat(handle).st_size
    finally:
        os.close(handle)
    if size > most:
        kept = path.read_bytes()[-most // 2 :]
        partial = path.with_name(f"{path.name}.{os.getpid()}")
        partial.write_bytes(kept[kept.find(b"\n") + 1 :])
        partial.replace(path)


def _mark(session: str) -> str:
    from hashlib import blake2b

    return blake2b(session.encode("utf-8", errors="replace"), digest_size=8).hexdigest()
