"""The JSON that agents give to their hooks, and the JSON that they take from them.

Claude Code set the form that Codex and Copilot took over. Gemini CLI and Cursor have their own
names, and not each of their events can take a text.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

_NATIVE = {
    "before-edit": "PreToolUse",
    "after-read": "PostToolUse",
    "after-edit": "PostToolUse",
    "session-start": "SessionStart",
    "prompt": "UserPromptSubmit",
    "stop": "Stop",
}
"""What Claude Code calls each event."""
_GEMINI_TAKES_CONTEXT = frozenset({"AfterTool", "BeforeAgent", "SessionStart"})
_CURSOR_TAKES_CONTEXT = frozenset({"sessionStart", "postToolUse"})
TOLD_ON_READING = frozenset({"cursor", "gemini"})
"""Agents that take no text before an edit: they are told when they have read the file."""
WRITES_TRANSCRIPTS = frozenset({"claude-code", "codex"})
"""Agents whose transcripts `ripple ingest` can read."""
_PATH_KEYS = ("file_path", "notebook_path", "absolute_path", "filePath", "path", "target_file")
_PATCH_KEYS = ("command", "input", "patch")
_PATCHED = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: (.+?)[ \t\r]*$", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z_]{1,60}")
_LONGEST_PROMPT = 20_000


class Call(NamedTuple):
    """The call of a hook by an agent."""

    name: str
    """What the agent calls the event."""
    session: str
    folder: str
    paths: tuple[str, ...]
    prompt: str
    is_new: bool
    transcript: str = ""
    """Where the session is written down."""


def read_call(text: str) -> Call:
    """Read what an agent wrote; whatever is not there or odd is left empty."""
    given = json.loads(text) if text.strip() else {}
    if not isinstance(given, Mapping):
        given = {}
    roots = given.get("workspace_roots")
    first = roots[0] if isinstance(roots, list) and roots else ""
    return Call(
        name=_get_name(given),
        session=_get_text(given, "session_id", "conversation_id", "sessionId"),
        folder=_get_text(given, "cwd") or str(first),
        paths=tuple(dict.fromkeys(_find_paths(given))),
        prompt=_get_text(given, "prompt")[:_LONGEST_PROMPT],
        is_new=_get_text(given, "source") != "resume",
        transcript=_get_text(given, "transcript_path"),
    )


def write_answer(agent: str, event: str, name: str, text: str) -> str:
    """Write a text as an agent takes it; empty where its event takes none."""
    native = name or _NATIVE[event]
    if agent == "windsurf":
        return ""
    if agent == "cursor":
        answer: Any = {"additional_context": text} if native in _CURSOR_TAKES_CONTEXT else None
    elif agent == "gemini":
        answer = _build(native, text) if native in _GEMINI_TAKES_CONTEXT else None
    else:
        answer = _build(native, text)
    if event == "stop" and agent != "cursor":
        # Nothing that is said to an agent here could keep it from going on.
        answer = {"systemMessage": text}
    if not answer:
        return ""
    # Halves of characters, which UTF-8 cannot hold, come out as JSON spells them.
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def _build(native: str, text: str) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": native, "additionalContext": text}}


def _find_paths(given: Mapping[str, Any]) -> Iterator[str]:
    tool = given.get("tool_input")
    if isinstance(tool, str):
        tool = json.loads(tool)
    for part in (given, tool):
        if not isinstance(part, Mapping):
            continue
        yield from (part[key] for key in _PATH_KEYS if _is_path(part.get(key)))
        for key in ("files", "paths"):
            listed = part.get(key)
            yield from filter(_is_path, listed if isinstance(listed, list) else ())
        yield from (path for key in _PATCH_KEYS for path in _find_patched(part.get(key)))


def _find_patched(patch: object) -> list[str]:
    return _PATCHED.findall(patch) if isinstance(patch, str) and "*** " in patch else []


def _is_path(value: object) -> bool:
    return isinstance(value, str) and bool(value) and "\0" not in value


def _get_name(given: Mapping[str, Any]) -> str:
    """Return the name of an event, which is repeated in the answer, unless it cannot be one."""
    name = _get_text(given, "hook_event_name")
    return name if _NAME.fullmatch(name) else ""


def _get_text(given: Mapping[str, Any], *keys: str) -> str:
    return next((value for key in keys if isinstance(value := given.get(key), str) and value), "")
