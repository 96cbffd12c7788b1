"""Checks that one default answer over MCP holds every place that uses a symbol.

    python -m bench.answers.call_sites PROJECT [--count 30] [--least 1] [--most 40] [--seed 1]

The project has to be scanned. Symbols that `--least` to `--most` lines use are drawn at random. For
each, the lines of uses that the whole answer lists and those that the graph has edges from are
looked for in the answer of the tool with its default budget. The bars: none is missing, and each
answer, text and structure together, is shorter than 8 KB.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import anyio
from mcp.client import Client

from ripplegraph import Project, open_project
from ripplegraph.graph.ids import build_node_id
from ripplegraph.server.mcp import build_server
from ripplegraph.store.connection import open_for_reading

BAR = 8_192
_KNOWN = ("uses", "by_other_name")
_CANDIDATES = (
    "SELECT files.path, nodes.label, count(DISTINCT edges.source) FROM nodes "
    "JOIN files ON files.id = nodes.file_id JOIN edges ON edges.target = nodes.id "
    "AND edges.kind IN (0, 1, 4, 5) AND edges.resolution <> 2 "
    "WHERE nodes.kind IN (4, 5, 6) GROUP BY nodes.id HAVING count(*) BETWEEN 1 AND ? ORDER BY 1, 2"
)
_EDGE_LINES = (
    "SELECT DISTINCT source_file.path, edges.line FROM files "
    "JOIN nodes ON nodes.file_id = files.id "
    "JOIN edges ON edges.target = nodes.id AND edges.kind IN (0, 1, 4, 5) "
    "AND edges.resolution <> 2 AND edges.line IS NOT NULL "
    "JOIN nodes AS source ON source.id = edges.source "
    "JOIN files AS source_file ON source_file.id = source.file_id "
    "WHERE files.path = ? AND nodes.label = ?"
)
Line = tuple[str, int]


class Result(NamedTuple):
    """What one answer holds."""

    symbol: str
    sites: int
    missing: list[Line]
    size: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--least", type=int, default=1)
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    project = open_project(options.project)
    chosen = choose(project, options)
    results = anyio.run(measure, project, chosen)
    for result in results:
        mark = "MISSED" if result.missing or result.size >= BAR else "      "
        print(f"{mark} {result.size:6,} bytes  {result.sites:3} lines  {result.symbol}")
        for path, line in result.missing:
            print(f"         {path}:{line} is not in the answer")
    print(
        f"{len(results)} symbols, {sum(item.sites for item in results)} lines, "
        f"{sum(len(item.missing) for item in results)} missing; "
        f"the longest answer has {max(item.size for item in results):,} bytes (the bar is {BAR:,})"
    )


def choose(project: Project, options: argparse.Namespace) -> list[tuple[str, set[Line]]]:
    """Draw symbols, each with the lines that use it."""
    with open_for_reading(project.workspace.graph) as graph:
        symbols = [(path, label) for path, label, _ in graph.execute(_CANDIDATES, (options.most,))]
        random.Random(options.seed).shuffle(symbols)  # noqa: S311
        chosen: list[tuple[str, set[Line]]] = []
        for path, label in symbols:
            lines = set(graph.execute(_EDGE_LINES, (path, label)))
            lines |= set(find_listed(project, build_node_id(path, label)))
            if options.least <= len(lines) <= options.most:
                chosen.append((build_node_id(path, label), lines))
            if len(chosen) == options.count:
                break
    return chosen


def find_listed(project: Project, symbol: str) -> Iterator[Line]:
    impact = project.analyze_impact([symbol], limit=None, scan=False)
    yield from ((row["path"], row["line"]) for row in impact.places if row["as"] in _KNOWN)


async def measure(project: Project, chosen: list[tuple[str, set[Line]]]) -> list[Result]:
    results = []
    async with Client(build_server(lambda: open_project(project.root))) as client:
        for symbol, lines in chosen:
            answer = await client.call_tool("analyze_impact", {"target": symbol})
            if answer.is_error:
                raise SystemExit(f"{symbol}: {answer.content}")
            size = len(answer.model_dump_json(exclude_none=True).encode())
            held = set(read_lines(answer.structured_content or {}))
            results.append(Result(symbol, len(lines), sorted(lines - held), size))
    return results


def read_lines(answer: dict[str, Any]) -> Iterator[Line]:
    """Yield the lines that an answer names."""
    for role in (*_KNOWN, "likely", "possible"):
        for row in answer.get(role, ()):
            path, _, listed = row.rpartition(": ")
            yield from ((path, int(number)) for number in listed.split(", "))


if __name__ == "__main__":
    main()
