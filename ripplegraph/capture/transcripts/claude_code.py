"""Reads the transcripts of Claude Code: those it keeps, and what it prints as `stream-json`."""

import re
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

_TYPES = {"assistant", "user", "system", "summary", "result", "progress", "attachment"}
_MARKS = {"sessionId", "session_id", "leafUuid", "parentUuid", "snapshot", "messageId"}
_NOT_TYPED = (
    "isMeta",
    "isSidechain",
    "isCompactSummary",
    "isVisibleInTranscriptOnly",
    "parent_tool_use_id",
)
_SOURCES = ("entrypoint", "promptSource", "turnOrigin")
_LONGEST_COMMAND = 100_000
_REMINDER = re.compile(r"<system-reminder>.*?(?:</system-reminder>|\Z)", re.DOTALL)
_COMMAND = re.compile(
    r"<command-name>(?P<name>[^<]*)</command-name>"
    r".*?<command-args>(?P<arguments>.*?)</command-args>",
    re.DOTALL,
)


class ClaudeCode:
    """Lines with `type` and `message`, each with the id of its session."""

    name = "claude-code"
    agent = "claude-code"

    def fits(self, entry: Entry) -> bool:
        kind = entry.get("type")
        if not isinstance(kind, str) or "payload" in entry:
            return False
        named = not _MARKS.isdisjoint(entry)
        return named or (kind in _TYPES and isinstance(entry.get("message"), dict))

    def read(self, entry: Entry, session: Session) -> Iterator[Message]:
        session.id = session.id or get_text(entry, "sessionId", "session_id")
        session.folder = session.folder or get_text(entry, "cwd")
        session.branch = get_text(entry, "gitBranch") or session.branch
        match entry.get("type"):
            case "assistant":
                yield from _read_assistant(entry)
            case "user":
                yield from _read_user(entry)
            case _:
                for text in find_texts([entry.get(name) for name in _SHOWN]):
                    yield Message(Speaker.OTHER, text)


_SHOWN = ("content", "summary", "attachment", "data", "result")
"""Where entries that are no messages keep what the agent was shown, or said again."""


def _read_assistant(entry: Entry) -> Iterator[Message]:
    message = get_entry(entry, "message")
    own = not entry.get("isApiErrorMessage") and message.get("model") != "<synthetic>"
    agent = get_text(entry, "agentId") if entry.get("isSidechain") else None
    key = get_text(entry, "uuid") or get_text(message, "id") or ""
    for block in find_blocks(message.get("content")):
        text = get_text(block, "text")
        if block.get("type") == "text" and text:
            yield Message(Speaker.AGENT if own else Speaker.OTHER, text, agent=agent, key=key)
        elif block.get("type") in ("tool_use", "server_tool_use", "mcp_tool_use"):
            tool = get_text(block, "name") or ""
            if brings_outside(tool, block.get("input")):
                yield Message(Speaker.OTHER, "", outside=True)
        elif str(block.get("type")).endswith("_tool_result"):
            for found in find_texts(block.get("content")):
                yield Message(Speaker.OTHER, found, outside=True)


def _read_user(entry: Entry) -> Iterator[Message]:
    blocks = list(find_blocks(get_entry(entry, "message").get("content")))
    typed = _is_typed(entry) and all(block.get("type") != "tool_result" for block in blocks)
    key = get_text(entry, "uuid") or ""
    for block in blocks:
        text = get_text(block, "text")
        if block.get("type") == "text" and text:
            said = _find_typed(text) if typed else ""
            if said:
                yield Message(Speaker.USER, said, key=key)
            if said != text:
                yield Message(Speaker.OTHER, text)
        else:
            for found in find_texts(block.get("content")):
                yield Message(Speaker.OTHER, found)


def _is_typed(entry: Entry) -> bool:
    """Tell whether a person typed a message: not a tool, a hook, an agent or a program."""
    origin = get_text(get_entry(entry, "origin"), "kind")
    sources = [get_text(entry, name) or "" for name in _SOURCES]
    return not (
        any(entry.get(name) for name in _NOT_TYPED)
        or "toolUseResult" in entry
        or origin not in (None, "human")
        or any(source.startswith("sdk") for source in sources)
    )


def _find_typed(text: str) -> str:
    """Return the typed part of a text, with a command as it was typed."""
    rest = _REMINDER.sub("", text).strip()
    command = _COMMAND.search(rest) if len(rest) <= _LONGEST_COMMAND else None
    if command:
        return f"/{command['name'].strip().lstrip('/')} {command['arguments'].strip()}"
    return "" if rest.startswith("<") else rest
