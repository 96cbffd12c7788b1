"""Finds the tests that exercise code, names them as their runners do, and says why."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from ripplegraph.graph.ids import SEPARATOR, build_node_id
from ripplegraph.graph.tests import has_tests_beside_code, is_test_path
from ripplegraph.impact.ranking.file_names import rate_similarity
from ripplegraph.impact.report import Test
from ripplegraph.impact.test_selection.certain_steps import get_node
from ripplegraph.impact.test_selection.choice import choose_near_tests, choose_tests
from ripplegraph.impact.test_selection.code_uses import FILE, CodeUses
from ripplegraph.impact.test_selection.runner_names import name_test, read_label
from ripplegraph.impact.test_selection.search import ReachedState, build_rules
from ripplegraph.store.sql import statements
from ripplegraph.targets.resolution import find_exact
from ripplegraph.targets.target import ResolvedTarget

DOUBT_SHARE: Final = 0.7
"""What a doubt leaves of a score."""
IMPORT_SCORE: Final = 0.5
SAID_STEPS: Final = 6
MOST_USES: Final = 10_000
"""With more uses than that code is used all over a project."""


class FoundTests(NamedTuple):
    """Tests in order, the best first; as many of them as were asked for."""

    tests: tuple[Test, ...] = ()
    total: int = 0
    is_complete: bool = True
    """Whether the search came to its end."""


class _Named(NamedTuple):
    id: str
    path: str
    score: float
    arrival: ReachedState | None = None
    """None: only its file is connected with the target."""
    depth: int = 0
    uses: int = 0
    reason: str = ""
    """Why, where no arrival says it."""
    node: int = -1


def find_tests(
    graph: sqlite3.Connection,
    targets: Sequence[ResolvedTarget],
    limit: int | None,
    likely: Mapping[int, float] = MappingProxyType({}),
) -> FoundTests:
    """Find the tests that exercise targets; `likely` users of them count where they are tests."""
    rules = build_rules(graph)
    starts = _find_starts(rules.uses, targets)
    is_hub = _load_near_hub(rules.uses, starts)
    hits = choose_near_tests(rules, starts) if is_hub else choose_tests(rules, starts)
    importing = _find_importing(rules.uses, targets, starts)
    places = _read_places(graph, [*hits.tests, *importing])
    used = _count_used(rules.uses, starts)
    named = [
        *(
            _Named(
                name_test(*places[test]),
                places[test][0],
                _score(doubts, arrival),
                arrival,
                sum(bool(how) for _, how in _find_chain(arrival)),
                used.get(test, 0),
                node=test,
            )
            for test, (doubts, arrival) in hits.tests.items()
        ),
        *(
            _Named(name_test(*places[test]), places[test][0], IMPORT_SCORE, node=test)
            for test in importing
        ),
        *_name_likely(graph, rules.uses, likely),
    ]
    order = _put_in_order(_keep_best(named), targets)
    return FoundTests(tuple(_describe(graph, order[:limit])), len(order), hits.is_complete)


def _name_likely(
    graph: sqlite3.Connection, uses: CodeUses, likely: Mapping[int, float]
) -> Iterator[_Named]:
    """Name the tests among those who likely use a target themselves."""
    nodes = uses.learn(statements.SELECT_CODE, json.dumps(list(likely))) if likely else []
    tests = [node for node in nodes if uses.get_code(node).is_test]
    for node, (path, label) in _read_places(graph, tests).items():
        reason = "likely uses it: the name fits"
        name, score = name_test(path, label), likely[node]
        yield _Named(name, path, score, depth=1, uses=1, reason=reason, node=node)


def _count_used(uses: CodeUses, starts: Sequence[int]) -> dict[int, int]:
    """Count how many of the targets each test uses itself; a test file, how many are used in it."""
    by_test: dict[int, set[int]] = {}
    by_file: dict[int, set[int]] = {}
    files: dict[int, int] = {}
    for start in starts:
        for source, *_ in uses.get_uses(start):
            code = uses.get_code(source)
            if uses.is_for_tests(source) and code.file is not None:
                by_test.setdefault(source, set()).add(start)
                by_file.setdefault(code.file, set()).add(start)
                if code.kind == FILE:
                    files[source] = code.file
    counts = {test: len(found) for test, found in by_test.items()}
    return counts | {node: len(by_file[file]) for node, file in files.items()}


def _put_in_order(tests: Iterable[_Named], targets: Sequence[ResolvedTarget]) -> list[_Named]:
    """Order by score; of equals by directness, number of uses, likeness of names, then name."""
    paths = [target.path for target in targets if target.path is not None]
    labels = [target.id.rpartition(SEPARATOR)[2] for target in targets if target.is_symbol]
    symbols = [label.rpartition(".")[2].lower() for label in labels]

    def rank(test: _Named) -> tuple[float, int, int, int, str]:
        label = read_label(test.id, test.path).lower()
        alike = rate_similarity(test.path, paths) + any(name in label for name in symbols)
        return (-test.score, test.depth, -test.uses, -alike, test.id)

    return sorted(tests, key=rank)


def add_tests_of_lost(
    graph: sqlite3.Connection, now: FoundTests, before: FoundTests, limit: int | None
) -> FoundTests:
    """Add the tests of what a change removed, as far as they are still there."""
    best = {test.id: test for test in now.tests}
    for test in before.tests:
        known = best.get(test.id)
        if (known is None or known.score < test.score) and _is_there(graph, test):
            best[test.id] = test
    order = sorted(best.values(), key=lambda test: (-test.score, test.depth, -test.uses))
    return FoundTests(tuple(order[:limit]), len(order), now.is_complete and before.is_complete)


def _is_there(graph: sqlite3.Connection, test: Test) -> bool:
    node_id = build_node_id(test.path, read_label(test.id, test.path))
    return find_exact(graph, node_id) is not None


def _find_starts(uses: CodeUses, targets: Sequence[ResolvedTarget]) -> list[int]:
    """Find the code that targets mean; a symbol that is defined again is one with its first."""
    nodes = [target.node for target in targets if target.node is not None]
    starts = uses.learn(statements.SELECT_CODE, json.dumps(nodes)) if nodes else []
    for node in nodes:
        starts += uses.learn(statements.SELECT_NAMESAKES, node)
    files = [file for target in targets for file in target.files]
    if files:
        starts += uses.learn(statements.SELECT_CODE_OF_FILES, json.dumps(files))
    return list(dict.fromkeys(starts))


def _load_near_hub(uses: CodeUses, starts: Sequence[int]) -> bool:
    """Where code is used all over a project, load only its uses in test files; tell whether it is.

    To follow all others takes long, and leads to most tests that there are.
    """
    if not uses.has_more(starts, MOST_USES):
        return False
    files = {uses.get_code(node).file for node in starts}
    linking = uses.find_linking([file for file in files if file is not None])
    if any(map(has_tests_beside_code, linking.values())):
        return False
    uses.load_from([file for file, path in linking.items() if is_test_path(path)], starts)
    return True


def _find_importing(
    uses: CodeUses, targets: Sequence[ResolvedTarget], starts: Sequence[int]
) -> list[int]:
    """Find the tests in files that import a target in which nothing is defined but `__all__`."""
    codes = [uses.get_code(node) for node in starts]
    defining = {code.file for code in codes if not code.name.startswith("__")}
    bare = [file for target in targets if target.type == "file" for file in target.files]
    bare = [file for file in bare if file not in defining]
    if not bare:
        return []
    nodes = uses.learn(statements.SELECT_FILE_NODES, json.dumps(bare))
    importers = uses.learn(statements.SELECT_IMPORTERS, json.dumps(nodes))
    files = [node for node in importers if uses.is_end(node)]
    numbers = [uses.get_code(node).file for node in files]
    inside = uses.learn(statements.SELECT_CODE_OF_FILES, json.dumps(numbers)) if files else []
    tests = [node for node in inside if uses.get_code(node).is_test]
    split = {uses.get_code(node).file for node in tests}
    return tests + [node for node in files if uses.get_code(node).file not in split]


def _read_places(graph: sqlite3.Connection, nodes: Iterable[int]) -> dict[int, tuple[str, str]]:
    rows = graph.execute(statements.SELECT_NODE_PLACES, (json.dumps(list(nodes)),))
    return {node: (path or "", label) for node, path, label, _, _ in rows}


def _score(doubts: int, arrival: ReachedState) -> float:
    return round(arrival.strength * DOUBT_SHARE**doubts, 4)


def _keep_best(named: Sequence[_Named]) -> Iterator[_Named]:
    """Yield each test once; a file stands for the tests in it."""
    best: dict[str, _Named] = {}
    for test in named:
        known = best.get(test.id)
        if known is None or test.score > known.score:
            best[test.id] = test
    whole = {test.path for test in best.values() if not read_label(test.id, test.path)}
    for test in best.values():
        if test.path not in whole or not read_label(test.id, test.path):
            yield test


def _describe(graph: sqlite3.Connection, order: Sequence[_Named]) -> Iterator[Test]:
    chains = [list(_find_chain(test.arrival)) for test in order]
    nodes = {node for chain in chains for node, _ in chain} | {test.node for test in order}
    rows = graph.execute(statements.SELECT_NODE_PLACES, (json.dumps([*nodes]),)).fetchall()
    ids = {node: build_node_id(path or "", label) for node, path, label, _, _ in rows}
    lines = {row[0]: row[-1] for row in rows}
    for test, chain in zip(order, chains, strict=True):
        reason = test.reason or _say(chain, ids)
        symbol, line = ids[test.node], lines[test.node]
        yield Test(test.id, test.path, test.score, reason, test.depth, test.uses, symbol, line)


def _find_chain(arrival: ReachedState | None) -> Iterator[tuple[int, str]]:
    """Yield the nodes from a test to the target, each with what it does to the next one."""
    while arrival is not None:
        yield get_node(arrival.state), arrival.how
        arrival = arrival.before


def _say(chain: Sequence[tuple[int, str]], ids: Mapping[int, str]) -> str:
    if not chain:
        return "its file imports it"
    parts = [f"{how} `{ids[nearer]}`" for (_, how), (nearer, _) in pairwise(chain) if how]
    if not parts:
        return "is itself a target" if len(chain) == 1 else "is set up by it"
    if len(parts) > SAID_STEPS:
        parts = [*parts[: SAID_STEPS - 1], "...", parts[-1]]
    target = f"`{ids[chain[-1][0]]}`"
    return ", which ".join(parts) + ("" if parts[-1].endswith(target) else f" with {target}")
