"""Every table of the two databases; importing this is slow, so only creation and upgrades do."""

from collections.abc import Iterable, Iterator
from functools import cache

from sqlalchemy import (
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from ripplegraph.graph.model import FileStatus
from ripplegraph.store.records.work_records import ACTIONS, ARTIFACT_TYPES, RECORDS
from ripplegraph.store.sql.codes import CERTAIN, CHANGE_KINDS, EDGE_KINDS, NODE_KINDS, RESOLUTIONS

graph = MetaData()
memory = MetaData()


def _build_bookkeeping(metadata: MetaData) -> tuple[Table, Table]:
    migrations = Table(
        "migrations",
        metadata,
        Column("version", Integer, primary_key=True),
        Column("name", Text, nullable=False),
        Column("applied_at", Text, nullable=False),
    )
    meta = Table(
        "meta",
        metadata,
        Column("key", Text, primary_key=True, nullable=False),
        Column("value", Text, nullable=False),
    )
    return migrations, meta


def _is_one_of(column: str, words: Iterable[str]) -> CheckConstraint:
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_is_known")


def _is_status(column: str) -> CheckConstraint:
    return _is_one_of(column, (word.value for word in FileStatus))


def _within(column: str, last: int) -> CheckConstraint:
    return CheckConstraint(f"{column} BETWEEN 0 AND {last}", name=f"{column}_is_known")


def _node_reference() -> ForeignKey:
    return ForeignKey("nodes.id", ondelete="CASCADE")


graph_migrations, graph_meta = _build_bookkeeping(graph)
memory_migrations, memory_meta = _build_bookkeeping(memory)

files = Table(
    "files",
    graph,
    Column("id", Integer, primary_key=True),
    Column("path", Text, nullable=False, unique=True),
    Column("language", Text),
    Column("content_hash", Text, nullable=False),
    Column("blob", Text),
    Column("size", Integer, nullable=False),
    Column("lines", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("reason", Text),
    _is_status("status"),
    Index("files_by_status", "status"),
)

# A node's readable id is its file's path and, after `::`, its label: see graph/ids.py. A
# label without a file is the whole id (a directory, something external), and the file itself has
# an empty one. The words for kinds and resolutions are in codes.py.

nodes = Table(
    "nodes",
    graph,
    Column("id", Integer, primary_key=True),
    Column("label", Text, nullable=False),
    Column("kind", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("file_id", Integer, ForeignKey("files.id", ondelete="CASCADE")),
    Column("line", Integer),
    Column("end_line", Integer),
    Column("signature", Text),
    Column("doc", Text),
    Column("body_fingerprint", Text),
    Column("signature_fingerprint", Text),
    Column("metadata", Text),
    _within("kind", len(NODE_KINDS) - 1),
    Index("nodes_by_label", "file_id", "label", unique=True),
    Index("nodes_by_name", "name"),
    Index("nodes_by_body", "body_fingerprint"),
)

edges = Table(
    "edges",
    graph,
    Column("source", Integer, _node_reference(), nullable=False),
    Column("target", Integer, _node_reference(), nullable=False),
    Column("kind", Integer, nullable=False),
    Column("line", Integer),
    Column("resolution", Integer, nullable=False),
    Column("candidates", Integer, nullable=False),
    Column("confidence", Integer, nullable=False),
    Column("evidence", Text),
    PrimaryKeyConstraint("source", "kind", "target"),
    _within("kind", len(EDGE_KINDS) - 1),
    _within("resolution", len(RESOLUTIONS) - 1),
    _within("confidence", CERTAIN),
    Index("edges_by_target", "target", "kind", "resolution"),
    sqlite_with_rowid=False,
)

diagnostics = Table(
    "diagnostics",
    graph,
    Column("id", Integer, primary_key=True),
    Column("file_id", Integer, ForeignKey("files.id", ondelete="CASCADE"), nullable=False),
    Column("line", Integer),
    Column("severity", Text, nullable=False),
    Column("message", Text, nullable=False),
    Index("diagnostics_by_file", "file_id"),
)

facts = Table(
    "facts",
    graph,
    Column("id", Integer, primary_key=True),
    Column("content_hash", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("extractor_version", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    UniqueConstraint("content_hash", "language"),
)

# What the next scan has to know about how names were linked; see linking/. Keys are
# hashes of words: two words with one hash cost a little extra work and nothing else.

link_files = Table(
    "link_files",
    graph,
    Column("file_id", Integer, ForeignKey("files.id", ondelete="CASCADE"), primary_key=True),
    Column("data", LargeBinary, nullable=False),
    Column("keys", LargeBinary, nullable=False),
)

link_index = Table(
    "link_index",
    graph,
    Column("key", Integer, primary_key=True),
    Column("files", LargeBinary, nullable=False),
    Column("answers", LargeBinary, nullable=False),
)

link_answers = Table(
    "link_answers",
    graph,
    Column("key", Integer, primary_key=True),
    Column("question", Text, nullable=False),
    Column("digests", LargeBinary, nullable=False),
    Column("answers", LargeBinary, nullable=False),
    Column("keys", LargeBinary, nullable=False),
)

link_sought = Table(
    "link_sought",
    graph,
    Column("key", Integer, nullable=False),
    Column("name", Text, nullable=False),
    PrimaryKeyConstraint("key", "name"),
    sqlite_with_rowid=False,
)

missed_calls = Table(
    "missed_calls",
    graph,
    Column("name", Text, nullable=False),
    Column("file_id", Integer, ForeignKey("files.id", ondelete="CASCADE"), nullable=False),
    Column("calls", Integer, nullable=False),
    Column("line", Integer, nullable=False),
    PrimaryKeyConstraint("name", "file_id"),
    Index("missed_calls_by_file", "file_id"),
    sqlite_with_rowid=False,
)

# What the names in a file were bound to, place by place: see graph/name_places.py.

name_places = Table(
    "name_places",
    graph,
    Column("file_id", Integer, ForeignKey("files.id", ondelete="CASCADE"), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

# Changes name nodes by readable id: those that went have no row any more.

changes = Table(
    "changes",
    graph,
    Column("number", Integer, primary_key=True),
    Column("scan", Integer, nullable=False),
    Column("kind", Integer, nullable=False),
    Column("node", Text, nullable=False),
    Column("node_kind", Integer, nullable=False),
    Column("previous", Text),
    Column("compatible", Integer),
    Column("detail", Text, nullable=False),
    Column("old_signature", Text),
    Column("new_signature", Text),
    Column("old_signature_fingerprint", Text),
    Column("new_signature_fingerprint", Text),
    Column("old_body_fingerprint", Text),
    Column("new_body_fingerprint", Text),
    _within("kind", len(CHANGE_KINDS) - 1),
    _within("node_kind", len(NODE_KINDS) - 1),
    _within("compatible", 1),
)

change_scans = Table(
    "change_scans",
    graph,
    Column("first", Integer, primary_key=True),
    Column("last", Integer, nullable=False),
    Column("scanned_at", Text, nullable=False),
    Column("commit_id", Text),
)

# The closure, see closure/. These tables have no references to files: an update compares what is
# here with what a scan wrote, and a cascade would hide the difference.

file_links = Table(
    "file_links",
    graph,
    Column("source", Integer, nullable=False),
    Column("target", Integer, nullable=False),
    Column("kinds", Integer, nullable=False),
    PrimaryKeyConstraint("source", "target"),
    Index("file_links_by_target", "target", "kinds"),
    sqlite_with_rowid=False,
)

link_blocks = Table(
    "link_blocks",
    graph,
    Column("side", Integer, nullable=False),
    Column("block", Integer, nullable=False),
    Column("links", LargeBinary, nullable=False),
    PrimaryKeyConstraint("side", "block"),
)

file_dependents = Table(
    "file_dependents",
    graph,
    Column("file_id", Integer, primary_key=True),
    Column("levels", LargeBinary, nullable=False),
)

file_dependencies = Table(
    "file_dependencies",
    graph,
    Column("file_id", Integer, primary_key=True),
    Column("levels", LargeBinary, nullable=False),
)

node_dependents = Table(
    "node_dependents",
    graph,
    Column("block", Integer, primary_key=True),
    Column("sources", LargeBinary, nullable=False),
)

hub_dependents = Table(
    "hub_dependents",
    graph,
    Column("node_id", Integer, primary_key=True),
    Column("distances", LargeBinary, nullable=False),
)

# The history of a project: commits with what they changed, and which of them touched a file that
# has its path today. The bytes are written by indexing/history/.

history_state = Table(
    "history_state",
    graph,
    Column("key", Text, primary_key=True, nullable=False),
    Column("value", Text, nullable=False),
)

history_paths = Table(
    "history_paths",
    graph,
    Column("id", Integer, primary_key=True),
    Column("path", Text, nullable=False, unique=True),
    Column("moved_to", Integer, ForeignKey("history_paths.id")),
)

history_commits = Table(
    "history_commits",
    graph,
    Column("id", Integer, primary_key=True),
    Column("hash", LargeBinary, nullable=False, unique=True),
    Column("period", Integer, nullable=False),
    Column("size", Integer, nullable=False),
    Column("changes", LargeBinary, nullable=False),
)

history_touches = Table(
    "history_touches",
    graph,
    Column("path_id", Integer, ForeignKey("history_paths.id"), nullable=False),
    Column("commit_id", Integer, ForeignKey("history_commits.id"), nullable=False),
    PrimaryKeyConstraint("path_id", "commit_id"),
    Index("history_touches_by_commit", "commit_id"),
    sqlite_with_rowid=False,
)

# How memories stand to the code of this worktree: where their anchors are, and whether they still
# hold. All of it follows from the memories and the graph, see memory/freshness/. Memories are named
# by their readable id: they are in another database.

memory_progress = Table(
    "memory_progress",
    graph,
    Column("key", Text, primary_key=True, nullable=False),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

memory_places = Table(
    "memory_places",
    graph,
    Column("memory", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("role", Text, nullable=False),
    Column("written", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("found", Integer, nullable=False),
    PrimaryKeyConstraint("memory", "position"),
    Index("memory_places_by_target", "target"),
    Index("memory_places_by_path", "path"),
    sqlite_with_rowid=False,
)

memory_verdicts = Table(
    "memory_verdicts",
    graph,
    Column("memory", Text, primary_key=True, nullable=False),
    Column("basis", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("checked_at", Text, nullable=False),
    Column("report", Text, nullable=False),
    Column("swept", Text),
    Index("memory_verdicts_by_verdict", "verdict"),
    sqlite_with_rowid=False,
)

memory_watches = Table(
    "memory_watches",
    graph,
    Column("node", Text, nullable=False),
    Column("memory", Text, nullable=False),
    PrimaryKeyConstraint("node", "memory"),
    Index("memory_watches_by_memory", "memory"),
    sqlite_with_rowid=False,
)

memory_commits = Table(
    "memory_commits",
    graph,
    Column("commit_id", Text, primary_key=True, nullable=False),
    Column("reached", Integer),
    sqlite_with_rowid=False,
)

# What was learned. A memory's own row has what is searched and sorted by; its tags, anchors and
# relations are rows of their own. Relations and events name memories by their readable id, since
# they may outlive one, or come before it in an import.


def _memory_reference() -> ForeignKey:
    return ForeignKey("memories.number", ondelete="CASCADE")


def _refuse_changes(table: str) -> dict[str, tuple[str, ...]]:
    """Make a table one that rows can only be added to."""
    return {
        "triggers": tuple(
            f"CREATE TRIGGER {table}_keep_{verb.lower()} BEFORE {verb} ON {table} "
            f"BEGIN SELECT raise(ABORT, '{table} is append-only'); END"
            for verb in ("UPDATE", "DELETE")
        )
    }


memories = Table(
    "memories",
    memory,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("type", Text, nullable=False),
    Column("raw_type", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("details", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("scope", Text, nullable=False),
    Column("scope_ref", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("importance", Integer, nullable=False),
    Column("half_life_days", Float),
    Column("pinned", Integer, nullable=False),
    Column("user_verified", Integer, nullable=False),
    Column("needs_review", Integer, nullable=False),
    Column("tainted", Integer, nullable=False),
    Column("channel", Text, nullable=False),
    Column("session", Text),
    Column("commit_id", Text),
    Column("provenance", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
    Column("verified_at", Text),
    Column("last_used_at", Text),
    Column("use_count", Integer, nullable=False),
    Column("confirmations", Integer, nullable=False),
    Column("expires_at", Text),
    Column("archived_at", Text),
    Column("merged_at", Text),
    Column("text_hash", Text, nullable=False),
    CheckConstraint("confidence BETWEEN 0 AND 1", name="confidence_is_share"),
    CheckConstraint("importance BETWEEN 0 AND 100", name="importance_is_percentage"),
    Index("memories_by_text", "text_hash"),
    Index("memories_by_scope", "scope", "scope_ref", "importance", "created_at"),
    Index("memories_by_type", "type", "confidence"),
    Index("memories_by_confidence", "confidence", "created_at"),
)

memory_tags = Table(
    "memory_tags",
    memory,
    Column("memory", Integer, _memory_reference(), nullable=False),
    Column("position", Integer, nullable=False),
    Column("tag", Text, nullable=False),
    PrimaryKeyConstraint("memory", "position"),
    Index("memory_tags_by_tag", "tag"),
    sqlite_with_rowid=False,
)

memory_bands = Table(
    "memory_bands",
    memory,
    Column("band", Integer, nullable=False),
    Column("memory", Integer, _memory_reference(), nullable=False),
    PrimaryKeyConstraint("band", "memory"),
    Index("memory_bands_by_memory", "memory"),
    sqlite_with_rowid=False,
)

memory_anchors = Table(
    "memory_anchors",
    memory,
    Column("id", Integer, primary_key=True),
    Column("memory", Integer, _memory_reference(), nullable=False),
    Column("position", Integer, nullable=False),
    Column("target", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("resolved", Integer, nullable=False),
    Column("looks", Text, nullable=False),
    UniqueConstraint("memory", "role", "target"),
    Index("memory_anchors_by_target", "target"),
)

memory_moves = Table(
    "memory_moves",
    memory,
    Column("id", Integer, primary_key=True),
    Column("anchor", Integer, ForeignKey("memory_anchors.id", ondelete="CASCADE"), nullable=False),
    Column("at", Text, nullable=False),
    Column("old", Text, nullable=False),
    Column("new", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("commit_id", Text),
    Index("memory_moves_by_anchor", "anchor"),
    Index("memory_moves_by_new", "new"),
)

memory_claims = Table(
    "memory_claims",
    memory,
    Column("memory", Integer, _memory_reference(), nullable=False),
    Column("position", Integer, nullable=False),
    Column("claim", Text, nullable=False),
    PrimaryKeyConstraint("memory", "position"),
    sqlite_with_rowid=False,
)

memory_relations = Table(
    "memory_relations",
    memory,
    Column("id", Integer, primary_key=True),
    Column("memory", Integer, _memory_reference(), nullable=False),
    Column("position", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("target_memory", Text),
    Column("target_path", Text),
    Column("confidence", Float, nullable=False),
    Column("auto_extracted", Integer, nullable=False),
    Column("created_at", Text, nullable=False),
    CheckConstraint(
        "(target_memory IS NULL) <> (target_path IS NULL)", name="relation_has_one_target"
    ),
    Index("memory_relations_by_memory", "memory"),
    Index("memory_relations_by_target", "target_memory"),
)

memory_events = Table(
    "memory_events",
    memory,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("memory_id", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("cause", Text),
    Column("undoes", Text),
    Column("before", Text),
    Column("after", Text),
    Index("memory_events_by_memory", "memory_id"),
    Index("memory_events_by_cause", "cause"),
    info=_refuse_changes("memory_events"),
)

memory_aliases = Table(
    "memory_aliases",
    memory,
    Column("alias", Text, primary_key=True, nullable=False),
    Column("memory_id", Text, nullable=False),
    sqlite_with_rowid=False,
)

memory_vectors = Table(
    "memory_vectors",
    memory,
    Column("memory", Integer, _memory_reference(), nullable=False),
    Column("model", Text, nullable=False),
    Column("dimensions", Integer, nullable=False),
    Column("vector", LargeBinary, nullable=False),
    Column("created_at", Text, nullable=False),
    PrimaryKeyConstraint("memory", "model"),
    CheckConstraint("length(vector) = 4 * dimensions", name="vector_has_dimensions"),
    Index("memory_vectors_by_model", "model"),
    # With row numbers: without them, rows of this size spill over to other pages.
    info={
        "triggers": (
            # Whoever writes: a vector never outlives the text that it was made from.
            "CREATE TRIGGER memory_vectors_follow_text AFTER UPDATE OF title, content ON memories "
            "WHEN old.title IS NOT new.title OR old.content IS NOT new.content "
            "BEGIN DELETE FROM memory_vectors WHERE memory = new.number; END",
        )
    },
)

# What was done for tasks. The words of an episode are what like work is found by.

episodes = Table(
    "episodes",
    memory,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("task_id", Text, nullable=False),
    Column("agent_id", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("approach", Text, nullable=False),
    Column("outcome", Text),
    Column("duration_ms", Integer),
    Column("tokens_in", Integer),
    Column("tokens_out", Integer),
    Column("task_title", Text),
    Column("session", Text),
    Column("files", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
    _is_one_of("action", ACTIONS),
    Index("episodes_by_task", "task_id", "created_at"),
    Index("episodes_by_agent", "agent_id", "created_at"),
    Index("episodes_by_action", "action"),
    Index("episodes_by_time", "created_at"),
)

episode_words = Table(
    "episode_words",
    memory,
    Column("word", Text, nullable=False),
    Column("episode", Integer, ForeignKey("episodes.number", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("word", "episode"),
    Index("episode_words_by_episode", "episode"),
    sqlite_with_rowid=False,
)

artifacts = Table(
    "artifacts",
    memory,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("task_id", Text, nullable=False),
    Column("agent_id", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("description", Text),
    Column("size_bytes", Integer, nullable=False),
    Column("checksum", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    _is_one_of("type", ARTIFACT_TYPES),
    Index("artifacts_by_task", "task_id"),
    Index("artifacts_by_type", "type"),
    Index("artifacts_by_path", "path"),
)

work_events = Table(
    "work_events",
    memory,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("record", Text, nullable=False),
    Column("record_id", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("before", Text),
    Column("after", Text),
    _is_one_of("record", RECORDS),
    Index("work_events_by_record", "record_id"),
    info=_refuse_changes("work_events"),
)


def build_create_statements(*tables: Table) -> Iterator[str]:
    """Write the SQL that creates tables, indexes and triggers in SQLite, in the given order."""
    for table in tables:
        yield _build_create_table(table)
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            yield build_create_index(index)
        yield from table.info.get("triggers", ())


@cache
def build_create_index(index: Index) -> str:
    return str(CreateIndex(index).compile(dialect=sqlite.dialect()))


@cache
def _build_create_table(table: Table) -> str:
    return str(CreateTable(table).compile(dialect=sqlite.dialect()))
