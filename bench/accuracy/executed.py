"""Runs a project's tests under coverage and tells which tests executed each of its functions."""

from __future__ import annotations

import ast
import os
import sqlite3
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ripplegraph.graph.tests import is_test_path

Executed = dict[str, set[str]]
"""For each function, as `path:qualified.name`, the tests that executed it."""

Truth = dict[str, dict[str, list[str]]]
"""`functions` and `files` with the test files that executed them, `tests` with single tests."""

_SETTINGS = "[run]\nbranch = False\nconcurrency = thread\n[report]\n"
_TIMEOUT = 3_600


def read_executed(
    root: Path, *, python: Path, packages: Sequence[str], arguments: Sequence[str] = ()
) -> Executed:
    """Run pytest in `root` with an interpreter that has the project, its tests' needs, pytest-cov.

    A test is named as pytest names it, without the part in brackets that tells parameters apart.
    """
    with tempfile.TemporaryDirectory() as folder:
        data, settings = Path(folder, "coverage"), Path(folder, "settings")
        settings.write_text(_SETTINGS)
        watched = [f"--cov={root / package}" for package in packages]
        command = [
            *(str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "--cov-context=test"),
            *(f"--cov-config={settings}", "--cov-report=", *watched, *arguments),
        ]
        environment = os.environ | {"COVERAGE_FILE": str(data)}
        done = subprocess.run(
            command, cwd=root, env=environment, check=False, timeout=_TIMEOUT,
            capture_output=True, text=True,
        )  # fmt: skip
        print("\n".join(done.stdout.splitlines()[-3:]))
        if not data.exists():
            raise SystemExit(f"pytest left no data:\n{done.stdout[-3000:]}{done.stderr[-2000:]}")
        return _read_data(data, root)


def build_truth(executed: Executed) -> Truth:
    """Say for functions and for files which test files executed them; and which single tests."""
    files: defaultdict[str, set[str]] = defaultdict(set)
    for function, tests in executed.items():
        files[function.partition(":")[0]].update(_find_files(tests))
    return {
        "functions": {name: sorted(_find_files(tests)) for name, tests in sorted(executed.items())},
        "files": {path: sorted(found) for path, found in sorted(files.items())},
        "tests": {name: sorted(tests) for name, tests in sorted(executed.items())},
    }


def _find_files(tests: Iterable[str]) -> set[str]:
    return {test.partition("::")[0] for test in tests}


def _read_data(data: Path, root: Path) -> Executed:
    """Read the lines of each test from coverage's own database."""
    executed: Executed = {}
    connection = sqlite3.connect(data)
    contexts = dict(connection.execute("SELECT id, context FROM context"))
    for number, name in connection.execute("SELECT id, path FROM file"):
        path = Path(name)
        if not path.is_relative_to(root) or is_test_path(path.relative_to(root).as_posix()):
            continue
        owners = _find_owners(path)
        query = "SELECT context_id, numbits FROM line_bits WHERE file_id = ?"
        for context, bits in connection.execute(query, (number,)):
            test = _name_test(contexts[context])
            if test:
                for line in _read_numbers(bits):
                    if line in owners:
                        key = f"{path.relative_to(root).as_posix()}:{owners[line]}"
                        executed.setdefault(key, set()).add(test)
    connection.close()
    return executed


def _name_test(context: str) -> str:
    """Return the test of a context such as `tests/test_a.py::test_b[1-2]|run`."""
    return context.rpartition("|")[0].partition("[")[0]


def _read_numbers(bits: bytes) -> Iterator[int]:
    for index, byte in enumerate(bits):
        for bit in range(8):
            if byte & 1 << bit:
                yield index * 8 + bit


def _find_owners(path: Path) -> dict[int, str]:
    """Say of each line that runs only when a function does, which function that is.

    A function on one line has none: its line runs when it is defined, too.
    """
    owners: dict[int, str] = {}
    try:
        tree = ast.parse(path.read_bytes())
    except SyntaxError:
        return owners
    _claim_lines(tree, "", None, owners)
    return owners


def _claim_lines(node: ast.AST, prefix: str, owner: str | None, owners: dict[int, str]) -> None:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            _claim(owner, owners, range(_first_line(child), child.body[0].lineno))
            name = prefix + child.name
            inner = owner if isinstance(child, ast.ClassDef) else name
            body = child.body[1:] if ast.get_docstring(child, clean=False) else child.body
            if inner == name:
                for statement in body:
                    if statement.lineno > child.lineno:
                        _claim(inner, owners, _span(statement))
            _claim_lines(child, f"{name}.", inner, owners)
        else:
            _claim_lines(child, prefix, owner, owners)


def _claim(owner: str | None, owners: dict[int, str], lines: range) -> None:
    if owner is not None:
        owners.update(dict.fromkeys(lines, owner))


def _span(statement: ast.stmt) -> range:
    return range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)


def _first_line(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
