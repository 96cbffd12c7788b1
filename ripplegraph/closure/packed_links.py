"""The links of a large project, packed so that a search can run over them fast.

A block has the links of the files with `SIZE` successive numbers: on one side those to the files,
by strength, and on the other those from them. Where the closure of all files is stored, that is
faster, and there are no blocks; `estimate.py` says where.
"""

import sqlite3
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from itertools import chain, islice
from typing import Final

from ripplegraph.closure.edge_strengths import LINK_STRENGTHS, STRENGTHS
from ripplegraph.closure.file_links import Pair
from ripplegraph.closure.link_arrays import Link, LinkArray, pack, unpack
from ripplegraph.store.sql import statements

SIZE: Final = 4096
_INTO: Final = 0
_FROM: Final = 1
_CODES: Final = {strength: code for code, strength in enumerate(STRENGTHS)}

Runs = tuple[float, "Sequence[array[int]]"]
"""How strong some links are, and the files that they come from, by file that they lead to."""


def build_links(connection: sqlite3.Connection, *, worth: bool) -> None:
    """Write all blocks anew, if it is worth while."""
    connection.execute(statements.DELETE_LINK_BLOCKS)
    if worth:
        for side, block in _list_blocks(connection):
            _write_block(connection, side, block)


def update_links(connection: sqlite3.Connection, pairs: Iterable[Pair], *, worth: bool) -> None:
    """Write the blocks of files again between which links came or went, or changed."""
    if worth != has_links(connection):
        build_links(connection, worth=worth)
    elif worth:
        blocks = {(_INTO, target // SIZE) for _, target in pairs}
        blocks |= {(_FROM, source // SIZE) for source, _ in pairs}
        for side, block in sorted(blocks):
            _write_block(connection, side, block)


def has_links(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute(statements.HAS_LINK_BLOCKS).fetchone()[0])


def find_link_differences(
    connection: sqlite3.Connection, sample: int | None, *, worth: bool
) -> Iterator[str]:
    """Compare blocks with the links, or as many of them as are wanted."""
    if not worth:
        if has_links(connection):
            yield "links are packed, but the closure is stored"
        return
    for side, block in islice(_list_blocks(connection), sample):
        if _read_block(connection, side, block) != pack(_read_links(connection, side, block)):
            yield f"the packed links of files {block * SIZE} and following differ"


def _list_blocks(connection: sqlite3.Connection) -> Iterator[tuple[int, int]]:
    last = _get_last_file(connection)
    return ((side, block) for block in range(last // SIZE + 1) for side in (_INTO, _FROM))


def _get_last_file(connection: sqlite3.Connection) -> int:
    return int(connection.execute(statements.SELECT_LAST_FILE).fetchone()[0])


def _write_block(connection: sqlite3.Connection, side: int, block: int) -> None:
    data = pack(_read_links(connection, side, block))
    if data is None:
        connection.execute(statements.DELETE_LINK_BLOCK, (side, block))
    else:
        connection.execute(statements.INSERT_LINK_BLOCK, (side, block, data))


def _read_links(connection: sqlite3.Connection, side: int, block: int) -> Iterator[Link]:
    limits = block * SIZE, (block + 1) * SIZE
    if side == _FROM:
        rows = connection.execute(statements.SELECT_LINKS_FROM_FILES, limits)
        return ((0, source, target) for source, target in rows)
    rows = connection.execute(statements.SELECT_LINKS_INTO_FILES, limits)
    return ((_CODES[LINK_STRENGTHS[kinds]], target, source) for target, kinds, source in rows)


def _read_block(connection: sqlite3.Connection, side: int, block: int) -> bytes | None:
    row = connection.execute(statements.SELECT_LINK_BLOCK, (side, block)).fetchone()
    return row[0] if row else None


class PackedLinks:
    """The blocks of a project, read as they are needed and kept."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._blocks: dict[tuple[int, int], tuple[LinkArray, ...]] = {}

    def find_runs(self, files: Set[int]) -> Iterator[Runs]:
        """Yield the links to some files, those of one strength together."""
        for block in {file // SIZE for file in files}:
            for part in self._get_parts(_INTO, block):
                runs = part.find(files)
                if runs:
                    yield STRENGTHS[part.code], runs

    def search(
        self,
        starts: Iterable[int],
        depth: int | None,
        find_more: Callable[[Collection[int]], set[int]],
    ) -> Iterator[set[int]]:
        """Yield the files that are 1, 2, 3, ... steps away from the nearest start.

        `find_more` says what else is a step away from some files.
        """
        frontier, step = set(starts), 0
        seen = set(frontier)
        unseen = set(range(_get_last_file(self._connection) + 1)) - frontier
        while frontier and (depth is None or step < depth):
            more = find_more(frontier) - seen
            # By way of whatever is fewer: from most files of a project there are links to others.
            follow = self._look_ahead if len(frontier) > len(unseen) / 2 else self._look_back
            frontier = follow(frontier, unseen) | more
            unseen -= frontier
            seen |= frontier
            step += 1
            if frontier:
                yield frontier

    def _look_back(self, frontier: Set[int], unseen: set[int]) -> set[int]:
        """Find the unseen files that links to the frontier come from."""
        runs = (run for _, runs in self.find_runs(frontier) for run in runs)
        return unseen.intersection(chain.from_iterable(runs))

    def _look_ahead(self, frontier: Set[int], unseen: Set[int]) -> set[int]:
        """Find the same by going through the links from the unseen files."""
        parts = (
            part
            for block in {file // SIZE for file in unseen}
            for part in self._get_parts(_FROM, block)
        )
        return {file for part in parts for file in part.find_linked(unseen, frontier)}

    def _get_parts(self, side: int, block: int) -> tuple[LinkArray, ...]:
        parts = self._blocks.get((side, block))
        if parts is None:
            data = _read_block(self._connection, side, block)
            parts = self._blocks[side, block] = unpack(data) if data else ()
        return parts
