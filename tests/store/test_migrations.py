"""Creating and upgrading databases, also when a step fails or several processes start at once."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest
from sqlalchemy import MetaData

from ripplegraph.errors import NewerSchemaError, UpgradeError
from ripplegraph.store.backups.backup import make_backup
from ripplegraph.store.backups.backup_list import KEPT_UPGRADES, find_backups
from ripplegraph.store.connection import create, open_for_reading, open_for_writing
from ripplegraph.store.database import Database
from ripplegraph.store.graph.summary import was_scanned
from ripplegraph.store.schema import migrations, tables
from ripplegraph.store.schema.migrations import MIGRATIONS, Migration, migrate
from tests.support.databases import dump, execute, graph_of, memory_of, set_version

Build = Callable[[Path], Database]
Opener = Callable[[Database], AbstractContextManager[sqlite3.Connection]]

BOTH = pytest.mark.parametrize("build", [graph_of, memory_of])


def read_schema(connection: sqlite3.Connection) -> set[tuple[str, str, str]]:
    return set(connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql NOT NULL"))


def add_topics(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE topics (name TEXT)")
    connection.execute("INSERT INTO topics VALUES ('kept')")


def fail_halfway(connection: sqlite3.Connection) -> None:
    add_topics(connection)
    connection.execute("DROP TABLE meta")
    connection.execute("SELECT * FROM missing")


def break_references(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE child (parent REFERENCES migrations (version))")
    connection.execute("INSERT INTO child VALUES (77)")


def with_step(
    database: Database,
    name: str,
    apply: Callable[[sqlite3.Connection], None],
    monkeypatch: pytest.MonkeyPatch,
) -> Database:
    """Return the database as a next version of ripple sees it, with one more step to take."""
    step = Migration(database.version + 1, name, apply)
    steps = {**MIGRATIONS, database.name: (*MIGRATIONS[database.name], step)}
    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    return database._replace(version=step.version)


@pytest.mark.parametrize(
    ("build", "metadata"), [(graph_of, tables.graph), (memory_of, tables.memory)]
)
def test_all_steps_together_make_the_declared_schema(
    tmp_path: Path, build: Build, metadata: MetaData
) -> None:
    database = build(tmp_path)
    create(database)
    with closing(sqlite3.connect(":memory:")) as declared, open_for_reading(database) as made:
        for statement in tables.build_create_statements(*metadata.sorted_tables):
            declared.execute(statement)
        assert read_schema(made) == read_schema(declared)


@BOTH
def test_steps_are_numbered_and_end_at_the_current_version(tmp_path: Path, build: Build) -> None:
    database = build(tmp_path)
    versions = [step.version for step in MIGRATIONS[database.name]]
    assert versions == list(range(1, database.version + 1))


@BOTH
def test_each_step_is_recorded(tmp_path: Path, build: Build) -> None:
    database = build(tmp_path)
    create(database)
    with open_for_reading(database) as connection:
        rows = connection.execute("SELECT version, name, applied_at FROM migrations").fetchall()
        assert connection.execute("PRAGMA user_version").fetchone() == (database.version,)
    assert [row[:2] for row in rows] == [
        (step.version, step.name) for step in MIGRATIONS[database.name]
    ]
    assert all(row[2].endswith("Z") for row in rows)


def test_a_memory_database_knows_its_project(tmp_path: Path) -> None:
    database = memory_of(tmp_path)
    create(database)
    with open_for_reading(database) as connection:
        meta = dict(connection.execute("SELECT key, value FROM meta"))
    assert len(meta["project_id"]) == 36
    assert meta["created_at"].endswith("Z")


@BOTH
@pytest.mark.parametrize("open_database", [open_for_reading, open_for_writing])
def test_opening_an_old_database_upgrades_it(
    tmp_path: Path, build: Build, open_database: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(build(tmp_path))
    database = with_step(build(tmp_path), "topics", add_topics, monkeypatch)
    with open_database(database) as connection:
        assert connection.execute("SELECT name FROM topics").fetchall() == [("kept",)]
        assert connection.execute("SELECT max(version) FROM migrations").fetchone() == (
            database.version,
        )


@BOTH
@pytest.mark.parametrize("step", [fail_halfway, break_references])
def test_a_failing_step_leaves_the_old_database_intact(
    tmp_path: Path,
    build: Build,
    step: Callable[[sqlite3.Connection], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = build(tmp_path)
    create(old)
    execute(old, "INSERT INTO meta VALUES ('precious', 'value')")
    before = dump(old)
    new = with_step(old, "broken", step, monkeypatch)
    with pytest.raises(UpgradeError, match="is as it was before"), open_for_writing(new):
        pass
    assert dump(old) == before
    with open_for_writing(old):
        pass


def test_an_interrupted_step_leaves_the_old_database_intact(tmp_path: Path) -> None:
    database = graph_of(tmp_path)
    create(database)
    before = dump(database)

    def interrupt(connection: sqlite3.Connection) -> None:
        add_topics(connection)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        version = database.version + 1
        migrate(database._replace(version=version), [Migration(version, "cut off", interrupt)])
    assert dump(database) == before


@BOTH
def test_a_newer_database_is_refused(tmp_path: Path, build: Build) -> None:
    database = build(tmp_path)
    create(database)
    set_version(database, 99)
    for open_database in (open_for_reading, open_for_writing):
        with pytest.raises(NewerSchemaError) as caught, open_database(database):
            pass
        assert (caught.value.found, caught.value.supported) == (99, database.version)


def test_memories_are_copied_aside_before_each_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = memory_of(tmp_path)
    create(old)
    assert find_backups(old) == []
    before = dump(old)
    with open_for_writing(with_step(old, "topics", add_topics, monkeypatch)):
        pass
    (backup,) = find_backups(old)
    assert backup.before_upgrade
    assert backup.path.name.endswith(f"-v{old.version}.db")
    assert dump(old._replace(path=backup.path)) == before


def test_a_backup_never_replaces_another(tmp_path: Path) -> None:
    database = memory_of(tmp_path)
    create(database)
    first = make_backup(database, version=1)
    content = first.path.read_bytes()
    execute(database, "INSERT INTO meta VALUES ('more', 'text')")
    assert make_backup(database, version=1).path != first.path
    assert first.path.read_bytes() == content


def test_only_the_last_backups_before_upgrades_are_kept(tmp_path: Path) -> None:
    database = memory_of(tmp_path)
    create(database)
    made = [make_backup(database, version=version) for version in range(1, KEPT_UPGRADES + 3)]
    assert sorted(backup.path for backup in find_backups(database)) == sorted(
        backup.path for backup in made[-KEPT_UPGRADES:]
    )


def test_a_graph_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    create(graph_of(tmp_path))
    database = with_step(graph_of(tmp_path), "topics", add_topics, monkeypatch)
    create(database)
    assert find_backups(database) == []


def test_many_processes_may_create_a_database_at_once(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path; from tests.support.databases import *;"
        f"create_all(memory_of(Path({str(tmp_path)!r})))"
    )
    started = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(6)]
    assert [process.wait() for process in started] == [0] * 6
    with open_for_reading(memory_of(tmp_path)) as connection:
        assert connection.execute("SELECT count(*) FROM migrations").fetchone() == (
            len(MIGRATIONS["memory"]),
        )


def test_the_first_graph_is_emptied_and_waits_for_a_scan(tmp_path: Path) -> None:
    database = graph_of(tmp_path)
    old = database._replace(version=1)
    database.path.parent.mkdir()
    migrate(old, MIGRATIONS["graph"][:1])
    execute(
        old,
        "INSERT INTO meta VALUES ('scanned_at', '2026-01-02T03:04:05Z')",
        "INSERT INTO files VALUES (1, 'a.py', 'python', 'h', 9, 1, 'parsed', NULL)",
        "INSERT INTO nodes (id, key, kind, name, file_id) VALUES (1, 'a.py', 'file', 'a.py', 1)",
    )
    with open_for_reading(database) as connection:
        assert connection.execute("SELECT count(*) FROM nodes").fetchone() == (0,)
        assert not was_scanned(connection)
