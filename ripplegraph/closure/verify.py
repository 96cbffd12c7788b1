"""Compares the stored closure with a plain search over the edges it was made from."""

import sqlite3
from collections.abc import Collection, Iterator, Sequence

from ripplegraph.closure.direction import DIRECTIONS, Direction
from ripplegraph.closure.estimate import is_worth_storing
from ripplegraph.closure.file_graph import FileGraph
from ripplegraph.closure.file_links import FileLinks, derive_links, find_neighbours, read_links
from ripplegraph.closure.hub_dependents import find_packed_differences
from ripplegraph.closure.levels import search_levels
from ripplegraph.closure.packed_links import find_link_differences
from ripplegraph.store.sql import statements


def verify_closure(connection: sqlite3.Connection, *, sample: int | None = None) -> list[str]:
    """Return a sentence for each difference; `sample` limits how much is searched."""
    paths: dict[int, str] = dict(connection.execute(statements.SELECT_FILE_PATHS))
    links = derive_links(connection)
    differences = list(_compare_links(links, read_links(connection), paths))
    files = _choose_files(sorted(paths, key=paths.__getitem__), sample)
    for direction in DIRECTIONS:
        neighbours = find_neighbours(links, direction)
        differences.extend(_compare_levels(connection, direction, neighbours, files, paths))
    worth = not is_worth_storing(connection, links.keys())
    differences.extend(find_link_differences(connection, sample, worth=worth))
    differences.extend(find_packed_differences(connection, sample))
    return differences


def _compare_links(derived: FileLinks, stored: FileLinks, paths: dict[int, str]) -> Iterator[str]:
    for source, target in sorted(derived.keys() | stored.keys()):
        found, wanted = stored.get((source, target)), derived.get((source, target))
        if found != wanted:
            names = f"{_name(source, paths)} to {_name(target, paths)}"
            yield f"the link from {names} has kinds {found}, not {wanted}"


def _compare_levels(
    connection: sqlite3.Connection,
    direction: Direction,
    neighbours: dict[int, list[int]],
    files: Sequence[int],
    paths: dict[int, str],
) -> Iterator[str]:
    graph = FileGraph(connection, direction, None)
    for file in files:
        found = [sorted(level) for level in graph.find_levels((file,), None)]
        wanted = search_levels(neighbours, (file,))
        if found != wanted:
            counts = f"{_count(found)} by depth, not {_count(wanted)}"
            yield f"the {direction.name} of {_name(file, paths)} differ: {counts}"


def _choose_files(files: list[int], sample: int | None) -> Sequence[int]:
    if sample is None or len(files) <= sample:
        return files
    return [files[index * len(files) // sample] for index in range(sample)]


def _count(levels: Sequence[Collection[int]]) -> list[int]:
    return list(map(len, levels))


def _name(file: int, paths: dict[int, str]) -> str:
    return paths.get(file, f"file number {file}, which is gone,")
