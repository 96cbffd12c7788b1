"""Lets one scan of a worktree run at a time, and keeps the work of those that came meanwhile.

The lock is the operating system's, on an open file: it ends with the process that holds it,
however that ends. Who finds it taken in the background leaves a mark and goes away. Whoever held
the lock looks for the mark *after* letting go, so a mark that was left before can't be missed.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from ripplegraph.errors import ScanRunningError, UnwritableStoreError
from ripplegraph.store.connection import create_folder
from ripplegraph.store.database import FOLDER
from ripplegraph.store.files.file_lock import try_lock

LOCK_FILE = "scan.lock"
PENDING_FILE = "scan.pending"
PATIENCE_SECONDS = 1.0
"""How long a waiting scan keeps silent about it."""
_RETRY_SECONDS = 0.05

Result = TypeVar("Result")


class ScanLock:
    """The right to scan one worktree."""

    def __init__(self, root: Path) -> None:
        self._folder = root / FOLDER
        self.path = self._folder / LOCK_FILE
        self._mark = self._folder / PENDING_FILE

    @property
    def has_pending_work(self) -> bool:
        return self._mark.exists()

    def run(
        self,
        scan: Callable[[], Result],
        *,
        timeout: float,
        on_wait: Callable[[], None] | None = None,
    ) -> Result:
        """Scan once the lock is free, and again while someone left a mark; return the last result.

        `on_wait` is called once, when the wait takes longer than a moment.
        """
        while True:
            with self._wait(timeout, on_wait):
                self._forget_pending_work()
                result = scan()
            if not self.has_pending_work:
                return result

    def run_or_leave(self, scan: Callable[[], object]) -> int:
        """Scan if nobody does, otherwise leave a mark for who does; return the number of scans."""
        scans = 0
        with self._translate_errors():
            self._leave_mark()
        while self.has_pending_work:
            with self._try() as acquired:
                if not acquired:
                    break
                self._forget_pending_work()
                scan()
                scans += 1
        return scans

    @contextmanager
    def _wait(self, timeout: float, on_wait: Callable[[], None] | None) -> Iterator[None]:
        start = time.monotonic()
        told = on_wait is None
        while True:
            with self._try() as acquired:
                if acquired:
                    yield
                    return
            waited = time.monotonic() - start
            if waited >= timeout:
                raise ScanRunningError(
                    f"Another process has been scanning {self._folder.parent} for "
                    f"{waited:.0f} seconds.",
                    hint="Wait for it to end, or raise the setting scan.lock_timeout_seconds.",
                    path=self.path,
                )
            if not told and waited >= PATIENCE_SECONDS and on_wait:
                told = True
                on_wait()
            time.sleep(_RETRY_SECONDS)

    @contextmanager
    def _try(self) -> Iterator[bool]:
        with self._translate_errors():
            self._create_folder()
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            with self._translate_errors():
                acquired = try_lock(descriptor)
            yield acquired
        finally:
            # Closing lets go of the lock. The file stays: who removes a lock file lets others
            # lock one that is no longer there.
            os.close(descriptor)

    def _create_folder(self) -> None:
        create_folder(self._folder)

    def _leave_mark(self) -> None:
        self._create_folder()
        self._mark.touch()

    def _forget_pending_work(self) -> None:
        with self._translate_errors():
            self._mark.unlink(missing_ok=True)

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise UnwritableStoreError(
                f"The lock {self.path} cannot be taken: {error.strerror}.",
                hint=f"Make {self._folder} a writable folder.",
                path=self.path,
            ) from error
