"""The module map as values."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Module:
    """A part of the project: a file, a folder (`src/db/`), or the files right in one (`src/*`)."""

    id: str
    files: int
    lines: int
    definitions: int
    layer: int
    """0 depends on no other module; otherwise one above the highest that it depends on."""
    rank: int
    """Its place among the modules of its cycle, lowest first; 0 outside cycles."""
    dependents: int
    """How many other modules depend on it."""
    dependencies: int
    """How many other modules it depends on."""
    instability: float
    """Dependencies as a share of both; 0 is leaned on only, 1 leans on others only."""
    test_files: int
    """How many test files depend on it directly."""


@dataclass(frozen=True)
class ModuleDependency:
    """That one module depends on another, through so many edges of each kind."""

    source: str
    target: str
    edges: int
    """Exact and inferred."""
    kinds: Mapping[str, int]
    ties: int
    """Those that the code is built on: imports not only for types, bases, exact calls."""
    upward: bool
    """Whether it goes against the order of its cycle: one of the few that make it one."""


@dataclass(frozen=True)
class ExampleEdge:
    """An edge that shows a dependency, by readable ids: *source depends on target*."""

    source: str
    target: str
    kind: str
    line: int | None


@dataclass(frozen=True)
class Cycle:
    """Modules or files that depend on each other, with a shortest round among them."""

    members: tuple[str, ...]
    example: tuple[ExampleEdge, ...]


@dataclass(frozen=True)
class UpwardDependency:
    """A dependency against the order of a cycle of modules, with an edge that shows it."""

    source: str
    target: str
    ties: int
    example: ExampleEdge


@dataclass(frozen=True)
class Hub:
    """A file that many files depend on, or that depends on many."""

    id: str
    dependents: int
    dependencies: int
    instability: float


@dataclass(frozen=True)
class ExternalPackage:
    """A package outside the project, and how many files use it."""

    name: str
    files: int
    test_files: int
    standard: bool
    """Whether it comes with the language."""


@dataclass(frozen=True)
class OutsideFolder:
    """A part of the project outside the mapped folder, with the edges to and from there."""

    id: str
    edges_to: int
    edges_from: int


@dataclass(frozen=True)
class TestSuite:
    """A folder of tests, and the modules that it depends on, most used first."""

    id: str
    files: int
    modules: tuple[str, ...]


@dataclass(frozen=True)
class ModuleMap:
    """The module map of a project; tests are apart from it."""

    path: str
    """The mapped folder; empty for the whole project."""
    files: int
    """Files with code, tests not counted."""
    languages: Mapping[str, int]
    modules: tuple[Module, ...]
    """By layer, lowest first."""
    dependencies: tuple[ModuleDependency, ...]
    """Most edges first."""
    cycles: tuple[Cycle, ...]
    """Of modules, largest first."""
    upward: tuple[UpwardDependency, ...]
    """Without these there would be no cycles of modules; fewest ties first."""
    file_cycles: tuple[Cycle, ...]
    """Of files, largest first."""
    most_used: tuple[Hub, ...]
    most_using: tuple[Hub, ...]
    tests: tuple[TestSuite, ...]
    outside: tuple[OutsideFolder, ...]
    externals: tuple[ExternalPackage, ...]
