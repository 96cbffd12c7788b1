"""Positions up to which transcripts were read, so that a longer one is read on from there.

This only saves time: whatever is read twice changes nothing. So a position that is lost, damaged
or does not fit is no error.
"""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

from ripplegraph.store.connection import create_folder

VERSION = 1
MAX_KEPT = 500
_PROBE = 4_096


@dataclass(frozen=True)
class Position:
    """A place in a transcript where reading can go on."""

    offset: int
    line: int
    format: str
    state: dict[str, Any]
    """What reading up to here has found out that matters for what follows."""
    head: str = ""
    tail: str = ""
    """Hashes of how the transcript begins and of what comes before the place."""


class Positions:
    """The positions in the transcripts that were read from one worktree."""

    def __init__(self, folder: Path) -> None:
        self._root = folder
        self._folder = folder / "transcripts"

    def find(self, transcript: Path, stream: IO[bytes], options: str) -> Position | None:
        """Return where to go on in a transcript; the stream is moved there, or back."""
        position = self._read(transcript, options)
        if position is not None and _probe(stream, position.offset) == (
            position.head,
            position.tail,
        ):
            stream.seek(position.offset)
            return position
        stream.seek(0)
        return None

    def keep(self, transcript: Path, stream: IO[bytes], position: Position, options: str) -> None:
        """Write a position down, if that can be done."""
        here = stream.tell()
        head, tail = _probe(stream, position.offset) or ("", "")
        stream.seek(here)
        plain = {**asdict(position), "head": head, "tail": tail}
        document = {"version": VERSION, "options": options, "position": plain}
        path = self._get_path(transcript)
        partial = path.with_name(f".{path.name}.partial-{os.getpid()}")
        with suppress(OSError):
            create_folder(self._root)
            self._folder.mkdir(exist_ok=True)
            partial.write_text(json.dumps(document), encoding="utf-8")
            partial.replace(path)
            self._drop_old()

    def _read(self, transcript: Path, options: str) -> Position | None:
        try:
            document = json.loads(self._get_path(transcript).read_text(encoding="utf-8"))
            if (document["version"], document["options"]) != (VERSION, options):
                return None
            position = Position(**document["position"])
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None
        sound = isinstance(position.offset, int) and isinstance(position.state, dict)
        return position if sound and position.offset > 0 else None

    def _drop_old(self) -> None:
        kept = list(self._folder.glob("*.json"))
        if len(kept) > MAX_KEPT:
            kept.sort(key=lambda path: path.stat().st_mtime)
            for path in kept[: len(kept) - MAX_KEPT]:
                path.unlink(missing_ok=True)

    def _get_path(self, transcript: Path) -> Path:
        name = os.fsencode(os.path.realpath(transcript))
        return self._folder / f"{blake2b(name, digest_size=10).hexdigest()}.json"


def _probe(stream: IO[bytes], offset: int) -> tuple[str, str] | None:
    """Hash the beginning of a stream and what comes before an offset."""
    size = min(_PROBE, offset)
    stream.seek(0)
    head = stream.read(size)
    stream.seek(offset - size)
    tail = stream.read(size)
    if len(tail) < size:
        return None
    return _hash(head), _hash(tail)


def _hash(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()
