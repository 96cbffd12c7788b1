"""The surroundings of a module map: tests, other folders, external packages."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Mapping

from ripplegraph.graph.tests import is_test_path
from ripplegraph.store.graph.file_dependencies import read_external_uses
from ripplegraph.structure.module_graph import ModuleGraph
from ripplegraph.structure.report import ExternalPackage, OutsideFolder, TestSuite

_PYTHON = frozenset({"python", "notebook"})
_GO = "go"
_RUST_STANDARD = frozenset({"std", "core", "alloc", "proc_macro"})


def describe_tests(module_graph: ModuleGraph) -> tuple[TestSuite, ...]:
    """Group the tests by folder; of a part of the project, those that depend on it."""
    groups = {path: _get_suite(path) for path in module_graph.tests}
    files = Counter(groups.values())
    reached: dict[str, Counter[str]] = defaultdict(Counter)
    for item in module_graph.dependencies:
        if item.source in groups and item.target in module_graph.modules:
            reached[groups[item.source]][module_graph.modules[item.target]] += item.edges
    found = [
        TestSuite(suite, files[suite], tuple(sort_counts(reached[suite])))
        for suite in files
        if not module_graph.base or reached[suite]
    ]
    return tuple(sorted(found, key=lambda item: (-item.files, item.id)))


def describe_outside(module_graph: ModuleGraph) -> tuple[OutsideFolder, ...]:
    """Add up the edges between the mapped folder and the code around it."""
    to: Counter[str] = Counter()
    back: Counter[str] = Counter()
    for item in module_graph.dependencies:
        if module_graph.tests.isdisjoint((item.source, item.target)):
            from_here, to_here = (
                item.source in module_graph.modules,
                item.target in module_graph.modules,
            )
            if from_here and not to_here:
                to[_name_outside(item.target, module_graph.base)] += item.edges
            elif to_here and not from_here:
                back[_name_outside(item.source, module_graph.base)] += item.edges
    found = [OutsideFolder(name, to[name], back[name]) for name in to.keys() | back.keys()]
    return tuple(sorted(found, key=lambda item: (-item.edges_to - item.edges_from, item.id)))


def describe_externals(module_graph: ModuleGraph) -> tuple[ExternalPackage, ...]:
    """Count the files that use each package."""
    code: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    from_python: set[str] = set()
    from_go: set[str] = set()
    for name, path in read_external_uses(module_graph.connection):
        if path in module_graph.modules:
            code[name] += 1
        elif path in module_graph.tests and path.startswith(module_graph.base):
            tests[name] += 1
        if path in module_graph.files and module_graph.files[path].language in _PYTHON:
            from_python.add(name)
        elif path in module_graph.files and module_graph.files[path].language == _GO:
            from_go.add(name)
    found = [
        ExternalPackage(
            name, code[name], tests[name], _is_standard(name, name in from_python, name in from_go)
        )
        for name in code.keys() | tests.keys()
    ]
    return tuple(sorted(found, key=lambda item: (-item.files, -item.test_files, item.name)))


def sort_counts(counts: Mapping[str, int]) -> Mapping[str, int]:
    """Put counts in order, largest first."""
    return {key: counts[key] for key in sorted(counts, key=lambda key: (-counts[key], key))}


def _get_suite(path: str) -> str:
    """Return the outermost test folder of a test, or the top folder of one beside its code."""
    steps = path.split("/")
    for at in range(1, len(steps)):
        if is_test_path("/".join([*steps[:at], "x"])):
            return f"{'/'.join(steps[:at])}/"
    return f"{steps[0]}/" if len(steps) > 1 else path


def _name_outside(path: str, base: str) -> str:
    """Name a part of the project by the first step in which its path leaves the base."""
    steps, own = path.split("/"), base.split("/")
    same = 0
    while steps[same] == own[same]:
        same += 1
    name = "/".join(steps[: same + 1])
    return name if same == len(steps) - 1 else f"{name}/"


def _is_standard(name: str, from_python: bool, from_go: bool) -> bool:
    """Tell whether a package comes with its language; stubs of it (`_typeshed`) do, too."""
    if name in ("builtins", "_typeshed") or name.startswith("node:") or name in _RUST_STANDARD:
        return True
    if from_go and "." not in name.partition("/")[0]:
        return True
    return from_python and name in sys.stdlib_module_names
