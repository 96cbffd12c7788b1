"""A disk without room: the command says so, nothing is lost, and all works with room again."""

import resource
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from ripplegraph.errors import DiskFullError
from ripplegraph.store.connection import open_for_writing
from ripplegraph.store.integrity import inspect_database
from scripts.soak_modes.full_disk import Crowd, mount_small
from tests.support.command import run_ripple
from tests.support.memories import Notebook
from tests.support.repository import build_repository


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    with ExitStack() as stack:
        try:
            place = stack.enter_context(mount_small(tmp_path / "small"))
        except OSError as error:
            pytest.skip(f"nothing can be mounted here: {error}")
        yield place


@pytest.mark.parametrize(
    "words",
    [
        ("remember", "Something new was found out."),
        ("memories", "import", "notes.md"),
        ("doctor", "--backup"),
    ],
    ids=" ".join,
)
def test_a_command_without_room_changes_nothing(small: Path, words: tuple[str, ...]) -> None:
    crowd = Crowd(small, files=2, notes=60)
    crowd.try_out(words, 0)
    assert crowd.figures.problems == []
    assert crowd.figures.refused == 1


def test_the_first_memory_without_room_leaves_nothing_behind(small: Path) -> None:
    root = build_repository(small / "project")
    assert run_ripple("scan", folder=root).code == 0
    filler = small / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as stream:
        while stream.write(bytes(4096)):
            pass
    failed = run_ripple("remember", "Something new was found out.", folder=root)
    assert failed.code != 0
    listed = run_ripple("memories", "list", "--json", folder=root)
    assert listed.code == 0, listed
    filler.unlink()
    assert run_ripple("remember", "Something new was found out.", folder=root).code == 0


@pytest.mark.slow
def test_all_commands_with_little_room(small: Path) -> None:
    crowd = Crowd(small)
    crowd.try_all()
    assert crowd.figures.problems == []


def test_a_database_that_may_not_grow_stays_as_it_is(tmp_path: Path) -> None:
    notebook = Notebook(tmp_path)
    notebook.remember("The lamp is on.")
    with open_for_writing(notebook.database) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(DiskFullError, match="no space left"):
            connection.execute("CREATE TABLE more AS SELECT zeroblob(100000) AS rest")
    assert inspect_database(notebook.database).damage == ()
    assert notebook.remember("The door is open.").created


def test_too_many_open_files_are_named(repository: Path) -> None:
    Notebook(repository, shared=repository / ".git").remember("The lamp is on.")

    def allow_few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (5, 5))

    done = run_ripple("memories", "list", folder=repository, before_start=allow_few)
    assert done.code != 0
    assert "Traceback" not in done.errors
    assert run_ripple("memories", "list", folder=repository).code == 0
