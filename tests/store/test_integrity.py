"""Finding damage, and starting the graph anew."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ripplegraph.store.connection import create, open_for_reading
from ripplegraph.store.database import GRAPH_VERSION, Database
from ripplegraph.store.graph.rebuild import rebuild_database
from ripplegraph.store.integrity import inspect_database
from tests.support import databases
from tests.support.databases import graph_of, memory_of


def test_a_sound_database(tmp_path: Path) -> None:
    create(graph_of(tmp_path))
    found = inspect_database(graph_of(tmp_path))
    assert (found.version, found.damage) == (GRAPH_VERSION, ())


@pytest.mark.parametrize(
    "damage", [databases.fill_with_garbage, databases.truncate, databases.break_pages]
)
def test_damage_is_found(tmp_path: Path, damage: Callable[[Database], None]) -> None:
    database = graph_of(tmp_path)
    create(database)
    damage(database)
    assert inspect_database(database).damage


def test_a_broken_reference_is_damage(tmp_path: Path) -> None:
    database = graph_of(tmp_path)
    databases.record_scan(database, commit="c", tree="t")
    databases.execute(database, "DELETE FROM nodes WHERE id = 2")
    (finding,) = inspect_database(database).damage
    assert "edges refers to a missing row of nodes" in finding


def test_a_rebuilt_graph_is_empty_and_the_old_one_is_kept(tmp_path: Path) -> None:
    database = graph_of(tmp_path)
    databases.record_scan(database, commit="c", tree="t")
    old = database.path.read_bytes()
    moved = rebuild_database(database)
    assert moved is not None
    assert moved.read_bytes() == old
    with open_for_reading(database) as connection:
        assert connection.execute("SELECT count(*) FROM files").fetchone() == (0,)


def test_the_log_of_the_old_graph_does_not_reach_the_new_one(tmp_path: Path) -> None:
    database = graph_of(tmp_path)
    create(database)
    database.write_ahead_log.write_bytes(b"left behind")
    database.shared_memory.write_bytes(b"left behind")
    moved = rebuild_database(database)
    assert moved is not None
    assert moved.with_name(f"{moved.name}-wal").read_bytes() == b"left behind"
    assert inspect_database(database).damage == ()


def test_a_graph_that_was_never_made(tmp_path: Path) -> None:
    assert rebuild_database(graph_of(tmp_path)) is None
    assert graph_of(tmp_path).path.exists()


def test_memories_are_never_rebuilt(tmp_path: Path) -> None:
    create(memory_of(tmp_path))
    before = memory_of(tmp_path).path.read_bytes()
    with pytest.raises(ValueError, match="memory"):
        rebuild_database(memory_of(tmp_path))
    assert memory_of(tmp_path).path.read_bytes() == before
