"""Builds the module map of a project from its graph."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.database import Database
from ripplegraph.structure.components import (
    find_components,
    find_levels,
    find_shortest_cycle,
)
from ripplegraph.structure.layer_order import order_members
from ripplegraph.structure.module_graph import ModuleGraph, Weights
from ripplegraph.structure.outside import (
    describe_externals,
    describe_outside,
    describe_tests,
    sort_counts,
)
from ripplegraph.structure.report import (
    Cycle,
    Hub,
    Module,
    ModuleDependency,
    ModuleMap,
    UpwardDependency,
)

_TOP: Final = 10


def build_module_map(graph: Database, *, path: str = "", depth: int | None = None) -> ModuleMap:
    """Read the graph and map the folder `path`, or the whole project."""
    with open_for_reading(graph) as connection:
        return _describe(ModuleGraph(connection, base=_get_base(path), depth=depth))


def _get_base(path: str) -> str:
    wanted = path.removeprefix("./").strip("/")
    return "" if wanted in ("", ".") else f"{wanted}/"


def _describe(module_graph: ModuleGraph) -> ModuleMap:
    ties = module_graph.module_ties
    components = find_components(ties)
    files = find_components(module_graph.file_ties)
    places: dict[str, tuple[int, int]] = {}
    upward: list[tuple[str, str]] = []
    for at, members in enumerate(components):
        ranks, against = order_members(module_graph.module_weights, members)
        cycle = at if len(members) > 1 else -1
        places.update({member: (cycle, ranks[member]) for member in members})
        upward += against
    languages = Counter(module_graph.files[path].language or "" for path in module_graph.modules)
    return ModuleMap(
        path=module_graph.base,
        files=len(module_graph.modules),
        languages=sort_counts(languages),
        modules=_describe_modules(module_graph, find_levels(ties, components), places),
        dependencies=_describe_dependencies(module_graph, set(upward)),
        cycles=_describe_cycles(module_graph, ties, components),
        upward=_describe_upward(module_graph, upward),
        file_cycles=_describe_cycles(module_graph, module_graph.file_ties, files),
        most_used=_find_hubs(module_graph.file_uses, used=True),
        most_using=_find_hubs(module_graph.file_uses, used=False),
        tests=describe_tests(module_graph),
        outside=describe_outside(module_graph),
        externals=describe_externals(module_graph),
    )


def _describe_modules(
    module_graph: ModuleGraph, levels: Mapping[str, int], places: Mapping[str, tuple[int, int]]
) -> tuple[Module, ...]:
    """Describe the modules by layer; `places` has the cycle of each, if any, and its rank there."""
    files = defaultdict(list)
    for path, module in module_graph.modules.items():
        files[module].append(module_graph.files[path])
    tests: dict[str, set[str]] = defaultdict(set)
    for item in module_graph.dependencies:
        if item.target in module_graph.modules and item.source in module_graph.tests:
            tests[module_graph.modules[item.target]].add(item.source)
    used_by = _count_dependents(module_graph.module_uses)
    found = [
        Module(
            id=module,
            files=len(files[module]),
            lines=sum(file.lines for file in files[module]),
            definitions=sum(file.definitions for file in files[module]),
            layer=levels[module],
            rank=places[module][1],
            dependents=used_by[module],
            dependencies=len(targets),
            instability=_get_instability(used_by[module], len(targets)),
            test_files=len(tests[module]),
        )
        for module, targets in module_graph.module_uses.items()
    ]
    found.sort(key=lambda item: (item.layer, places[item.id], -item.dependents, item.id))
    return tuple(found)


def _describe_dependencies(
    module_graph: ModuleGraph, upward: set[tuple[str, str]]
) -> tuple[ModuleDependency, ...]:
    kinds: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for item in module_graph.inside:
        ends = module_graph.modules[item.source], module_graph.modules[item.target]
        if ends[0] != ends[1]:
            kinds[ends][item.kind.value] += item.edges
    found = [
        ModuleDependency(
            source=source,
            target=target,
            edges=counts.total(),
            kinds=sort_counts(counts),
            ties=module_graph.module_ties[source].get(target, 0),
            upward=(source, target) in upward,
        )
        for (source, target), counts in kinds.items()
    ]
    found.sort(key=lambda item: (-item.ties, -item.edges, item.source, item.target))
    return tuple(found)


def _describe_cycles(
    module_graph: ModuleGraph, ties: Weights, components: Iterable[Sequence[str]]
) -> tuple[Cycle, ...]:
    found = []
    for members in components:
        if len(members) > 1:
            way = find_shortest_cycle(ties, members)
            hops = pairwise([*way, way[0]])
            example = tuple(module_graph.find_example(source, target) for source, target in hops)
            found.append(Cycle(tuple(members), example))
    return tuple(sorted(found, key=lambda cycle: (-len(cycle.members), cycle.members)))


def _describe_upward(
    module_graph: ModuleGraph, upward: Iterable[tuple[str, str]]
) -> tuple[UpwardDependency, ...]:
    found = [
        UpwardDependency(
            source,
            target,
            module_graph.module_ties[source][target],
            module_graph.find_example(source, target),
        )
        for source, target in upward
    ]
    return tuple(sorted(found, key=lambda item: (item.ties, item.source, item.target)))


def _find_hubs(uses: Weights, *, used: bool) -> tuple[Hub, ...]:
    """Return the files with most dependents, or most dependencies; of equals by their edges."""
    used_by = _count_dependents(uses)
    edges = _count_edges(uses, used=used)
    found = [
        Hub(path, used_by[path], len(targets), _get_instability(used_by[path], len(targets)))
        for path, targets in uses.items()
        if (used_by[path] if used else targets)
    ]
    number = {hub.id: hub.dependents if used else hub.dependencies for hub in found}
    found.sort(key=lambda hub: (-number[hub.id], -edges[hub.id], hub.id))
    return tuple(found[:_TOP])


def _count_edges(uses: Weights, *, used: bool) -> Counter[str]:
    """Add up the edges that lead to each file, or from it."""
    edges: Counter[str] = Counter()
    for source, targets in uses.items():
        for target, count in targets.items():
            edges[target if used else source] += count
    return edges


def _count_dependents(uses: Weights) -> Counter[str]:
    return Counter(target for targets in uses.values() for target in targets)


def _get_instability(dependents: int, dependencies: int) -> float:
    total = dependents + dependencies
    return round(dependencies / total, 2) if total else 0.0
