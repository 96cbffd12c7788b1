"""The rescan that git hooks start: in the background, one at a time, with a short log."""

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ripplegraph.errors import RippleError
from ripplegraph.indexing.scan_lock import ScanLock
from ripplegraph.store.database import FOLDER

LOG_FILE = "rescan.log"
LOG_BYTES = 64 * 1024
"""When the log is larger than this, its older half goes."""
_LONGEST_WAIT_SECONDS = 600.0
_POLL_SECONDS = 0.02
_NICENESS = 10


@dataclass(frozen=True)
class RescanReport:
    """The number of scans of a rescan; none means that another process does the work."""

    scans: int
    log: Path


def rescan(root: Path, scan: Callable[[], object], *, reason: str) -> RescanReport:
    """Scan unless another process is scanning, which then scans again; errors go to the log."""
    log = root / FOLDER / LOG_FILE
    start = time.monotonic()
    try:
        scans = ScanLock(root).run_or_leave(scan)
    except RippleError as error:
        _append(log, f"{reason}: error: {error.message} {error.hint}")
        raise
    except Exception as error:
        _append(log, f"{reason}: bug: {type(error).__name__}: {error}")
        raise
    if scans:
        outcome = f"scanned {scans} times" if scans > 1 else "scanned"
        _append(log, f"{reason}: {outcome} in {time.monotonic() - start:.1f} s")
    else:
        _append(log, f"{reason}: left to the scan that is running")
    return RescanReport(scans, log)


def wait_for_end(process: int) -> None:
    """Wait until a process is gone: a git hook whose own commands may still change files."""
    deadline = time.monotonic() + _LONGEST_WAIT_SECONDS
    while _is_alive(process) and time.monotonic() < deadline:
        time.sleep(_POLL_SECONDS)


def step_back() -> None:
    """Forget what git told its hook, which would mislead git later, and yield to others."""
    for name in list(os.environ):
        if name.startswith("GIT_"):
            del os.environ[name]
    if sys.platform != "win32":
        os.nice(_NICENESS)


def _is_alive(process: int) -> bool:
    if os.name == "nt" or process <= 0:
        # There, asking about a process by a signal would end it.
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return False
    return True


def _append(log: Path, text: str) -> None:
    """Add a line; a log that cannot be written is no reason to fail."""
    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    line = f"{now} {' '.join(text.split())}\n".encode(errors="backslashreplace")
    with suppress(OSError):
        if log.exists() and log.stat().st_size + len(line) > LOG_BYTES:
            kept = log.read_bytes()[-LOG_BYTES // 2 :]
            log.write_bytes(kept.partition(b"\n")[2])
        with log.open("ab") as stream:
            stream.write(line[: LOG_BYTES // 2])
