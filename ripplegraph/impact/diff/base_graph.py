"""Makes the graph that the files of an earlier commit give, to ask who depended on what is gone."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ripplegraph.git.checkout import check_out
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.database import Database


@contextmanager
def open_base_graph(
    root: Path,
    commit: str,
    graph: Database,
    scan: Callable[[Path], Database],
) -> Iterator[sqlite3.Connection]:
    """Open the graph of a commit, made in a folder of its own that goes away afterwards.

    What is known of files that did not change since is taken over from the project's graph.
    `scan` scans a folder and says where its graph is.
    """
    with TemporaryDirectory(prefix="ripple-base-") as name:
        folder = Path(os.path.realpath(name), "files")
        check_out(root, commit, folder)
        _remove(folder / graph.path.parent.name)
        _copy_graph(graph, folder)
        with open_for_reading(scan(folder)) as connection:
            yield connection


def _remove(path: Path) -> None:
    """Remove what a commit has in the place of ripple's own folder, link or not."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _copy_graph(graph: Database, folder: Path) -> None:
    target = folder / graph.path.parent.name / graph.path.name
    target.parent.mkdir(parents=True, exist_ok=True)
    with open_for_reading(graph) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
