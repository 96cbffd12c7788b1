"""Measures how long it takes to learn from a history, and how large the result is.

    python -m bench.speed.cochange /path/to/repository

The repository is only read; what is learned goes to a temporary folder.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ripplegraph.config import HistoryConfig
from ripplegraph.git.command import read_git
from ripplegraph.git.repository import Repository, find_repository
from ripplegraph.indexing.history.commit_history import update_cochange
from ripplegraph.store.connection import open_for_writing
from ripplegraph.store.database import Database, build_graph_database
from ripplegraph.store.sqlite.raw_connection import write_transaction


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("--max-commits", type=int, default=HistoryConfig().max_commits)
    options = parser.parse_args()
    repository = find_repository(options.root.resolve())
    if repository is None:
        parser.error(f"{options.root} is not in a git repository")
    config = HistoryConfig(max_commits=options.max_commits)
    with tempfile.TemporaryDirectory() as folder:
        graph = build_graph_database(Path(folder), busy_timeout_ms=5_000)
        with open_for_writing(graph):
            pass
        empty = graph.path.stat().st_size
        run(graph, repository, config, "HEAD~1", "from nothing")
        print(f"{'size':<28}{graph.path.stat().st_size - empty:>12,} bytes")
        run(graph, repository, config, "HEAD", "one commit more")
        run(graph, repository, config, "HEAD", "nothing new")
        run(graph, repository, config, "HEAD~20", "another branch, known")


def run(
    graph: Database, repository: Repository, config: HistoryConfig, commit: str, label: str
) -> None:
    head = read_git(repository.root, "rev-parse", commit).decode().strip()
    with open_for_writing(graph, check_references=False) as connection:
        with measure(label), write_transaction(connection):
            update = update_cochange(connection, repository, head=head, config=config)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    print(f"{'':<28}{update or 'it was there already'}")


@contextmanager
def measure(label: str) -> Iterator[None]:
    wall, own, children = time.perf_counter(), time.process_time(), read_children()
    yield
    print(
        f"{label:<28}{time.perf_counter() - wall:>8.3f} s, CPU {time.process_time() - own:.3f} s, "
        f"git's CPU {read_children() - children:.3f} s"
    )


def read_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
