"""Runs `ripple hook`: answers an agent in its format, quickly or not at all, and never fails."""

import _thread
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.cli.output import escape

if TYPE_CHECKING:
    from ripplegraph.app.workspace import Workspace

HARD_SECONDS = 1.0
"""After so much time the process ends, whatever it is doing."""
LOG = "hooks.log"
_LOG_BYTES = 64_000
_MOST_INPUT = 4_000_000


def run(events: Sequence[str], agent: str, *, folder: str = ".") -> int:
    """Answer what comes on standard input; whatever goes wrong is a line in a log."""
    _end_after(HARD_SECONDS)
    project: list[Workspace] = []
    problem = ""
    try:
        _answer(events, agent, folder, project)
    except BaseException as error:  # noqa: BLE001 - a hook must not fail the agent
        problem = f"{type(error).__name__}: {error}"
    if problem and project:
        _log(project[0].root, f"{' '.join(events)} {agent} {problem}")
    return 0


def _answer(events: Sequence[str], agent: str, folder: str, opened: "list[Workspace]") -> None:
    from ripplegraph.app.operations.sessions import SessionOperations
    from ripplegraph.app.project_finder import find_workspace
    from ripplegraph.briefing.hook_events import EVENTS, HookEvent
    from ripplegraph.cli.hook_formats import TOLD_ON_READING, read_call, write_answer

    given = sys.stdin.buffer.read(_MOST_INPUT).decode("utf-8", errors="replace")
    try:
        call = read_call(given)
    except (ValueError, RecursionError):
        # Nobody knows where the agent works, but the log of this folder's project is read.
        opened.append(find_workspace(Path(folder)))
        raise
    here = Path(folder, call.folder)
    opened.append(find_workspace(here))
    (event,) = events
    if event not in EVENTS:
        raise LookupError(event)
    if event == "stop":
        _take_in(opened[0].root, agent, here / call.transcript if call.transcript else None)
    if event == "after-read" and agent in TOLD_ON_READING:
        event = "before-edit"
    session = call.session or f"process {os.getppid()}"
    happened = HookEvent(event, call.paths, call.prompt, session, call.is_new)
    if not write_answer(agent, event, call.name, "?"):
        return
    told = SessionOperations.of(opened[0]).brief_agent(happened, folder=here)
    if told.text:
        text = write_answer(agent, event, call.name, told.text)
        os.write(sys.stdout.fileno(), f"{text}\n".encode())


def _take_in(root: Path, agent: str, transcript: Path | None) -> None:
    """Let another process look for signals in a transcript; nobody waits for it."""
    from ripplegraph.cli.hook_formats import WRITES_TRANSCRIPTS
    from ripplegraph.store.database import FOLDER

    if transcript is None or agent not in WRITES_TRANSCRIPTS or not hasattr(os, "posix_spawn"):
        return
    if not (root / FOLDER).is_dir() or not transcript.is_file():
        return
    words = ["-P", "-m", "ripplegraph", "ingest", "-C", str(root), "--", str(transcript)]
    quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1, 2)]
    program = [sys.executable, *words]
    os.posix_spawn(sys.executable, program, os.environ, file_actions=quiet, setsid=True)


def _end_after(seconds: float) -> None:
    """Let a second thread end the process; it is not heard of when the work is done before."""
    never = _thread.allocate_lock()
    never.acquire()

    def end() -> None:
        never.acquire(timeout=seconds)
        os._exit(0)

    _thread.start_new_thread(end, ())


def _log(root: Path, line: str) -> None:
    from contextlib import suppress
    from datetime import UTC, datetime

    from ripplegraph.briefing.session_log import append_bounded
    from ripplegraph.store.database import FOLDER

    now = datetime.now(UTC).isoformat(timespec="seconds")
    with suppress(OSError):
        if (root / FOLDER).is_dir():
            append_bounded(root / FOLDER / LOG, f"{now} {escape(line):.500}\n", _LOG_BYTES)
