"""Runs `ripple hook` as an agent does: its JSON on standard input, an answer on standard output.

A hook gives up after a second, and does so on a busy machine, too. These take their time.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.command import run_ripple
from tests.support.waiting import LONGEST

PATIENT = {
    "ripplegraph.app.operations.sessions.WORK_SECONDS": LONGEST,
    "ripplegraph.cli.hook.HARD_SECONDS": LONGEST,
}


def run_hook(
    event: str, folder: Path, given: Mapping[str, Any] | str | bytes = "", *arguments: str
) -> str:
    """Return what a hook printed; it always ends with 0 and complains to nobody."""
    text = json.dumps(given) if isinstance(given, Mapping) else given
    data = text.encode() if isinstance(text, str) else text
    done = run_ripple("hook", event, *arguments, folder=folder, given=data, settings=PATIENT)
    assert (done.code, done.errors) == (0, ""), done
    return done.output


def call_hook(event: str, folder: Path, path: str = "", session: str = "s1", **more: Any) -> str:
    """Call a hook as Claude Code does, and return the text that it would get."""
    given: dict[str, Any] = {"session_id": session, "cwd": str(folder), **more}
    if path:
        given["tool_input"] = {"file_path": str(folder / path)}
    output = run_hook(event, folder, given)
    if not output:
        return ""
    answer = json.loads(output)
    text: str = answer.get("systemMessage") or answer["hookSpecificOutput"]["additionalContext"]
    assert len(output.encode()) < 2_048
    return text
