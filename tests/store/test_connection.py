"""Opening databases: where they lie, who may write, and what a reader sees."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ripplegraph.errors import (
    CorruptDatabaseError,
    DatabaseBusyError,
    StoreError,
    UnwritableStoreError,
)
from ripplegraph.store.connection import (
    create,
    exists,
    open_for_reading,
    open_for_writing,
    write_transaction,
)
from tests.support.databases import graph_of, memory_of, record_scan

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
            connection.execute("INSERT INTO edges VALUES (1, 2, 0, 1, 0, 1, 1000)")


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
