"""Keys that a memory can watch in a graph: ids, and words for callers, contents and bodies.

Whoever watches an id is told when the node, something in it or an edge that leaves it is another
than before. Other things have words of their own, which are no ids.
"""

from __future__ import annotations

from collections.abc import Iterator

from ripplegraph.graph.ids import EXTERNAL_PREFIX, SEPARATOR

ROOT = "./"
"""The folder that everything is in."""


def find_around(node_id: str) -> Iterator[str]:
    """Yield an id with those of everything around it up to its file."""
    yield node_id
    path, separator, label = node_id.partition(SEPARATOR)
    if separator:
        while "." in label:
            label = label.rpartition(".")[0]
            yield f"{path}{SEPARATOR}{label}"
        yield path


def find_folders(path: str) -> Iterator[str]:
    """Yield the folders that a file is in: each is told when files come, go or move in it."""
    if path.startswith(EXTERNAL_PREFIX):
        return
    at = path.rfind("/")
    while at >= 0:
        yield path[: at + 1]
        at = path.rfind("/", 0, at)
    yield ROOT


def name_arrivals(node_id: str) -> str:
    """Name the edges that lead to a node."""
    return f"-> {node_id}"


def name_inside(folder: str) -> str:
    """Name the edges that leave something in a folder."""
    return f"* {folder}"


def name_content(path: str) -> str:
    """Name all that is in a file, comments and what cannot be parsed included."""
    return f"= {path}"


def name_looks(body_fingerprint: str) -> str:
    """Name every definition with this body."""
    return f"~ {body_fingerprint}"
