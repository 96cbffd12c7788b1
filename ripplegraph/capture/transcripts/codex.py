"""Reads the transcripts of Codex: rollouts, old and new, and what `codex exec --json` prints."""

import json
from collections.abc import Iterator

from ripplegraph.capture.transcripts.messages import (
    Entry,
    Message,
    Session,
    Speaker,
    find_blocks,
    find_texts,
    get_entry,
    get_text,
)
from ripplegraph.capture.transcripts.outside_tools import brings_outside

_WRAPPERS = {"session_meta", "response_item", "event_msg", "turn_context", "compacted"}
_EVENTS = ("thread.", "turn.", "item.")
_ITEMS = {"message", "reasoning", "function_call", "function_call_output"}
_CALLS = {"function_call", "custom_tool_call", "local_shell_call"}
_ATTENDED = (None, "cli", "vscode", "unknown")
"""Where a session is started by a person; others are started by programs and agents."""
_INJECTED = ("<", "# AGENTS.md instructions", "# Context from my IDE")


class Codex:
    """Lines with `type` and `payload`; in old rollouts the payload alone."""

    name = "codex"
    agent = "codex"

    def fits(self, entry: Entry) -> bool:
        kind = entry.get("type")
        if not isinstance(kind, str):
            return entry.get("record_type") == "state" or _is_old_start(entry)
        wrapped = kind in _WRAPPERS and isinstance(entry.get("payload"), dict)
        bare = kind in _ITEMS and "message" not in entry and "sessionId" not in entry
        return wrapped or bare or kind.startswith(_EVENTS)

    def read(self, entry: Entry, session: Session) -> Iterator[Message]:
        kind = get_text(entry, "type")
        if kind == "session_meta":
            _note_session(get_entry(entry, "payload"), session)
        elif kind == "thread.started":
            session.id = session.id or get_text(entry, "thread_id")
        elif kind == "item.completed":
            yield from _read_streamed(get_entry(entry, "item"))
        elif kind == "response_item":
            yield from _read_item(
                get_entry(entry, "payload"), session, get_text(entry, "timestamp")
            )
        elif kind in ("compacted", "event_msg"):
            yield from _read_shown(get_entry(entry, "payload"))
        elif kind in _ITEMS | _CALLS:
            yield from _read_item(entry, session)
        elif _is_old_start(entry):
            _note_session(entry, session)


def _is_old_start(entry: Entry) -> bool:
    return "type" not in entry and {"id", "timestamp"} <= set(entry) and "message" not in entry


def _note_session(meta: Entry, session: Session) -> None:
    """Note the session; one that was forked from another repeats what that one said."""
    session.id = session.id or get_text(meta, "forked_from_id", "id")
    session.folder = session.folder or get_text(meta, "cwd")
    session.branch = session.branch or get_text(get_entry(meta, "git"), "branch")
    attended = meta.get("source") in _ATTENDED and meta.get("originator") != "codex_exec"
    session.is_attended = session.is_attended and attended


def _read_item(item: Entry, session: Session, at: str | None = None) -> Iterator[Message]:
    kind = get_text(item, "type") or ""
    if kind == "message":
        yield from _read_message(item, session, at)
    elif kind in _CALLS:
        tool = get_text(item, "name") or "shell"
        request = item.get("arguments") or item.get("input") or item.get("action")
        if brings_outside(tool, request):
            yield Message(Speaker.OTHER, "", outside=True)
    elif kind == "web_search_call":
        yield Message(Speaker.OTHER, "", outside=True)
    elif kind.endswith("_output"):
        for text in find_texts(_open_output(item.get("output"))):
            yield Message(Speaker.OTHER, text)


def _open_output(output: object) -> object:
    """Return the output of a command; some versions wrap it into JSON."""
    if not isinstance(output, str) or not output.startswith("{"):
        return output
    try:
        return json.loads(output, strict=False)
    except (ValueError, RecursionError):
        return output


def _read_message(item: Entry, session: Session, at: str | None) -> Iterator[Message]:
    role = item.get("role")
    key = get_text(item, "id") or at or ""
    for block in find_blocks(item.get("content")):
        text = get_text(block, "text")
        if not text:
            continue
        if role == "assistant":
            yield Message(Speaker.AGENT, text, key=key)
        elif role == "user" and session.is_attended and not text.lstrip().startswith(_INJECTED):
            yield Message(Speaker.USER, text, key=key)
        else:
            yield Message(Speaker.OTHER, text)


def _read_streamed(item: Entry) -> Iterator[Message]:
    kind = item.get("type")
    text = get_text(item, "text")
    if kind == "agent_message" and text:
        yield Message(Speaker.AGENT, text, key=get_text(item, "id") or "")
    elif kind == "command_execution":
        outside = brings_outside("shell", get_text(item, "command") or "")
        shown = get_text(item, "aggregated_output") or ""
        yield Message(Speaker.OTHER, shown, outside=outside)
    elif kind == "web_search":
        yield Message(Speaker.OTHER, "", outside=True)
    elif kind == "mcp_tool_call":
        outside = brings_outside(f"mcp__{get_text(item, 'server') or ''}", None)
        for found in find_texts(item.get("result")) if item.get("result") else ("",):
            yield Message(Speaker.OTHER, found, outside=outside)


def _read_shown(payload: Entry) -> Iterator[Message]:
    """Yield what stands in a rollout a second time: summaries, and events about messages."""
    if payload.get("type") not in ("agent_message", "user_message"):
        text = get_text(payload, "message")
        if text:
            yield Message(Speaker.OTHER, text)
