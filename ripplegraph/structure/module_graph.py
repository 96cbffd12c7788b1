"""The files of a project with their dependencies, and the module that each is in."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cached_property

from ripplegraph.errors import UsageError
from ripplegraph.graph.model import EdgeKind
from ripplegraph.graph.tests import is_test_path
from ripplegraph.store.graph.file_dependencies import (
    FileDependency,
    read_code_files,
    read_edges_between,
    read_file_dependencies,
    read_paths,
)
from ripplegraph.structure.grouping import find_packages, group_files
from ripplegraph.structure.report import ExampleEdge

Weights = Mapping[str, Mapping[str, int]]


class ModuleGraph:
    """Files, modules and their dependencies; `base` is empty or a folder with a `/`."""

    def __init__(self, connection: sqlite3.Connection, *, base: str, depth: int | None) -> None:
        self.connection = connection
        self.base = base
        self.files = {file.path: file for file in read_code_files(connection)}
        self.tests = frozenset(path for path in self.files if is_test_path(path))
        inside = [path for path in self.files if path.startswith(base) and path not in self.tests]
        if base and not inside:
            raise UsageError(
                f"There is no code in {base}, tests not counted.",
                hint="Name a folder of the project as `ripple map` shows it.",
            )
        self.dependencies = [
            item
            for item in read_file_dependencies(connection)
            if item.source in self.files and item.target in self.files
        ]
        self.modules = group_files(
            inside,
            base=base,
            depth=depth,
            packages=find_packages(read_paths(connection)),
            tied={end for item in self.dependencies if item.ties for end in item[:2]},
        )
        """The module of each file of the map."""
        self.inside = [
            item
            for item in self.dependencies
            if item.source in self.modules and item.target in self.modules
        ]
        """Those between files of the map."""

    @cached_property
    def file_ties(self) -> Weights:
        """The dependencies of each file that make layers and cycles."""
        return self._add_up({item: item.ties for item in self.inside if item.ties})

    @cached_property
    def file_uses(self) -> Weights:
        """All that each file depends on, other than a base on what overrides it."""
        counted = {
            item: item.edges for item in self.inside if item.kind is not EdgeKind.DISPATCHES_TO
        }
        return self._add_up(counted)

    @cached_property
    def module_ties(self) -> Weights:
        return self._lift(self.file_ties)

    @cached_property
    def module_weights(self) -> Weights:
        """The same as `module_ties`, with their weights in place of their number."""
        return self._lift(self._add_up({item: item.weight for item in self.inside if item.ties}))

    @cached_property
    def module_uses(self) -> Weights:
        return self._lift(self.file_uses)

    def _add_up(self, counted: Mapping[FileDependency, int]) -> Weights:
        found: dict[str, Counter[str]] = {path: Counter() for path in self.modules}
        for item, count in counted.items():
            found[item.source][item.target] += count
        return found

    def _lift(self, weights: Weights) -> Weights:
        """Add up by module what is known by file."""
        found: dict[str, Counter[str]] = {module: Counter() for module in self.modules.values()}
        for path, targets in weights.items():
            for target, weight in targets.items():
                if self.modules[path] != self.modules[target]:
                    found[self.modules[path]][self.modules[target]] += weight
        return found

    @cached_property
    def _ties_by_ends(self) -> Mapping[tuple[str, str], list[FileDependency]]:
        found: dict[tuple[str, str], list[FileDependency]] = defaultdict(list)
        for item in self.inside:
            if item.ties:
                found[item.source, item.target].append(item)
                ends = self.modules[item.source], self.modules[item.target]
                if ends != (item.source, item.target):
                    found[ends].append(item)
        return found

    def find_example(self, source: str, target: str) -> ExampleEdge:
        """Return a tie from one module or file to another: an import where there is one."""
        ties = self._ties_by_ends[source, target]
        best = min(ties, key=lambda item: (item.kind is not EdgeKind.IMPORTS, item[:3]))
        edges = read_edges_between(self.connection, source=best.source, target=best.target)
        edge = next(edge for edge in edges if edge.kind is best.kind)
        return ExampleEdge(edge.source, edge.target, edge.kind.value, edge.line)
