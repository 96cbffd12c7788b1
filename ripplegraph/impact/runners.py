"""Names tests in the words that their runners take, and reads these names again."""

from __future__ import annotations

import re
from posixpath import dirname
from typing import Final

_REPETITION: Final = re.compile(r"#\d+")
_GO: Final = "_test.go"
_BENCHMARK: Final = "Benchmark"
_CHOSEN: Final = re.compile(r"\^([^^$]+)\$$")
_JVM: Final = (".java", ".kt", ".scala")
_SOURCES: Final = (
    re.compile(r"^.*/src/\w+/(?:java|kotlin|scala)/"),
    re.compile(r"^.*?/tests?/"),
)
"""How the folders begin that hold packages."""


def name_test(path: str, label: str) -> str:
    """Name a test as pytest or `go test` does; where a runner has no names for tests, by its file.

    Go runs the tests of a package, of which a pattern chooses some. Tests of the JVM are named as
    Maven's `-Dtest=` takes them.
    """
    label = _REPETITION.sub("", label)
    if path.endswith(_JVM):
        return _name_method(path, label)
    if path.endswith(_GO):
        folder = dirname(path)
        package = f"./{folder}" if folder else "."
        if label.startswith(_BENCHMARK):
            return f"{package} -run ^$ -bench ^{label}$"
        return f"{package} -run ^{label}$" if label else package
    return "::".join([path, *label.split(".")]) if label else path


def _name_method(path: str, label: str) -> str:
    """Name a method behind its class, `com.acme.FooTest$Inner#works`, and that behind its package.

    The package is the folder, as far as that lies below a root of sources.
    """
    front, _, file = path.rpartition("/")
    root = next((m for pattern in _SOURCES if (m := pattern.match(f"/{front}/"))), None)
    package = f"/{front}"[root.end() :].replace("/", ".") if root is not None else ""
    types, _, method = label.rpartition(".")
    if not method:
        types = file.rpartition(".")[0]
    owner = types.replace(".", "$") or method
    name = f"{package}.{owner}" if package else owner
    return f"{name}#{method}" if method and types else name


def read_label(name: str, path: str) -> str:
    """Return the definition that a test's name means, or "" for all of its file."""
    if path.endswith(_JVM):
        front, _, method = name.partition("#")
        owner = front.rpartition(".")[2].replace("$", ".")
        return f"{owner}.{method}" if method else ""
    if path.endswith(_GO):
        chosen = _CHOSEN.search(name)
        return chosen[1] if chosen else ""
    return name[len(path) :].removeprefix("::").replace("::", ".")
