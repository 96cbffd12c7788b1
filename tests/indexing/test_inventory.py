"""To look only at what git says may differ finds what a look at everything finds."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.config import ScanConfig
from ripplegraph.git.files import read_listing
from ripplegraph.git.worktree import read_worktree
from ripplegraph.indexing.discovery.inventory import Inventory, take_inventory
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.graph.graph_updater import StoredFiles
from ripplegraph.store.graph.summary import read_meta
from tests.support import databases
from tests.support.graphs import write_files
from tests.support.repository import git

Change = Callable[[Path], None]


def look(connection: sqlite3.Connection, root: Path, meta: dict[str, str]) -> Inventory:
    stored, worktree, listing = StoredFiles(connection), read_worktree(root), read_listing(root)
    return take_inventory(root, worktree, listing, config=ScanConfig(), stored=stored, meta=meta)


def edit(root: Path) -> None:
    (root / "a.py").write_text("import b, c\n")


def remove(root: Path) -> None:
    (root / "b.py").unlink()


def add(root: Path) -> None:
    write_files(root, {"c.py": "", "pkg/d.py": ""})


def ignore(root: Path) -> None:
    write_files(root, {".gitignore": "loose.py\n"})


def tidy_up(root: Path) -> None:
    (root / "loose.py").unlink()
    git(root, "checkout", "--quiet", "--", ".")


def link_up(root: Path) -> None:
    (root / "b.py").unlink()
    (root / "b.py").symlink_to("a.py")


def name_oddly(root: Path) -> None:
    (root / "a::b.py").write_text("")
    (root / "odd\udcff.py").write_text("")


def drop_odd_name(root: Path) -> None:
    (root / "was\udcff.py").unlink()


@pytest.mark.parametrize(
    "change", [edit, remove, add, ignore, tidy_up, link_up, name_oddly, drop_odd_name]
)
def test_some_or_all(repository: Path, change: Change) -> None:
    write_files(repository, {"loose.py": "", "a.py": "import b\nx = 1\n"})
    (repository / "was\udcff.py").write_text("")
    open_project(repository).scan()
    change(repository)
    with open_for_reading(databases.graph_of(repository)) as connection:
        meta = read_meta(connection)
        some = look(connection, repository, meta)
        everything = look(connection, repository, {**meta, "listing": "another"})
    assert set(some.numbers) == set(everything.numbers)
    assert some.gone == everything.gone
    assert {*everything.suspects} <= {*some.suspects} | {
        file for file in everything.suspects if file.reason is not None
    }


@pytest.mark.parametrize(
    "change",
    [
        lambda root: git(root, "add", "--all"),
        lambda root: git(root, "update-index", "--assume-unchanged", "b.py"),
        lambda root: git(root, "commit", "--quiet", "--all", "--message", "more"),
    ],
)
def test_where_the_index_or_the_commit_differ_everything_is_looked_at(
    repository: Path, change: Change
) -> None:
    write_files(repository, {"a.py": "import b\nx = 1\n"})
    open_project(repository).scan()
    change(repository)
    (repository / "b.py").unlink()
    with open_for_reading(databases.graph_of(repository)) as connection:
        found = look(connection, repository, read_meta(connection))
    assert [row.path for row in found.gone] == ["b.py"]


def test_what_was_changed_is_recorded(repository: Path) -> None:
    write_files(repository, {"a.py": "import b\nx = 1\n"})
    open_project(repository).scan()
    with open_for_reading(databases.graph_of(repository)) as connection:
        meta = read_meta(connection)
    assert json.loads(meta["changed"]) == ["a.py"]
    assert meta["listing"] == read_listing(repository).fingerprint
