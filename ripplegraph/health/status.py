"""The status of a project: its index, from which commit, and whether it matches the files."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.config import Config, EmbeddingsConfig
from ripplegraph.embeddings.provider_choice import choose
from ripplegraph.git.worktree import Worktree
from ripplegraph.health.freshness import NOTHING_SCANNED, Freshness, judge_freshness
from ripplegraph.model.log import ModelLog, ModelUse
from ripplegraph.store.answer_costs import AnswerCosts, read_costs
from ripplegraph.store.connection import exists, has_spool, open_for_reading
from ripplegraph.store.database import Database
from ripplegraph.store.graph.summary import GraphSummary, read_graph_summary
from ripplegraph.store.memory.meta import read_memory_meta
from ripplegraph.store.memory.vectors import count_vectors
from ripplegraph.store.spool.spool_file import SpoolFile
from ripplegraph.store.sqlite.failures import translate_errors
from ripplegraph.store.sqlite.raw_connection import open_as_it_is, read_version
from ripplegraph.trust.settings import IgnoredSetting

_FIRST_WITH_VECTORS = 4


@dataclass(frozen=True)
class CheckedOut:
    """The checked-out commit and branch of the worktree."""

    commit: str | None
    branch: str | None
    changed_files: int


@dataclass(frozen=True)
class Index:
    """The index as the last scan left it."""

    commit: str | None
    scanned_at: str
    ripple_version: str | None
    languages: Mapping[str, int]
    files: Mapping[str, int]
    nodes: Mapping[str, int]
    edges: Mapping[str, int]
    diagnostics: int


@dataclass(frozen=True)
class StoredFile:
    """A database on disk; it has no size before something was written to it."""

    path: Path
    bytes: int | None


@dataclass(frozen=True)
class Spool:
    """Changes of memories that wait in the worktree until the memories can be written."""

    path: Path
    changes: int
    since: str | None
    damaged: int
    """How many lines cannot be read."""


@dataclass(frozen=True)
class Embeddings:
    """The model for vectors of memories, and how many have one."""

    provider: str
    model: str | None
    reason: str
    others: tuple[str, ...]
    """Providers for when the first does not answer."""
    vectors: Mapping[str, int]
    """How many memories have a vector, by model."""


@dataclass(frozen=True)
class Memory:
    """The database of memories, and since when it exists."""

    path: Path
    bytes: int | None
    project_id: str | None
    created_at: str | None
    spool: Spool | None
    """Changes that wait to be merged into it."""


@dataclass(frozen=True)
class Status:
    """The state of a project's index and memories."""

    root: Path
    checked_out: CheckedOut | None
    freshness: Freshness
    reason: str
    index: Index | None
    graph: StoredFile
    memory: Memory
    answers: AnswerCosts | None
    """Costs and savings of answers, in tokens."""
    model: ModelUse | None
    """The use of a language model."""
    embeddings: Embeddings
    ignored_settings: tuple[IgnoredSetting, ...]
    """Settings of the project's file that do not count, because the user does not trust it."""


def read_status(
    root: Path,
    *,
    worktree: Worktree | None,
    graph: Database,
    memory: Database,
    config: Config,
    ignored: tuple[IgnoredSetting, ...] = (),
) -> Status:
    """Read everything that is to be said about a project; this changes nothing."""
    summary: GraphSummary | None = None
    freshness, reason = NOTHING_SCANNED
    if exists(graph):
        with open_for_reading(graph) as connection:
            summary = read_graph_summary(connection)
            freshness, reason = judge_freshness(
                connection, summary.meta, root=root, worktree=worktree, config=config.scan
            )
    return Status(
        root=root,
        checked_out=_describe(worktree) if worktree else None,
        freshness=freshness,
        reason=reason,
        index=_build_index(summary) if summary and "scanned_at" in summary.meta else None,
        graph=StoredFile(graph.path, measure(graph)),
        memory=_read_memory(memory),
        answers=read_costs(root),
        model=ModelLog(root).read_use(),
        embeddings=_read_embeddings(memory, config.embeddings),
        ignored_settings=ignored,
    )


def measure(database: Database) -> int | None:
    """Return the size of a database with its log, in bytes."""
    if not exists(database):
        return None
    log = database.write_ahead_log
    return database.path.stat().st_size + (log.stat().st_size if log.exists() else 0)


def _read_memory(memory: Database) -> Memory:
    meta: Mapping[str, str] = {}
    if exists(memory):
        # Not upgraded for this: where it cannot be written, that would fail.
        with translate_errors(memory), open_as_it_is(memory) as connection:
            meta = read_memory_meta(connection) if read_version(connection, memory) else {}
    return Memory(
        path=memory.path,
        bytes=measure(memory),
        project_id=meta.get("project_id"),
        created_at=meta.get("created_at"),
        spool=read_spool(memory),
    )


def _read_embeddings(memory: Database, config: EmbeddingsConfig) -> Embeddings:
    counts: dict[str, int] = {}
    if exists(memory):
        with translate_errors(memory), open_as_it_is(memory) as connection:
            if read_version(connection, memory) >= _FIRST_WITH_VECTORS:
                counts = {count.model: count.memories for count in count_vectors(connection)}
    choice = choose(config)
    return Embeddings(choice.provider, choice.model, choice.reason, choice.others, counts)


def read_spool(memory: Database) -> Spool | None:
    """Read the spool; None when nothing waits there."""
    if memory.spool is None or not has_spool(memory):
        return None
    content = SpoolFile(memory.spool).read()
    return Spool(
        path=memory.spool,
        changes=len(content.changes),
        since=content.changes[0].at if content.changes else None,
        damaged=len(content.scraps) + (content.torn is not None),
    )


def _describe(worktree: Worktree) -> CheckedOut:
    return CheckedOut(worktree.commit, worktree.branch, len(worktree.changes))


def _build_index(summary: GraphSummary) -> Index:
    return Index(
        commit=summary.meta.get("commit"),
        scanned_at=summary.meta["scanned_at"],
        ripple_version=summary.meta.get("ripple_version"),
        languages=summary.languages,
        files=summary.files,
        nodes=summary.nodes,
        edges=summary.edges,
        diagnostics=summary.diagnostics,
    )
