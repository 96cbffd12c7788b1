"""Measures queries on a generated graph of a million nodes and five million edges.

    python -m bench.speed.growth [--nodes 1000000] [--edges 5000000] [--keep FOLDER]

Like a real graph it has hubs (how many dependents a node has follows a power law, and the first
hub has a tenth of all nodes), cycles (half of the edges lead a short way, forward or back) and
files of twenty nodes. It is written through the store and closed as at the end of a scan.
"""

from __future__ import annotations

import argparse
import random
import resource
import sqlite3
import time
from collections.abc import Callable
from contextlib import nullcontext
from itertools import accumulate
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from bench.timings import print_time
from ripplegraph.closure.build import build_closure
from ripplegraph.closure.direction import DEPENDENCIES, DEPENDENTS
from ripplegraph.closure.node_graph import NodeGraph
from ripplegraph.closure.query import find_dependents
from ripplegraph.closure.update import update_closure
from ripplegraph.graph.model import EdgeKind, NodeKind
from ripplegraph.store.connection import open_for_reading, open_for_writing
from ripplegraph.store.database import Database, build_graph_database
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import CERTAIN, EDGE_KIND_CODES, NODE_KIND_CODES
from ripplegraph.store.sqlite.raw_connection import write_transaction
from ripplegraph.targets.resolution import find_exact

NODES_IN_FILE = 20
DEPTH = 3
SHOWN = 100
KINDS = tuple(EDGE_KIND_CODES[kind] for kind in (EdgeKind.CALLS, EdgeKind.REFERENCES))


def main() -> None:
    """Write the graph, close it, query it, and print a table."""
    options = _parse_arguments()
    keep = options.keep
    with nullcontext(keep) if keep else TemporaryDirectory() as folder:
        graph = build_graph_database(Path(folder), busy_timeout_ms=5_000)
        if not graph.path.exists():
            _write(graph, options.nodes, options.edges, _build_chance(options.seed))
        print(f"graph.db: {graph.path.stat().st_size / 1e6:,.0f} MB")
        _query(graph, _build_chance(options.seed + 1), options.queries)
        if options.update:
            _update(graph, _build_chance(options.seed + 2))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    print(f"peak memory: {peak:,.0f} MB")


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--edges", type=int, default=5_000_000)
    parser.add_argument("--queries", type=int, default=200, help="random nodes to ask for")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="write the graph here, or query the one that is here")
    parser.add_argument("--update", action="store_true", help="also update after one change")
    return parser.parse_args()


def _build_chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - a measurement that can be repeated


def _write(graph: Database, nodes: int, edges: int, chance: random.Random) -> None:
    with print_time("generate"):
        pairs = sorted(_generate_edges(nodes, edges, chance))
    with (
        open_for_writing(graph, check_references=False) as connection,
        write_transaction(connection),
    ):
        with print_time(f"store {nodes:,} nodes and {len(pairs):,} edges"):
            _write_nodes(connection, nodes)
            connection.executemany(
                statements.INSERT_EDGE,
                (
                    (source, target, KINDS[(source + target) % 2], 1, 0, 1, CERTAIN, None)
                    for source, target in pairs
                ),
            )
        del pairs
        with print_time("close"):
            build_closure(connection)


def _generate_edges(nodes: int, edges: int, chance: random.Random) -> set[tuple[int, int]]:
    order = chance.sample(range(1, nodes + 1), nodes)
    weights = list(accumulate(1 / (rank + 10) for rank in range(1, nodes + 1)))
    first = order[0]
    pairs: set[tuple[int, int]] = set()
    while len(pairs) < edges:
        wanted = edges - len(pairs)
        popular = chance.choices(order, cum_weights=weights, k=wanted // 2 + 1)
        for target in popular:
            pairs.add((chance.randint(1, nodes), target))
        for _ in range(wanted // 2):
            source = chance.randint(1, nodes)
            target = source + chance.randint(-40, 40)
            if 1 <= target <= nodes:
                pairs.add((source, target))
        if len(pairs) > edges * 0.9:
            for source in chance.sample(range(1, nodes + 1), min(nodes // 10, edges - len(pairs))):
                pairs.add((source, first))
    return {pair for pair in pairs if pair[0] != pair[1]}


def _write_nodes(connection: sqlite3.Connection, nodes: int) -> None:
    files = nodes // NODES_IN_FILE + 1
    connection.executemany(
        statements.INSERT_FILE,
        (
            (
                file,
                f"pkg{file % 100}/mod{file}.py",
                "python",
                f"h{file}",
                None,
                1,
                1,
                "parsed",
                None,
            )
            for file in range(1, files + 1)
        ),
    )
    kinds = NODE_KIND_CODES[NodeKind.FILE], NODE_KIND_CODES[NodeKind.FUNCTION]
    empty = (None,) * 7
    connection.executemany(
        statements.INSERT_NODE,
        (
            (node, "", kinds[0], f"mod{node}.py", node // NODES_IN_FILE + 1, *empty)
            if node % NODES_IN_FILE == 0
            else (node, f"f{node}", kinds[1], f"f{node}", node // NODES_IN_FILE + 1, *empty)
            for node in range(1, nodes + 1)
        ),
    )


def _query(graph: Database, chance: random.Random, queries: int) -> None:
    with open_for_reading(graph) as connection:
        (last,) = connection.execute(statements.SELECT_LAST_NODE).fetchone()
        hubs = _find_hubs(connection)
        samples = {
            "random nodes": chance.sample(range(1, last + 1), queries),
            f"hubs 1 to {len(hubs) // 10}": hubs[: len(hubs) // 10],
            f"hubs to {len(hubs)}": hubs[len(hubs) // 10 :],
            "needed by hubs": _find_needed(connection, hubs[:50], 1)[:200],
            "needed by those": _find_needed(connection, hubs[:50], 2)[:200],
        }
        print(f"\n{'depth ' + str(DEPTH):<44}{'median':>10}{'worst':>10}{'reached':>12}")
        for direction in (DEPENDENTS, DEPENDENCIES):
            cold = NodeGraph(connection, direction, None)
            _measure(f"{direction.name}, cold, first hub", hubs[:1], _count_with(cold), warm=False)
            for name, nodes in samples.items():
                _measure(f"{direction.name}, {name}", nodes, _count_with(cold))
        for name, nodes in samples.items():
            label = f"dependents, {name}, first {SHOWN} by id"
            _measure(label, nodes[:10], lambda node: _answer(connection, node))


def _find_hubs(connection: sqlite3.Connection) -> list[int]:
    rows = connection.execute(
        "SELECT target FROM edges GROUP BY target ORDER BY count(*) DESC, target LIMIT 200"
    )
    return [node for (node,) in rows]


def _find_needed(connection: sqlite3.Connection, nodes: list[int], steps: int) -> list[int]:
    levels = list(NodeGraph(connection, DEPENDENCIES, None).find_levels(nodes, steps))
    return sorted(levels[-1])


def _count_with(graph: NodeGraph) -> Callable[[int], int]:
    return lambda node: sum(map(len, graph.find_levels((node,), DEPTH)))


def _answer(connection: sqlite3.Connection, node: int) -> int:
    (name,) = NodeGraph(connection, DEPENDENTS, None).name((node,)).values()
    if "::" not in name:
        return 0
    target = find_exact(connection, name)
    return find_dependents(connection, target, depth=DEPTH, limit=SHOWN).total if target else 0


def _measure(label: str, nodes: list[int], ask: Callable[[int], int], *, warm: bool = True) -> None:
    seconds: list[float] = []
    reached: list[int] = []
    for node in nodes:
        if warm:
            ask(node)
        started = time.perf_counter()
        reached.append(ask(node))
        seconds.append(time.perf_counter() - started)
    times = f"{median(seconds) * 1e3:>7.1f} ms{max(seconds) * 1e3:>7.1f} ms"
    print(f"{label:<44}{times}{max(reached):>12,}", flush=True)


def _update(graph: Database, chance: random.Random) -> None:
    with open_for_writing(graph, check_references=False) as connection:
        (last,) = connection.execute(statements.SELECT_LAST_NODE).fetchone()
        node = chance.randrange(last)
        edges: list[Any] = connection.execute(
            "SELECT source, target FROM edges WHERE source = ?", (node,)
        ).fetchall()
        with write_transaction(connection), print_time("update after one node lost its edges"):
            connection.execute("DELETE FROM edges WHERE source = ?", (node,))
            file = node // NODES_IN_FILE + 1
            update_closure(connection, touched=[file], gone=[], edges=edges)


if __name__ == "__main__":
    main()
