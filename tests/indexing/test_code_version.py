"""A graph is made anew when any code that makes graphs is another one."""

import ast
from pathlib import Path

import ripplegraph
from ripplegraph.indexing.freshness.code_version import ROOMS

PACKAGE = Path(ripplegraph.__path__[0])
MERE_MEANS = {"config", "errors", "failures", "git", "store", "targets", "trust", "version"}
"""What stores, finds and reports, but decides nothing about a graph."""


def find_imported(room: str) -> set[str]:
    """Return the rooms that the modules of a room import."""
    found: set[str] = set()
    for path in (PACKAGE / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ripplegraph."):
                found.add(str(node.module).split(".")[1])
    return found


def test_all_rooms_that_make_graphs_count() -> None:
    needed = set().union(*(find_imported(room) for room in ROOMS)) - MERE_MEANS
    assert needed <= set(ROOMS)
