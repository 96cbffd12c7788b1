"""The file in which changes of memories wait while their database cannot be written.

One line is one change, all of it or nothing. A line is there for good once it was acknowledged;
what a crash left of another one is put into a file beside the spool, and never just dropped.
"""

import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.errors import DatabaseBusyError, NewerSchemaError, UnwritableStoreError
from ripplegraph.store.connection import create_folder, is_there
from ripplegraph.store.files.file_lock import try_lock
from ripplegraph.store.spool.spool_records import (
    VERSION,
    NewerSpoolError,
    SpooledChange,
    read_line,
    write_line,
)

_RETRY_SECONDS = 0.005
TORN = "the line was not written to its end"


@dataclass(frozen=True)
class UnmergedPiece:
    """A piece of a spool that cannot be merged, and why."""

    text: str
    reason: str


@dataclass(frozen=True)
class SpoolContent:
    """The content of a spool."""

    changes: tuple[SpooledChange, ...] = ()
    scraps: tuple[UnmergedPiece, ...] = ()
    """Whole lines that cannot be read."""
    torn: UnmergedPiece | None = None
    """The beginning of a line at the end."""
    size: int = 0
    """How many bytes the whole lines take."""


class SpoolFile:
    """The spool of one worktree."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock_path = path.with_suffix(".lock")
        self.aside_path = path.with_suffix(".aside.jsonl")

    def exists(self) -> bool:
        return is_there(self.path)

    def read(self) -> SpoolContent:
        """Read all that is complete; a spool that is not there is empty."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return SpoolContent()
        except OSError as error:
            raise self._build_error(error, "read") from error
        *lines, rest = data.split(b"\n")
        changes = []
        scraps = []
        for line in lines:
            try:
                changes.append(read_line(line))
            except NewerSpoolError as error:
                raise self._build_newer_error() from error
            except ValueError as error:
                scraps.append(UnmergedPiece(_show(line), str(error)))
        torn = UnmergedPiece(_show(rest), TORN) if rest else None
        return SpoolContent(tuple(changes), tuple(scraps), torn, len(data) - len(rest))

    @contextmanager
    def lock(self, *, timeout_ms: int) -> Iterator[None]:
        """Keep others from writing to the spool, or removing it."""
        try:
            descriptor = self._open_lock()
        except OSError as error:
            raise self._build_error(error, "locked") from error
        try:
            self._wait(descriptor, time.monotonic() + timeout_ms / 1000)
            yield
        finally:
            os.close(descriptor)

    def append(self, change: SpooledChange, content: SpoolContent) -> None:
        """Add a change to what was read; when this returns, no crash can lose it."""
        if content.torn is not None:
            self.set_aside([content.torn], at=change.at)
        try:
            self._write(write_line(change), content.size)
        except OSError as error:
            raise self._build_error(error, "written") from error

    def set_aside(self, scraps: Iterable[UnmergedPiece], *, at: str) -> None:
        """Keep pieces that cannot be merged, each once."""
        known = {scrap.text for scrap in self.read_aside()}
        lines = [
            json.dumps({"at": at, "reason": scrap.reason, "text": scrap.text}) + "\n"
            for scrap in scraps
            if scrap.text not in known
        ]
        if not lines:
            return
        try:
            with self.aside_path.open("ab") as file:
                file.write("".join(lines).encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise self._build_error(error, "repaired") from error
        _sync_folder(self.path.parent)

    def read_aside(self) -> list[UnmergedPiece]:
        """Return what was set aside."""
        try:
            lines = self.aside_path.read_bytes().decode(errors="backslashreplace").splitlines()
        except OSError:
            return []
        found = []
        for line in lines:
            try:
                plain = json.loads(line)
                found.append(UnmergedPiece(str(plain["text"]), str(plain["reason"])))
            except (ValueError, KeyError, TypeError):
                found.append(UnmergedPiece(line, TORN))
        return found

    def remove(self) -> None:
        """Remove what has been merged; if that fails, it is known to be merged all the same."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
            _sync_folder(self.path.parent)

    def _open_lock(self) -> int:
        create_folder(self.path.parent)
        try:
            return os.open(self.lock_path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:
            # It may be somebody else's file: most systems need no right to write for a lock.
            with suppress(OSError):
                return os.open(self.lock_path, os.O_RDONLY)
            raise

    def _wait(self, descriptor: int, deadline: float) -> None:
        while not try_lock(descriptor):
            if time.monotonic() > deadline:
                raise DatabaseBusyError(
                    f"The spool {self.path} is being written by another process.",
                    hint="Try again, or raise the setting store.busy_timeout_ms.",
                    path=self.path,
                )
            time.sleep(_RETRY_SECONDS)

    def _write(self, line: bytes, size: int) -> None:
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o666)
        try:
            os.ftruncate(descriptor, size)
            os.lseek(descriptor, size, os.SEEK_SET)
            _write_all(descriptor, line)
            os.fsync(descriptor)
        except OSError:
            with suppress(OSError):
                os.ftruncate(descriptor, size)
            raise
        finally:
            os.close(descriptor)
        if not size:
            _sync_folder(self.path.parent)

    def _build_error(self, error: OSError, verb: str) -> UnwritableStoreError:
        return UnwritableStoreError(
            f"The spool {self.path} cannot be {verb}: {error.strerror}.",
            hint=f"Check the permissions and free space of {self.path.parent}.",
            path=self.path,
        )

    def _build_newer_error(self) -> NewerSchemaError:
        return NewerSchemaError(
            f"A newer ripple wrote the spool {self.path}.",
            hint="Upgrade ripplegraph.",
            path=self.path,
            found=VERSION + 1,
            supported=VERSION,
        )


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _sync_folder(folder: Path) -> None:
    """Make sure that the name of a new file survives a crash; not all systems can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _show(line: bytes) -> str:
    return line.decode(errors="backslashreplace")
