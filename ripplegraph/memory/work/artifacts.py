"""Artifacts of tasks: files by path and checksum, and whether they are unchanged."""

import sqlite3
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from pathlib import Path

from ripplegraph.errors import UsageError
from ripplegraph.memory.ids import build_id
from ripplegraph.memory.paths import OutsideProjectError, confine
from ripplegraph.memory.work.access import Actor, authorise
from ripplegraph.memory.work.field_checks import (
    check_choice,
    check_count,
    check_name,
    check_optional_words,
    check_path,
)
from ripplegraph.memory.work.ledger import Ledger, resolve_artifact
from ripplegraph.memory.writing.edits import check_reason
from ripplegraph.store.memory.work_storage import count_artifacts, find_artifacts
from ripplegraph.store.records.work_records import ARTIFACT_TYPES, Artifact, ArtifactFilter

UNCHANGED, CHANGED, GONE, UNREADABLE = "unchanged", "changed", "gone", "unreadable"
_CHUNK = 1 << 20
_DIGEST = 64


@dataclass(frozen=True)
class ArtifactDraft:
    """A file to register; its size and checksum are taken from the file."""

    task_id: str
    agent_id: str
    type: str
    path: str
    description: str | None = None


@dataclass(frozen=True)
class ArtifactView(Artifact):
    """An artifact, and how its file in this worktree compares with what was registered."""

    status: str = UNREADABLE


@dataclass(frozen=True)
class ArtifactList:
    """The artifacts that were asked for, newest first, and how many there are besides."""

    artifacts: tuple[ArtifactView, ...]
    matched: int
    returned: int
    omitted: int


def add_artifact(ledger: Ledger, draft: ArtifactDraft, by: Actor, *, root: Path) -> ArtifactView:
    """Register a file; the same file again, with the same content, is not registered twice."""
    authorise("add artifacts", by, owner=check_name(draft.agent_id, "The agent"))
    path = check_path(draft.path.rstrip("/"), root)
    size, checksum = _measure(root / path, draft.path)
    artifact = check_artifact(
        Artifact(
            id=build_id("a"),
            task_id=draft.task_id,
            agent_id=draft.agent_id,
            type=draft.type,
            path=path,
            size_bytes=size,
            checksum=checksum,
            created_at=ledger.now,
            description=draft.description,
        ),
        root,
    )
    known = _find_same(ledger.connection, artifact)
    if known is None:
        ledger.add(artifact, by)
    return _view(known or artifact, UNCHANGED)


def delete_artifact(ledger: Ledger, artifact_id: str, by: Actor, *, reason: str) -> Artifact:
    """Take an artifact off the record; its file is left alone."""
    artifact = resolve_artifact(ledger.connection, artifact_id)
    authorise("delete artifacts", by, owner=artifact.agent_id)
    ledger.remove(artifact, by, reason=check_reason(reason))
    return artifact


def check_artifact(artifact: Artifact, root: Path) -> Artifact:
    """Check every part of an artifact; returns it as it is kept."""
    checksum = artifact.checksum.casefold()
    if len(checksum) != _DIGEST or not set(checksum) <= set("0123456789abcdef"):
        raise UsageError("The checksum is no SHA-256.", hint="Give 64 hexadecimal digits.")
    check_count(artifact.size_bytes, "The size")
    return replace(
        artifact,
        task_id=check_name(artifact.task_id, "The task"),
        agent_id=check_name(artifact.agent_id, "The agent"),
        type=check_choice(artifact.type, "type of artifact", ARTIFACT_TYPES),
        path=check_path(artifact.path.rstrip("/"), root),
        checksum=checksum,
        description=check_optional_words(artifact.description, "The description"),
    )


def list_artifacts(
    connection: sqlite3.Connection, wanted: ArtifactFilter, *, limit: int | None, root: Path
) -> ArtifactList:
    """List artifacts, newest first, each compared with its file."""
    chosen = replace(wanted, path=confine(wanted.path, root)) if wanted.path else wanted
    found = find_artifacts(connection, chosen, limit=limit)
    views = tuple(_view(artifact, compare(artifact, root)) for artifact in found)
    matched = count_artifacts(connection, chosen)
    return ArtifactList(views, matched, len(views), matched - len(views))


def compare(artifact: Artifact, root: Path) -> str:
    """Say whether the file of an artifact has the content that was registered."""
    try:
        path = root / confine(artifact.path, root)
        if not path.is_file():
            return UNREADABLE if path.exists() else GONE
        if path.stat().st_size != artifact.size_bytes:
            return CHANGED
        return UNCHANGED if _hash(path)[1] == artifact.checksum else CHANGED
    except (OSError, OutsideProjectError):
        return UNREADABLE


def _find_same(connection: sqlite3.Connection, artifact: Artifact) -> Artifact | None:
    wanted = ArtifactFilter(artifact.task_id, artifact.agent_id, artifact.type, artifact.path)
    latest = next(iter(find_artifacts(connection, wanted, limit=1)), None)
    said = (artifact.checksum, artifact.description)
    return latest if latest and (latest.checksum, latest.description) == said else None


def _measure(path: Path, name: str) -> tuple[int, str]:
    try:
        if not path.is_file():
            raise UsageError(
                f"{name!r:.200} is no file.", hint="Register it when it has been written."
            )
        return _hash(path)
    except OSError as error:
        raise UsageError(
            f"{name!r:.200} cannot be read: {error.strerror}.", hint="Make it readable."
        ) from error


def _hash(path: Path) -> tuple[int, str]:
    """Return the size and the SHA-256 of a file, both of the same bytes."""
    digest, size = sha256(), 0
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
    return size, digest.hexdigest()


def _view(artifact: Artifact, status: str) -> ArtifactView:
    values = {item.name: getattr(artifact, item.name) for item in fields(Artifact)}
    return ArtifactView(**values, status=status)
