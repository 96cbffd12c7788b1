"""Builds the entries that start ripple: its MCP server and its hooks."""

import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.agents.entries import (
    SERVER,
    ConfigFile,
    Entry,
    Format,
    HookEntry,
    ServerEntry,
)
from ripplegraph.agents.locations import Locations, Scope

Events = Mapping[str, Sequence[tuple[str, str | None]]]
"""The events of ripple for each event of an agent, and the tools they are about."""

ARGUMENTS = ["-P", "-m", "ripplegraph", "mcp"]
"""With -P no module of the project is taken for one of Python's: agents start us there."""
SECONDS = 5


@dataclass(frozen=True)
class Setup:
    """The setup of an installation: the folders, the scope and the Python to run."""

    locations: Locations
    scope: Scope
    interpreter: str

    @property
    def for_user(self) -> bool:
        return self.scope is Scope.USER

    def choose(self, *, project: str, user: Path) -> Path:
        return user if self.for_user else self.locations.root / project


def build_json(path: Path, entries: Iterable[Entry]) -> ConfigFile:
    return ConfigFile(path, Format.JSON, tuple(entries))


def build_server(
    setup: Setup,
    key: str,
    *,
    kind: str | None = None,
    extra: list[str] | None = None,
    more: Mapping[str, object] | None = None,
) -> ServerEntry:
    values: dict[str, object] = {"type": kind} if kind else {}
    values |= {"command": setup.interpreter, "args": [*ARGUMENTS, *(extra or [])]}
    return ServerEntry((key, SERVER), {**values, **(more or {})})


def build_groups(
    setup: Setup,
    agent: str,
    events: Events,
    *,
    name: bool = False,
    per_second: int = 1,
) -> list[HookEntry]:
    """Build hooks that stand in groups, each with what its tools are called."""
    entries = []
    for theirs, ours in events.items():
        for event, matcher in ours:
            command: dict[str, object] = {"name": f"{SERVER}-{event}"} if name else {}
            command |= {"type": "command", "command": _build_hook(setup, agent, event)}
            command["timeout"] = SECONDS * per_second
            group: dict[str, object] = {"matcher": matcher} if matcher else {}
            item = {**group, "hooks": [command]}
            entries.append(HookEntry(("hooks", theirs), item, agent, event))
    return entries


def build_commands(
    setup: Setup,
    agent: str,
    events: Events,
    more: Mapping[str, object],
    *,
    guarded: bool = False,
) -> list[HookEntry]:
    """Build hooks that are commands without a group around them."""
    entries = []
    for theirs, ours in events.items():
        for event, matcher in ours:
            line = _build_hook(setup, agent, event)
            if guarded and setup.locations.platform != "win32":
                # A hook that cannot be started would keep the agent from using its tools.
                line += " || true"
            item: dict[str, object] = {"command": line, **more}
            if matcher:
                item["matcher"] = matcher
            entries.append(HookEntry(("hooks", theirs), item, agent, event))
    return entries


def _build_hook(setup: Setup, agent: str, event: str) -> str:
    program = setup.interpreter
    if setup.locations.platform == "win32":
        program = program.replace("\\", "/")
        program = f'"{program}"' if " " in program else program
    else:
        program = shlex.quote(program)
    return f"{program} -P -m ripplegraph hook {event} --agent {agent}"


def get_interpreter() -> str:
    """Return the Python that this ripple runs in."""
    return sys.executable
