"""Git processes that run beside other work, started as cheaply as the system allows."""

import os
import sys
from pathlib import Path

from ripplegraph.git.programs import build_environment


class BackgroundProcess:
    """A running git whose output is read when it is needed."""

    def __init__(self, process: int, stream: int) -> None:
        self._process = process
        self._stream = stream

    def read(self) -> tuple[int, bytes]:
        """Wait for the end; returns the exit code and the output."""
        parts = []
        while part := os.read(self._stream, 1 << 16):
            parts.append(part)
        os.close(self._stream)
        _, status = os.waitpid(self._process, 0)
        return os.waitstatus_to_exitcode(status), b"".join(parts)


def spawn_git(folder: Path, *arguments: str) -> BackgroundProcess | None:
    """Start git without the weight of `subprocess`; None where the system has no such way."""
    if not hasattr(os, "posix_spawnp") or sys.platform == "win32":
        return None
    environment = build_environment(str(folder), arguments[0])
    reading, writing = os.pipe()
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, writing, 1),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    command = ["git", "-C", str(folder), "--no-optional-locks", "--no-pager", *arguments]
    try:
        process = os.posix_spawnp("git", command, environment, file_actions=actions)
    except OSError:
        os.close(reading)
        return None
    finally:
        os.close(writing)
    return BackgroundProcess(process, reading)
