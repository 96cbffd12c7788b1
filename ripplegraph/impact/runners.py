"""Names tests in the words that their runners take, and reads these names again."""

from __future__ import annotations

import re
from posixpath import dirname
from typing import Final

_REPETITION: Final = re.compile(r"#\d+")
_GO: Final = "_test.go"
_BENCHMARK: Final = "Benchmark"
_CPP: Final = (".cc", ".cpp", ".cxx", ".c++")
_CHOSEN: Final = re.compile(r"\^([^^$]+)\$$")


def name_test(path: str, label: str) -> str:
    """Name a test as pytest or `go test` does; where a runner has no names for tests, by its file.

    Go runs the tests of a package, of which a pattern chooses some. GoogleTest names a test by its
    suite, Catch2 and doctest by what it says; neither knows files.
    """
    label = _REPETITION.sub("", label)
    if path.endswith(_GO):
        folder = dirname(path)
        package = f"./{folder}" if folder else "."
        if label.startswith(_BENCHMARK):
            return f"{package} -run ^$ -bench ^{label}$"
        return f"{package} -run ^{label}$" if label else package
    if path.endswith(_CPP):
        return label or path
    return "::".join([path, *label.split(".")]) if label else path


def read_label(name: str, path: str) -> str:
    """Return the definition that a test's name means, or "" for all of its file."""
    if path.endswith(_GO):
        chosen = _CHOSEN.search(name)
        return chosen[1] if chosen else ""
    if path.endswith(_CPP):
        return "" if name == path else name
    return name[len(path) :].removeprefix("::").replace("::", ".")
