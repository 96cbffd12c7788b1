"""`ripple map`: shows the modules of a project and how they hang together."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json, print_wrapped

if TYPE_CHECKING:
    from ripplegraph.structure.report import Cycle, ExampleEdge, Module, ModuleMap

_TARGETS = 6
_CYCLES = 3
_MEMBERS = 8
_UPWARD = 8
_HUBS = 6
_EXTERNALS = 12
_GROUPS = 6
_WIDEST = 36
_COMMON_SHARE = 0.6
_INDENT = " " * 9


@click.command("map", cls=RippleCommand)
@click.argument("path", default="")
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    metavar="N",
    help="Open folders so many steps deep, instead of until about 30 modules are seen, or 60 "
    "where packages are so many.",
)
@click.pass_obj
def command(invocation: Invocation, path: str, depth: int | None) -> None:
    """Show the modules of the project, or of a folder: layers, cycles, hubs.

    A module is a folder, a file, or the files right in a folder (src/*), which may stand for its
    small folders, too. Folders with most code and ties are opened first; packages of a monorepo
    are modules of their own. Layer 0 builds on no other module. Modules in a cycle share a layer
    and are put in the order that the fewest ties go against: 1.0 before 1.1. A tie is an import
    (not one for types only), a base, a re-export or an exact call. Tests are apart. With --json
    nothing is left out.
    """
    found = invocation.open_project().module_map(path=path, depth=depth)
    if invocation.json:
        print_json(found)
        return
    for line in _describe(found):
        print_wrapped(line, _INDENT)


def _describe(found: "ModuleMap") -> Iterator[str]:
    languages = ", ".join(f"{name} {count}" for name, count in found.languages.items())
    where = f"{escape(found.path)}: " if found.path else ""
    names = _Names([module.id for module in found.modules], found.path)
    below = f"; names are below {escape(names.prefix)}" if names.prefix else ""
    yield f"{where}{found.files} files of code ({languages or 'none'}), tests apart{below}"
    yield ""
    yield "layer, module, size, used by (modules + test files) > builds on (most first)"
    yield from _describe_modules(found, names)
    yield from _describe_cycles("cycles of modules", found.cycles, names)
    yield from _describe_upward(found, names)
    if found.file_cycles != found.cycles:
        yield from _describe_cycles("cycles of files", found.file_cycles, names)
    yield from _describe_hubs(found, names)
    yield from _describe_surroundings(found)


class _Names:
    """Shortens ids by the deepest folder that most modules lie in.

    An id that is not below it then begins with `/`, for the root of the project.
    """

    def __init__(self, ids: Sequence[str], base: str) -> None:
        folders = Counter(
            key[: at + 1] for key in ids for at in range(len(key) - 1) if key[at] == "/"
        )
        common = [folder for folder in folders if folders[folder] > len(ids) * _COMMON_SHARE]
        self.prefix = max([base, *common], key=len)

    def show(self, key: str) -> str:
        if not self.prefix:
            return escape(key)
        below = key.removeprefix(self.prefix)
        return escape(below if below != key and below else f"/{key}")


def _describe_modules(found: "ModuleMap", names: _Names) -> Iterator[str]:
    targets: dict[str, list[str]] = {module.id: [] for module in found.modules}
    for item in found.dependencies:
        if item.ties:
            mark = "^" if item.upward else ""
            targets[item.source].append(mark + names.show(item.target))
    in_cycle = {member for cycle in found.cycles for member in cycle.members}
    width = max((len(names.show(module.id)) for module in found.modules), default=0)
    for module in found.modules:
        layer = f"{module.layer}.{module.rank}" if module.id in in_cycle else str(module.layer)
        name = names.show(module.id).ljust(min(width, _WIDEST))
        uses = _list(targets[module.id], _TARGETS)
        yield f"  {layer:<5}{name}  {_describe_module(module)}{f' > {uses}' if uses else ''}"


def _describe_module(module: "Module") -> str:
    files = f"{module.files} files, " if module.files > 1 else ""
    tests = f"+{module.test_files} tests" if module.test_files else ""
    lines = "line" if module.lines == 1 else "lines"
    return f"{files}{module.lines} {lines}, used by {module.dependents}{tests}"


def _describe_cycles(title: str, cycles: "Sequence[Cycle]", names: _Names) -> Iterator[str]:
    yield ""
    if not cycles:
        yield f"{title}: none"
        return
    yield f"{title}: {len(cycles)}"
    for cycle in cycles[:_CYCLES]:
        members = _list([names.show(member) for member in cycle.members], _MEMBERS)
        yield f"  {len(cycle.members)} of them: {members}"
        for edge in cycle.example:
            yield f"    {_show_edge(edge, names)}"
    if len(cycles) > _CYCLES:
        yield f"  and {len(cycles) - _CYCLES} more; --json lists them"


def _describe_upward(found: "ModuleMap", names: _Names) -> Iterator[str]:
    if not found.upward:
        return
    yield f"  ^ {len(found.upward)} upward dependencies close these cycles; the weakest:"
    for item in found.upward[:_UPWARD]:
        ties = f" and {item.ties - 1} more" if item.ties > 1 else ""
        yield f"    {_show_edge(item.example, names)}{ties}"


def _show_edge(edge: "ExampleEdge", names: _Names) -> str:
    line = f" (line {edge.line})" if edge.line else ""
    return f"{names.show(edge.source)} {edge.kind} {names.show(edge.target)}{line}"


def _describe_hubs(found: "ModuleMap", names: _Names) -> Iterator[str]:
    yield ""
    used = [f"{names.show(hub.id)} ({hub.dependents})" for hub in found.most_used[:_HUBS]]
    using = [f"{names.show(hub.id)} ({hub.dependencies})" for hub in found.most_using[:_HUBS]]
    yield f"files that most files depend on: {', '.join(used) or 'none'}"
    yield f"files that depend on most files: {', '.join(using) or 'none'}"


def _describe_surroundings(found: "ModuleMap") -> Iterator[str]:
    if found.outside:
        parts = [
            f"{escape(part.id)} (uses {part.edges_to}, used by {part.edges_from})"
            for part in found.outside
        ]
        yield f"around it, in edges: {_list(parts, _GROUPS)}"
    if found.tests:
        suites = [f"{escape(suite.id)} ({suite.files})" for suite in found.tests]
        yield f"test files: {_list(suites, _GROUPS)}"
    packages = [item for item in found.externals if not item.standard and item.files]
    listed = [f"{escape(item.name)} ({item.files})" for item in packages]
    yield f"packages, by files that use them: {_list(listed, _EXTERNALS) or 'none'}"


def _list(items: Iterable[str], shown: int) -> str:
    listed = list(items)
    more = f" and {len(listed) - shown} more" if len(listed) > shown else ""
    return ", ".join(listed[:shown]) + more
