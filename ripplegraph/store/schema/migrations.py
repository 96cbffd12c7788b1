"""Creates and upgrades the databases, one recorded step at a time.

A migration that changes a table replaces the earlier step that created it from `tables.py` by
the SQL of that day; a test compares the result of all steps with the schema.
"""

import sqlite3
import uuid
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Table

from ripplegraph.errors import UpgradeError
from ripplegraph.store.backups.backup import make_backup
from ripplegraph.store.backups.memory_marker import refuse_lost
from ripplegraph.store.database import Database
from ripplegraph.store.schema import graph_version_1, memory_version_2, tables
from ripplegraph.store.sql import statements
from ripplegraph.store.sqlite.failures import build_corrupt_error, translate_errors
from ripplegraph.store.sqlite.raw_connection import connect, read_version, write_transaction


@dataclass(frozen=True)
class Migration:
    """One step from a schema version to the next."""

    version: int
    name: str
    apply: Callable[[sqlite3.Connection], None]


def migrate(database: Database, migrations: Sequence[Migration] | None = None) -> None:
    """Bring a database to its current version; each step happens with its record or not at all."""
    steps = MIGRATIONS[database.name] if migrations is None else migrations
    with translate_errors(database), closing(connect(database, mode="rwc")) as connection:
        _refuse_other_contents(connection, database)
        precious = database.precious and read_version(connection, database) > 0
        _apply_all(connection, database, steps, precious=precious)


def _refuse_other_contents(connection: sqlite3.Connection, database: Database) -> None:
    """Add nothing to what another application wrote, nor to memories that were emptied."""
    # At one moment: another process may be creating the tables.
    connection.execute("BEGIN")
    tables = {name for (name,) in connection.execute(statements.SELECT_TABLES)}
    version = read_version(connection, database)
    connection.execute("COMMIT")
    if tables if not version else "migrations" not in tables:
        raise build_corrupt_error(database, "it holds tables that are not ripple's")
    if not version and database.precious:
        refuse_lost(database)


def migrate_copy(connection: sqlite3.Connection, database: Database) -> None:
    """Bring a copy of a database to its current version; the database itself stays as it is."""
    _apply_all(connection, database, MIGRATIONS[database.name], precious=False)


def _apply_all(
    connection: sqlite3.Connection,
    database: Database,
    steps: Sequence[Migration],
    *,
    precious: bool,
) -> None:
    for migration in steps:
        if read_version(connection, database) < migration.version:
            _apply(connection, database, migration, precious=precious)


def _apply(
    connection: sqlite3.Connection, database: Database, migration: Migration, *, precious: bool
) -> None:
    with write_transaction(connection):
        # Another process may have taken this step while we waited for the lock.
        found = read_version(connection, database)
        if found >= migration.version:
            return
        if precious:
            make_backup(database, version=found)
        _change_schema(connection, database, migration)
        connection.execute(
            statements.INSERT_MIGRATION, (migration.version, migration.name, _get_timestamp())
        )
        connection.execute(f"PRAGMA user_version = {migration.version}")


def _change_schema(
    connection: sqlite3.Connection, database: Database, migration: Migration
) -> None:
    try:
        migration.apply(connection)
        # Foreign keys are off here, so that a step may rebuild a table that others point to.
        broken = connection.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.Error as error:
        raise _build_upgrade_error(database, migration, str(error)) from error
    if broken:
        raise _build_upgrade_error(database, migration, f"{broken[0]} has broken references")


def _build_upgrade_error(database: Database, migration: Migration, detail: str) -> UpgradeError:
    return UpgradeError(
        f"The {database} could not be upgraded to version {migration.version} and is as it was "
        f"before ({detail}).",
        hint="Keep using the ripplegraph version that wrote it, and report this.",
        path=database.path,
    )


def _create_tables(*wanted: Table) -> Callable[[sqlite3.Connection], None]:
    def apply(connection: sqlite3.Connection) -> None:
        for statement in tables.build_create_statements(*wanted):
            connection.execute(statement)

    return apply


def _create_first_graph(connection: sqlite3.Connection) -> None:
    _create_tables(tables.graph_migrations, tables.graph_meta)(connection)
    for statement in graph_version_1.STATEMENTS:
        connection.execute(statement)


def _replace_first_graph(connection: sqlite3.Connection) -> None:
    """Start again: what a graph held can be derived from the files by the next scan."""
    for table in graph_version_1.TABLES:
        connection.execute(f"DROP TABLE {table}")
    connection.execute(statements.DELETE_META)
    _create_tables(tables.files, tables.nodes, tables.edges, tables.diagnostics, tables.facts)(
        connection
    )


def _create_third_graph(connection: sqlite3.Connection) -> None:
    """Add what is kept beside the graph; until the next scan there is no graph."""
    connection.execute("DROP INDEX edges_by_target")
    (index,) = (item for item in tables.edges.indexes if item.name == "edges_by_target")
    connection.execute(tables.build_create_index(index))
    _create_tables(
        tables.link_files,
        tables.link_index,
        tables.link_sought,
        tables.changes,
        tables.change_scans,
        tables.file_links,
        tables.file_dependents,
        tables.file_dependencies,
        tables.node_dependents,
        tables.hub_dependents,
        tables.history_state,
        tables.history_paths,
        tables.history_commits,
        tables.history_touches,
    )(connection)
    connection.execute(statements.DELETE_META)


def _find_bodies(connection: sqlite3.Connection) -> None:
    """Let definitions be found by their bodies."""
    _create_index(connection, tables.nodes, "nodes_by_body")


def _pack_links(connection: sqlite3.Connection) -> None:
    """Let the links of large projects be packed, and files be counted by status."""
    _create_tables(tables.link_blocks)(connection)
    _create_index(connection, tables.files, "files_by_status")


def _create_index(connection: sqlite3.Connection, table: Table, name: str) -> None:
    """Add an index, which a new database has already."""
    (index,) = (item for item in table.indexes if item.name == name)
    statement = tables.build_create_index(index)
    connection.execute(statement.replace("CREATE INDEX", "CREATE INDEX IF NOT EXISTS"))


def _create_missed_calls(connection: sqlite3.Connection) -> None:
    """Add what only a scan of everything can find out; until then there is no graph."""
    connection.execute("DROP INDEX file_links_by_target")
    (index,) = (item for item in tables.file_links.indexes if item.name == "file_links_by_target")
    connection.execute(tables.build_create_index(index))
    _create_tables(tables.missed_calls)(connection)
    connection.execute(statements.DELETE_META)


def _create_evidence(connection: sqlite3.Connection) -> None:
    """Let an edge say what shows it; until the next scan there is no graph."""
    connection.execute("DROP TABLE edges")
    _create_tables(tables.edges)(connection)
    connection.execute(statements.DELETE_META)


def _replace_link_files(connection: sqlite3.Connection) -> None:
    """Let each file say which names of others it depends on; until the next scan there is no
    graph."""
    connection.execute("DROP TABLE link_files")
    _create_tables(tables.link_files)(connection)
    connection.execute(statements.DELETE_META)


def _create_answers(connection: sqlite3.Connection) -> None:
    """Keep the answers that files share; until the next scan there is no graph."""
    connection.execute("DROP TABLE IF EXISTS link_params")
    connection.execute("DROP TABLE link_index")
    _create_tables(tables.link_index, tables.link_answers)(connection)
    connection.execute(statements.DELETE_META)


def _create_name_places(connection: sqlite3.Connection) -> None:
    """Keep what each name was bound to; until the next scan there is no graph."""
    _create_tables(tables.name_places)(connection)
    connection.execute(statements.DELETE_META)


def _link_again(connection: sqlite3.Connection) -> None:
    """Have the next scan bind all names; until then there is no graph."""
    connection.execute(statements.DELETE_META)


def _keep_answers(connection: sqlite3.Connection) -> None:
    """Keep the shared answers themselves; until the next scan there is no graph."""
    connection.execute("DROP TABLE link_answers")
    _create_tables(tables.link_answers)(connection)
    connection.execute(statements.DELETE_META)


def _create_memory(connection: sqlite3.Connection) -> None:
    _create_tables(tables.memory_migrations, tables.memory_meta)(connection)
    connection.executemany(
        statements.MEMORY_INSERT_META,
        [("project_id", str(uuid.uuid4())), ("created_at", _get_timestamp())],
    )


def _create_memories(connection: sqlite3.Connection) -> None:
    _create_tables(tables.memories, tables.memory_tags, tables.memory_bands)(connection)
    for statement in memory_version_2.STATEMENTS:
        connection.execute(statement)
    _create_tables(
        tables.memory_moves,
        tables.memory_relations,
        tables.memory_events,
        tables.memory_aliases,
    )(connection)


def _create_looks(connection: sqlite3.Connection) -> None:
    """Let an anchor have several looks, and a memory claims."""
    rows = memory_version_2.read_anchors(connection)
    connection.execute("DROP TABLE memory_anchors")
    _create_tables(tables.memory_anchors, tables.memory_claims)(connection)
    memory_version_2.insert_anchors(connection, rows)


def _create_third_memory(connection: sqlite3.Connection) -> None:
    _create_looks(connection)
    _create_tables(tables.episodes, tables.episode_words, tables.artifacts, tables.work_events)(
        connection
    )


def _get_timestamp() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


MIGRATIONS: dict[str, tuple[Migration, ...]] = {
    "graph": (
        Migration(1, "files, nodes, edges and diagnostics", _create_first_graph),
        Migration(2, "smaller rows, and cached facts", _replace_first_graph),
        Migration(3, "closure, history and link state", _create_third_graph),
        Migration(
            4,
            "how memories stand to the code",
            _create_tables(
                tables.memory_progress,
                tables.memory_places,
                tables.memory_verdicts,
                tables.memory_watches,
                tables.memory_commits,
            ),
        ),
        Migration(5, "definitions by their bodies", _find_bodies),
        Migration(6, "calls that lead nowhere", _create_missed_calls),
        Migration(7, "what shows an edge", _create_evidence),
        Migration(8, "packed links of large projects", _pack_links),
        Migration(9, "dependencies of links by name", _replace_link_files),
        Migration(10, "answers that files share", _create_answers),
        Migration(11, "the shared answers themselves", _keep_answers),
        Migration(12, "what names are bound to", _create_name_places),
        Migration(13, "what called constants are bound to", _link_again),
        Migration(14, "places of names that are quicker to read", _link_again),
    ),
    "memory": (
        Migration(version=1, name="project identity", apply=_create_memory),
        Migration(version=2, name="memories, their anchors and events", apply=_create_memories),
        Migration(
            version=3,
            name="looks of code, claims, episodes and artifacts",
            apply=_create_third_memory,
        ),
        Migration(
            version=4,
            name="vectors of memories",
            apply=_create_tables(tables.memory_vectors),
        ),
    ),
}
