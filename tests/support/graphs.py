"""Projects for tests, and their graphs as the export shows them."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ripplegraph import open_project

Row = dict[str, Any]


@dataclass(frozen=True)
class Graph:
    """A graph by readable ids."""

    nodes: Mapping[str, Row]
    edges: Mapping[tuple[str, str, str], Row]

    def has_edge(self, kind: str, *, source: str, target: str) -> bool:
        return (source, kind, target) in self.edges


def write_files(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def export_bytes(root: Path, format_name: str = "jsonl") -> bytes:
    stream = io.BytesIO()
    open_project(root).export(stream, format_name=format_name)
    return stream.getvalue()


def parse_export(content: bytes | str) -> Graph:
    rows = [json.loads(line) for line in content.splitlines()]
    nodes = [row for row in rows if row["kind"] == "node"]
    edges = [row for row in rows if row["kind"] == "edge"]
    graph = Graph(
        {row["id"]: row for row in nodes},
        {(row["source"], row["type"], row["target"]): row for row in edges},
    )
    assert (len(graph.nodes), len(graph.edges)) == (len(nodes), len(edges)), (
        "something is there twice"
    )
    return graph


def read_graph(root: Path) -> Graph:
    return parse_export(export_bytes(root))


def scan_files(root: Path, files: Mapping[str, str | bytes], **flags: str) -> Graph:
    """Write files into a folder outside git, scan it and return its graph."""
    write_files(root, files)
    settings = {name.replace("__", "."): value for name, value in flags.items()}
    open_project(root, flags=settings, anywhere=True).scan()
    return read_graph(root)
