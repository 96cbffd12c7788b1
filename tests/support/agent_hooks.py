"""Runs `ripple hook` as an agent does: its JSON on standard input, an answer on standard output.

A hook gives up after a second, and does so on a busy machine, too. These take their time.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.waiting import LONGEST

PATIENT = f"""
from ripplegraph.app import briefing
from ripplegraph.cli import hook
briefing.WORK_SECONDS = hook.HARD_SECONDS = {LONGEST}
from ripplegraph.cli.main import main
main()
"""


def run_hook(
    event: str,
    folder: Path,
    given: Mapping[str, Any] | str | bytes = "",
    *arguments: str,
) -> str:
    """Return what a hook printed; it always ends with 0 and complains to nobody."""
    text = json.dumps(given) if isinstance(given, Mapping) else given
    data = text.encode() if isinstance(text, str) else text
    done = subprocess.run(
        [sys.executable, "-c", PATIENT, "hook", event, *arguments],
        cwd=folder,
        input=data,
        env=os.environ,
        capture_output=True,
        check=False,
        timeout=LONGEST,
    )
    assert done.returncode == 0, done
    assert done.stderr == b"", done.stderr
    return done.stdout.decode()


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
