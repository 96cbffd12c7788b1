"""Searches the dependents of files in a large project, over packed links."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence, Set

from ripplegraph.closure.added_edges import AddedEdges
from ripplegraph.closure.packed_links import PackedLinks
from ripplegraph.impact.dependents.path_strengths import PathStrengths, Runs
from ripplegraph.impact.dependents.reach import Levels, Reach


def reach_packed_files(
    connection: sqlite3.Connection,
    starts: Sequence[int],
    depth: int | None,
    added: AddedEdges,
) -> Reach:
    """Find the files that depend on some files; what is beyond the depth is not counted."""
    packed = PackedLinks(connection)

    def find_runs(targets: Set[int]) -> Runs:
        yield from packed.find_runs(targets)
        if added:
            for target in targets:
                for source, strength in added.find_strengths(target).items():
                    yield strength, ((source,),)

    near = list(packed.search(starts, depth, added.follow))
    complete = depth is None or len(near) < depth
    strengths = PathStrengths(starts, near, find_runs)
    return Reach(Levels(near), strengths, tuple(map(len, near)), complete)
