"""Opening databases: where they lie, who may write, and what a reader sees."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from ripplegraph.errors import (
    CorruptDatabaseError,
    DatabaseBusyError,
    StoreError,
    UnwritableStoreError,
)
from ripplegraph.store.connection import create, exists, open_for_reading, open_for_writing
from ripplegraph.store.files.writability import is_shut
from ripplegraph.store.sqlite.raw_connection import write_transaction
from tests.support.databases import graph_of, memory_of, record_scan
from tests.support.permissions import bound_by_permissions, shut

ADD_KEY = "INSERT INTO meta VALUES ('key', 'value')"
COUNT_KEYS = "SELECT count(*) FROM meta"


def test_where_the_databases_lie(tmp_path: Path) -> None:
    assert graph_of(tmp_path).path == tmp_path / ".ripple" / "graph.db"
    assert memory_of(tmp_path).path == tmp_path / ".ripple" / "memory.db"
    shared = memory_of(tmp_path, git_common_dir=tmp_path / ".git")
    assert shared.path == tmp_path / ".git" / "ripple" / "memory.db"


def test_writing_creates_the_folder_and_hides_it_from_git(tmp_path: Path) -> None:
    database = graph_of(tmp_path)
    assert not exists(database)
    create(database)
    assert exists(database)
    assert (tmp_path / ".ripple" / ".gitignore").read_text() == "*\n"


def test_a_writer_uses_the_write_ahead_log_and_checks_references(tmp_path: Path) -> None:
    with open_for_writing(graph_of(tmp_path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("INSERT INTO edges VALUES (1, 2, 0, 1, 0, 1, 1000, NULL)")


def test_deleting_a_file_deletes_its_nodes_and_their_edges(tmp_path: Path) -> None:
    database = graph_of(tmp_path)
    record_scan(database, commit="c", tree="t")
    with open_for_writing(database) as connection:
        connection.execute("DELETE FROM files WHERE path = 'b.py'")
        assert connection.execute("SELECT name FROM nodes").fetchall() == [("a.py",)]
        assert connection.execute("SELECT count(*) FROM edges").fetchone() == (0,)


def test_a_transaction_is_all_or_nothing(tmp_path: Path) -> None:
    with open_for_writing(graph_of(tmp_path)) as connection:
        with pytest.raises(KeyboardInterrupt), write_transaction(connection):
            connection.execute(ADD_KEY)
            raise KeyboardInterrupt
        assert connection.execute(COUNT_KEYS).fetchone() == (0,)


def test_a_reader_sees_one_state_and_cannot_write(tmp_path: Path) -> None:
    database = graph_of(tmp_path)
    create(database)
    with open_for_reading(database) as reader:
        assert reader.execute(COUNT_KEYS).fetchone() == (0,)
        with open_for_writing(database) as writer:
            writer.execute(ADD_KEY)
        assert reader.execute(COUNT_KEYS).fetchone() == (0,)
    with (
        pytest.raises(UnwritableStoreError) as caught,
        open_for_reading(database) as reader,
    ):
        reader.execute(ADD_KEY)
    assert caught.value.path == database.path


def test_a_second_writer_waits_and_then_gives_up(tmp_path: Path) -> None:
    database = graph_of(tmp_path, busy_timeout_ms=50)
    create(database)
    with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with (
            pytest.raises(DatabaseBusyError, match="another process"),
            open_for_writing(database) as connection,
            write_transaction(connection),
        ):
            pass


def test_errors_of_the_caller_are_left_alone(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), open_for_writing(graph_of(tmp_path)):
        (tmp_path / "source.py").read_bytes()
    with (
        pytest.raises(sqlite3.ProgrammingError),
        open_for_writing(graph_of(tmp_path)) as connection,
    ):
        connection.execute("SELECT ?")


def test_a_missing_database_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"), open_for_reading(graph_of(tmp_path)):
        pass


def test_a_database_without_its_tables_is_damaged(tmp_path: Path) -> None:
    database = graph_of(tmp_path)
    create(database)
    with closing(sqlite3.connect(database.path)) as connection:
        connection.execute("DROP TABLE meta")
    with (
        pytest.raises(CorruptDatabaseError, match="no such table"),
        open_for_reading(database) as connection,
    ):
        connection.execute(COUNT_KEYS)


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / ".ripple").touch()
    with pytest.raises(UnwritableStoreError):
        create(graph_of(tmp_path))


@pytest.mark.required
@pytest.mark.parametrize("shared_memory", [True, False])
def test_a_log_that_a_killed_writer_left_is_read_where_nothing_can_be_written(
    tmp_path: Path, shared_memory: bool
) -> None:
    database = memory_of(tmp_path, git_common_dir=tmp_path / "common")
    create(database)
    kill = (
        "import os, sqlite3, sys\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        f"connection.execute({ADD_KEY!r})\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", kill, str(database.path)], check=False)
    assert database.write_ahead_log.stat().st_size
    if not shared_memory:
        database.shared_memory.unlink()
    files = {path: path.read_bytes() for path in database.path.parent.iterdir()}
    with shut(tmp_path / "common"), open_for_reading(database) as connection:
        assert connection.execute("SELECT value FROM meta WHERE key = 'key'").fetchone()
        with pytest.raises(UnwritableStoreError, match="readonly"):
            connection.execute("DELETE FROM meta")
    assert {path: path.read_bytes() for path in database.path.parent.iterdir()} == files


@pytest.mark.required
def test_permissions_are_told_from_other_obstacles(tmp_path: Path) -> None:
    database = memory_of(tmp_path, git_common_dir=tmp_path / "common")
    (tmp_path / "common").mkdir()
    assert not is_shut(database)
    with shut(tmp_path / "common"):
        assert is_shut(database)
    create(database)
    assert not is_shut(database)
    for path in (database.path, database.path.parent):
        mode = path.stat().st_mode
        path.chmod(mode & 0o555)
        with bound_by_permissions():
            assert is_shut(database)
        path.chmod(mode)
    (tmp_path / "file").touch()
    assert not is_shut(memory_of(tmp_path, git_common_dir=tmp_path / "file"))
