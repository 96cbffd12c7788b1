"""Records of work as the database keeps them: episodes, artifacts, and their changes."""

from dataclasses import asdict, dataclass
from typing import Any

from ripplegraph.store.records.memory_records import Plain

ACTIONS = ("attempted", "completed", "failed", "retried")
"""What an episode tells: that something was begun, that it worked, that it did not, or again."""
ARTIFACT_TYPES = ("file", "patch", "test", "document", "config")


@dataclass(frozen=True)
class Episode:
    """Something that an agent tried for a task, and what came of it."""

    id: str
    task_id: str
    agent_id: str
    action: str
    approach: str
    created_at: str
    updated_at: str
    outcome: str | None = None
    duration_ms: int | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    task_title: str | None = None
    session: str | None = None
    files: tuple[str, ...] = ()

    @property
    def has_ended(self) -> bool:
        return self.action in ("completed", "failed")


@dataclass(frozen=True)
class Artifact:
    """A file that an agent made for a task, as it was when it was registered."""

    id: str
    task_id: str
    agent_id: str
    type: str
    path: str
    size_bytes: int
    checksum: str
    created_at: str
    description: str | None = None

    @property
    def updated_at(self) -> str:
        """Return when it was written last: an artifact is never changed."""
        return self.created_at


Record = Episode | Artifact


@dataclass(frozen=True)
class WorkEvent:
    """One change of an episode or artifact: who did what, when and why.

    A change has what differs in `before` and `after`; a removal has everything that was there in
    `before`. An addition has neither: the record holds it, with later changes taken back.
    """

    id: str
    record: str
    record_id: str
    at: str
    action: str
    actor: str
    role: str
    reason: str = ""
    before: Plain | None = None
    after: Plain | None = None

    @property
    def is_removal(self) -> bool:
        return self.before is not None and self.after is None


RECORDS: dict[str, type[Episode] | type[Artifact]] = {"episode": Episode, "artifact": Artifact}
"""The kinds of records by the names that events and exports have for them."""


@dataclass(frozen=True)
class EpisodeFilter:
    """A filter of episodes; a field that is None does not matter."""

    task_id: str | None = None
    agent_id: str | None = None
    action: str | None = None
    session: str | None = None
    after: str | None = None
    before: str | None = None


@dataclass(frozen=True)
class ArtifactFilter:
    """A filter of artifacts; a field that is None does not matter."""

    task_id: str | None = None
    agent_id: str | None = None
    type: str | None = None
    path: str | None = None


def get_record_name(record: Record) -> str:
    return "episode" if isinstance(record, Episode) else "artifact"


def work_to_plain(record: Record | WorkEvent) -> Plain:
    """Return a record as JSON values."""
    values: dict[str, Any] = asdict(record)
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in values.items()
    }
