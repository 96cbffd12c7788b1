"""Entries of ripple in the configuration of an agent, and how they are recognised."""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

SERVER = "ripplegraph"
"""The name of the MCP server in every configuration."""
_PROGRAMS = frozenset({"ripplegraph", "ripple", "ripple.exe"})
_ADDRESSES = frozenset({"url", "serverUrl", "httpUrl"})
"""Where the tables of servers that are not started here say where they are."""
_HOOK = re.compile(r"\s-m ripplegraph hook (?P<event>[a-z-]+) --agent (?P<agent>[a-z-]+)")


class Format(StrEnum):
    """The format of a configuration file."""

    JSON = "json"
    TOML = "toml"
    YAML = "yaml"
    NOTES = "notes"


@dataclass(frozen=True)
class ServerEntry:
    """The MCP server: a table under its name."""

    path: tuple[str, ...]
    values: Mapping[str, object]


@dataclass(frozen=True)
class HookEntry:
    """One item in the list of an event: a command, or a group around one under `hooks`."""

    path: tuple[str, ...]
    item: Mapping[str, object]
    agent: str
    event: str


@dataclass(frozen=True)
class DefaultEntry:
    """A value that a file must have besides, if it has none already."""

    path: tuple[str, ...]
    value: object


@dataclass(frozen=True)
class ItemEntry:
    """An item of a list at the top of a file."""

    key: str
    item: str


@dataclass(frozen=True)
class TextEntry:
    """A block of text."""

    content: str


Entry = ServerEntry | HookEntry | DefaultEntry | ItemEntry | TextEntry


@dataclass(frozen=True)
class ConfigFile:
    """One file of an agent, and its entries."""

    path: Path
    format: Format
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Found:
    """The entries of ripple's that a file has, and the programs they start."""

    count: int
    programs: tuple[str, ...]


def is_ours(server: Mapping[str, object]) -> bool:
    """Tell whether the table of a server starts ripple, with whatever program and options."""
    words = {str(word).replace("\\", "/").rpartition("/")[2] for word in _find_words(server)}
    return "mcp" in words and not words.isdisjoint(_PROGRAMS)


def is_foreign(server: object) -> bool:
    """Tell whether somebody else's server has our name: one that starts or names another."""
    if not isinstance(server, Mapping):
        return False
    return bool(_find_words(server) or not _ADDRESSES.isdisjoint(server)) and not is_ours(server)


def _find_words(server: Mapping[str, object]) -> list[object]:
    """Return the command line of a server; some agents have it in one list."""
    values = (server.get("command"), server.get("args"))
    listed = (value if isinstance(value, list) else [value] for value in values if value)
    return [word for words in listed for word in words]


def read_hook(command: object) -> tuple[str, str] | None:
    """Return the agent and the event of a command of ripple's, whatever Python it starts."""
    match = _HOOK.search(command) if isinstance(command, str) else None
    return (match["agent"], match["event"]) if match else None


def read_program(command: str) -> str:
    """Return the interpreter that a command of ripple's starts."""
    match = _HOOK.search(command)
    start = command[: match.start()] if match else command
    try:
        return shlex.split(start)[0]
    except (ValueError, IndexError):
        return start
