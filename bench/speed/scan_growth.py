"""Measures how scans and queries grow with the number of files, for projects of many shapes.

    python -m bench.speed.scan_growth [--sizes 1000,4000,16000] [--shapes chain-python,grid-python]
        [--queries] [--list]

A project of each shape is generated at each size and scanned by a process of its own. CPU is that
of all its processes, memory the most that one of them held. From one size to the next, CPU may
grow by a quarter more than the files, and memory by an eighth more; the exit code is 1 if
anything grows faster. `bench.speed.growth` asks one graph of a million nodes instead.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.commands import Run, measure_ripple
from bench.projects import commit_all
from bench.speed.generated_projects.code_shapes import SHAPES
from bench.speed.generated_projects.import_shapes import IMPORTS, WRITERS, Files, write_deep_python

_LIMIT = 600
"""Seconds of CPU after which a command is ended, and counts as taking for ever."""
_CPU_SHARE = 5 / 4
_MEMORY_SHARE = 4.5 / 4
_SETTINGS = """[scan]
max_file_bytes = 100000000
max_parse_seconds = 600
"""
_IMPORTS = ("import", "from", "use ", "#include")
_SOME = {"typescript", "go", "java", "rust", "c", "cpp"}
_SHAPES_OF_SOME = {"chain", "hub", "collector", "layers", "scattered"}


@dataclass(frozen=True)
class Project:
    """A generated project, with the files at its ends and in its middle."""

    folder: Path
    first: str
    middle: str
    last: str


_QUERIES = {
    "impact of first": ("analyze-impact", "{first}"),
    "impact of last": ("analyze-impact", "{last}"),
    "dependents": ("dependents", "{first}"),
    "dependencies": ("dependencies", "{last}"),
    "path": ("path", "{last}", "{first}"),
    "hubs": ("hubs",),
    "map": ("map",),
    "cycles": ("cycles",),
    "unused": ("unused",),
    "status": ("status",),
    "doctor": ("doctor",),
}


def main() -> int:
    options = _parse_arguments()
    shapes = build_shapes()
    if options.list:
        print("\n".join(shapes))
        return 0
    chosen = options.shapes.split(",") if options.shapes else list(shapes)
    sizes = [int(size) for size in options.sizes.split(",")]
    failed = run_growth({name: shapes[name] for name in chosen}, sizes, queries=options.queries)
    return 1 if failed else 0


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1000,4000,16000", help="numbers of files")
    parser.add_argument("--shapes", help="names from --list; all of them by default")
    parser.add_argument("--queries", action="store_true", help="also edit, scan again, and query")
    parser.add_argument("--list", action="store_true", help="list the shapes and do nothing")
    return parser.parse_args()


def build_shapes() -> dict[str, Callable[[int], Files]]:
    """Return the generators of all shapes by their names."""
    shapes: dict[str, Callable[[int], Files]] = {}
    for language, write in WRITERS.items():
        for name, imports in IMPORTS.items():
            if language not in _SOME or name in _SHAPES_OF_SOME:
                shapes[f"{name}-{language}"] = partial(write, imports=imports)
    shapes["deep-packages-python"] = partial(write_deep_python, imports=IMPORTS["scattered"])
    return shapes | SHAPES


def run_growth(
    shapes: dict[str, Callable[[int], Files]], sizes: Sequence[int], *, queries: bool
) -> int:
    """Measure shapes at sizes and print a line for each command; returns how many grow too fast."""
    failed = 0
    for name, generate in shapes.items():
        costs: dict[str, list[Run]] = {}
        for size in sizes:
            for command, cost in measure(generate(size), queries=queries):
                costs.setdefault(command, []).append(cost)
                print(f"  {name} {size} {command}: {_show(cost)}", file=sys.stderr, flush=True)
        for command, row in costs.items():
            text, good = describe(row, sizes)
            failed += not good
            print(f"{name + ' ' + command:<42}{text}{'' if good else '  TOO FAST'}", flush=True)
    return failed


def describe(costs: Sequence[Run], sizes: Sequence[int]) -> tuple[str, bool]:
    """Write what a command took at each size, with the growth from each to the next."""
    text, good = _show(costs[0]), True
    for (before, smaller), (after, larger) in zip(
        zip(costs, sizes, strict=True), list(zip(costs, sizes, strict=True))[1:], strict=False
    ):
        step = larger / smaller
        cpu, memory = after.cpu / before.cpu, after.megabytes / before.megabytes
        text += f" | {_show(after)} (x{cpu:.1f}, x{memory:.1f})"
        good &= cpu <= step * _CPU_SHARE and memory <= step * _MEMORY_SHARE
    return text, good


def _show(cost: Run) -> str:
    return f"{cost.cpu:7.2f} s {cost.megabytes:5.0f} MB"


def measure(files: Files, *, queries: bool) -> Iterator[tuple[str, Run]]:
    """Write a project, scan it, and ask it."""
    with TemporaryDirectory(prefix="ripple-growth-") as folder:
        project = _write_project(Path(folder), files)
        yield "scan", measure_ripple(project.folder, "scan", limit=_LIMIT)
        if queries:
            ends = {"first": project.first, "last": project.last}
            for name, command in _QUERIES.items():
                words = [word.format_map(ends) for word in command]
                yield name, measure_ripple(project.folder, *words, limit=_LIMIT, check=False)
            for name, edit in (("edit", _add_line), ("edit of imports", _cut_imports)):
                path = project.folder / project.middle
                path.write_text(edit(path.read_text()))
                yield name, measure_ripple(project.folder, "scan", limit=_LIMIT)


def _write_project(folder: Path, files: Files) -> Project:
    paths: list[str] = []
    for path, text in files:
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        paths.append(path)
    (folder / "ripple.toml").write_text(_SETTINGS)
    commit_all(folder)
    source = [path for path in paths if not path.endswith(("__init__.py", ".toml", ".json"))]
    return Project(folder, source[0], source[len(source) // 2], source[-1])


def _add_line(text: str) -> str:
    return f"{text}\n"


def _cut_imports(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(_IMPORTS))


if __name__ == "__main__":
    sys.exit(main())
