"""Reports of installations: changed files, and the state of each agent."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ripplegraph.agents.locations import Scope


class Change(StrEnum):
    """The change of a file."""

    CREATED = "created"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    RESTORED = "restored"
    """It becomes what it was before ripple came, byte for byte."""
    REMOVED = "removed"
    """There was no such file before ripple came."""


class Status(StrEnum):
    """The status of one file of an agent."""

    INSTALLED = "installed"
    ABSENT = "absent"
    OUTDATED = "outdated"
    BROKEN = "broken"
    """The file cannot be read, so nobody knows."""


@dataclass(frozen=True)
class FileChange:
    """One file, and how it changes."""

    path: Path
    change: Change
    diff: str


@dataclass(frozen=True)
class AgentReport:
    """The changes of an installation or its removal, and whether they were made."""

    agent: str
    scope: Scope
    files: tuple[FileChange, ...]
    notes: tuple[str, ...]
    applied: bool = False

    @property
    def is_change(self) -> bool:
        return any(file.change is not Change.UNCHANGED for file in self.files)


@dataclass(frozen=True)
class PlaceStatus:
    """One file of an agent; the detail says why it is outdated or broken."""

    scope: Scope
    path: Path
    status: Status
    detail: str | None = None


@dataclass(frozen=True)
class AgentStatus:
    """One agent, and its files in each scope."""

    name: str
    title: str
    usual_scope: Scope
    places: tuple[PlaceStatus, ...]


@dataclass(frozen=True)
class AgentsReport:
    """All agents, and the Python that an installation would use now."""

    interpreter: str
    agents: tuple[AgentStatus, ...]
