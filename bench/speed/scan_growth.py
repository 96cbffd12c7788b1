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
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

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
class Cost:
    """What one command took."""

    cpu: float
    megabytes: float


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
        costs: dict[str, list[Cost]] = {}
        for size in sizes:
            for command, cost in measure(generate(size), queries=queries):
                costs.setdefault(command, []).append(cost)
                print(f"  {name} {size} {command}: {_show(cost)}", file=sys.stderr, flush=True)
        for command, row in costs.items():
            text, good = describe(row, sizes)
            failed += not good
            print(f"{name + ' ' + command:<42}{text}{'' if good else '  TOO FAST'}", flush=True)
    return failed


def describe(costs: Sequence[Cost], sizes: Sequence[int]) -> tuple[str, bool]:
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


def _show(cost: Cost) -> str:
    return f"{cost.cpu:7.2f} s {cost.megabytes:5.0f} MB"


def measure(files: Files, *, queries: bool) -> Iterator[tuple[str, Cost]]:
    """Write a project, scan it, and ask it."""
    with TemporaryDirectory(prefix="ripple-growth-") as folder:
        project = _write_project(Path(folder), files)
        yield "scan", run(project.folder, "scan")
        if queries:
            ends = {"first": project.first, "last": project.last}
            for name, command in _QUERIES.items():
                yield name, run(project.folder, *(word.format_map(ends) for word in command))
            for name, edit in (("edit", _add_line), ("edit of imports", _cut_imports)):
                path = project.folder / project.middle
                path.write_text(edit(path.read_text()))
                yield name, run(project.folder, "scan")


def _write_project(folder: Path, files: Files) -> Project:
    paths: list[str] = []
    for path, text in files:
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        paths.append(path)
    (folder / "ripple.toml").write_text(_SETTINGS)
    _git(folder, "init", "--quiet")
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "--message", "all")
    source = [path for path in paths if not path.endswith(("__init__.py", ".toml", ".json"))]
    return Project(folder, source[0], source[len(source) // 2], source[-1])


def _add_line(text: str) -> str:
    return f"{text}\n"


def _cut_imports(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(_IMPORTS))


def run(folder: Path, *arguments: str) -> Cost:
    """Run a command of ripple in a process of its own and measure it."""
    command = [sys.executable, "-m", "ripplegraph", "-C", str(folder), *arguments]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=_limit_cpu,  # noqa: PLW1509 - there are no threads
    )
    if process.stderr is None:
        raise RuntimeError(f"{' '.join(arguments)} cannot be watched")
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode == -signal.SIGXCPU:
        return Cost(float("inf"), usage.ru_maxrss / 1_000)
    if (
        process.returncode < 0
        or b"Traceback" in said
        or (process.returncode and "scan" in arguments)
    ):
        raise RuntimeError(f"{' '.join(arguments)} failed: {said.decode()[-2000:]}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1_000)


def _limit_cpu() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_LIMIT, _LIMIT + 5))


def _git(folder: Path, *arguments: str) -> None:
    # What git tidies up in the background would stay in the way of cleaning up.
    settings = ("user.name=bench", "user.email=bench@example.com", "gc.auto=0")
    options = [part for setting in settings for part in ("-c", setting)]
    subprocess.run(["git", "-C", str(folder), *options, *arguments], check=True)


if __name__ == "__main__":
    sys.exit(main())
