"""Doors that bytes of others come in by, each as a function that raises when one gives way."""

import atexit
import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from ripplegraph import Project, open_project
from ripplegraph.briefing.hook_events import EVENTS
from ripplegraph.capture.signals import find_signals
from ripplegraph.cli.hook_formats import read_call, write_answer
from ripplegraph.cli.hook_options import AGENTS
from ripplegraph.config import get_settings, load_config
from ripplegraph.errors import RippleError
from ripplegraph.server.messages import check_line

_LONGEST_NAME = 60


def try_hook(data: bytes) -> None:
    """Read an event of an agent, and write an answer to it."""
    try:
        call = read_call(data.decode("utf-8", errors="replace"))
    except (ValueError, RecursionError):
        return
    for agent in AGENTS:
        for event in EVENTS:
            answer = write_answer(agent, event, call.name, call.prompt[:100])
            if answer:
                json.loads(answer.encode("utf-8"))
    _require(len(call.name) <= _LONGEST_NAME, "the name of an event is repeated at any length")


def try_mcp(data: bytes) -> None:
    """Check a line of an MCP client: it passes as plain ASCII, or is answered, or is neither."""
    checked = check_line(data)
    _require(not (checked.line and checked.answer), "a line that passes is answered as well")
    for text in (checked.line, checked.answer):
        if text:
            _require(text.endswith(b"\n") and text.count(b"\n") == 1, "more than one line")
            json.loads(text.decode("ascii"))
    if checked.waits is not None:
        _require(bool(checked.line), "somebody waits for a line that did not pass")


def try_signals(data: bytes) -> None:
    """Look for signals in what an agent said."""
    for finding in find_signals(data.decode("utf-8", errors="surrogateescape")):
        str(finding).encode("utf-8", errors="backslashreplace")


def try_ingest(data: bytes) -> None:
    """Take in a transcript, without keeping anything of it."""
    with suppress(RippleError):
        _build_project().ingest(BytesIO(data), dry_run=True)


def try_config(data: bytes) -> None:
    """Read a configuration: as a file, as variables and as options of the command line."""
    root = _build_project().root
    (root / "ripple.toml").write_bytes(data)
    text = data.decode("utf-8", errors="surrogateescape")
    key, _, value = text.partition("=")
    with suppress(RippleError):
        load_config(root, environment={}, flags={})
    (root / "ripple.toml").unlink()
    with suppress(RippleError):
        load_config(root, environment={}, flags={key: value})
    for setting in get_settings().values():
        for given in ({"flags": {setting.key: text}}, {"environment": {setting.variable: text}}):
            with suppress(RippleError):
                load_config(root, **{"environment": {}, "flags": {}, **given})


TARGETS: dict[str, Callable[[bytes], None]] = {
    "config": try_config,
    "hook": try_hook,
    "ingest": try_ingest,
    "mcp": try_mcp,
    "signals": try_signals,
}
SEEDS: dict[str, bytes] = {
    "config": b'[scan]\nexclude = ["a"]\njobs = 2\n',
    "hook": b'{"hook_event_name":"PreToolUse","tool_input":{"file_path":"a.py"},"prompt":"x"}',
    "ingest": b'{"type":"assistant","message":{"role":"assistant","content":"MEMORY:fact:x y"}}\n',
    "mcp": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{}}}',
    "signals": b'MEMORY:gotcha:x\n## MEMORY_SUGGESTIONS\n```json\n[{"summary":"x"}]\n```\n',
}
"""An input of the right form for each, from which others are made."""


@cache
def _build_project() -> Project:
    folder = TemporaryDirectory(prefix="ripple-fuzz-")
    atexit.register(folder.cleanup)
    (Path(folder.name) / "ripple.toml").touch()
    return open_project(folder.name)


def _require(holds: bool, problem: str) -> None:
    if not holds:
        raise AssertionError(problem)
