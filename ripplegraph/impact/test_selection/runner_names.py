"""Names tests in the words that their runners take, and reads these names again."""

from __future__ import annotations

import re
from posixpath import dirname
from typing import Final

from ripplegraph.impact.test_selection.runner_filters import name_filtered, read_filtered

_REPETITION: Final = re.compile(r"#\d+")
_GO: Final = "_test.go"
_RUST: Final = ".rs"
_RUST_FOLDERS: Final = {
    "src": "",
    "tests": "--test",
    "benches": "--bench",
    "examples": "--example",
}
"""Folders of a package, each with what chooses one of the crates in it."""
_SWIFT: Final = ".swift"
_ZIG: Final = ".zig"
_BENCHMARK: Final = "Benchmark"
_CPP: Final = (".cc", ".cpp", ".cxx", ".c++")
_CHOSEN: Final = re.compile(r"\^([^^$]+)\$$")
_JVM: Final = (".java", ".kt", ".scala")
_SOURCES: Final = (
    re.compile(r"^.*/src/\w+/(?:java|kotlin|scala)/"),
    re.compile(r"^.*?/tests?/"),
)
"""How the folders begin that hold packages."""


def name_test(path: str, label: str) -> str:
    """Name a test as its runner takes it; where tests have no names of their own, by its file.

    Go runs the tests of a package, of which a pattern chooses some; Cargo those of a crate. Tests
    of the JVM are named as Maven's `-Dtest=` takes them. GoogleTest names a test by its suite,
    Catch2 and doctest by what it says; neither knows files.
    """
    label = _REPETITION.sub("", label)
    if path.endswith(_JVM):
        return _name_method(path, label)
    filtered = name_filtered(path, label)
    if filtered is not None:
        return filtered
    if path.endswith(_GO):
        folder = dirname(path)
        package = f"./{folder}" if folder else "."
        if label.startswith(_BENCHMARK):
            return f"{package} -run ^$ -bench ^{label}$"
        return f"{package} -run ^{label}$" if label else package
    if path.endswith(_RUST):
        crate, module = _find_crate(path)
        chosen = "::".join([*module, *label.split(".")] if label else module)
        return " ".join([*crate, chosen] if chosen else crate or ["--lib"])
    if path.endswith(_SWIFT):
        return f"--filter {_find_target(path)}.{label.replace('.', '/')}".rstrip(".")
    if path.endswith(_ZIG):
        return f'{path} --test-filter "{label}"' if label else path
    if path.endswith(_CPP):
        return label or path
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


def _find_target(path: str) -> str:
    """Return the module of tests that a Swift file is part of."""
    folders = path.split("/")[:-1]
    at = max((i for i, name in enumerate(folders[:-1]) if name == "Tests"), default=-2)
    return folders[at + 1] if at >= 0 else folders[-1] if folders else ""


def _find_crate(path: str) -> tuple[list[str], list[str]]:
    """Return what chooses the crate that a Rust file is part of, and its module in that crate."""
    *folders, name = path.removesuffix(_RUST).split("/")
    at = max((i for i, folder in enumerate(folders) if folder in _RUST_FOLDERS), default=-1)
    home = "/".join(folders[: max(at, 0)])
    module = [*folders[at + 1 :], name]
    if module[-1] in ("mod", "lib", "main") and (len(module) > 1 or name != "mod"):
        module.pop()
    crate = [f"--manifest-path {home}/Cargo.toml"] if home else []
    option = _RUST_FOLDERS[folders[at]] if at >= 0 else ""
    if folders[at : at + 2] == ["src", "bin"] and len(module) > 1:
        option, module = "--bin", module[1:]
    if option and module:
        crate.append(f"{option} {module[0]}")
        module = module[1:]
    return crate, module


def read_label(name: str, path: str) -> str:
    """Return the definition that a test's name means, or "" for all of its file."""
    if path.endswith(_JVM):
        front, _, method = name.partition("#")
        owner = front.rpartition(".")[2].replace("$", ".")
        return f"{owner}.{method}" if method else ""
    filtered = read_filtered(name, path)
    if filtered is not None:
        return filtered
    if path.endswith(_GO):
        chosen = _CHOSEN.search(name)
        return chosen[1] if chosen else ""
    if path.endswith(_RUST):
        crate, module = _find_crate(path)
        words = name.removeprefix(" ".join(crate)).strip().removeprefix("--lib")
        return words.removeprefix("::".join(module)).removeprefix("::").replace("::", ".")
    if path.endswith(_SWIFT):
        words = name.removeprefix(f"--filter {_find_target(path)}").removeprefix(".")
        return words.replace("/", ".")
    if path.endswith(_ZIG):
        return name.removeprefix(path).strip().removeprefix("--test-filter ").strip('"')
    if path.endswith(_CPP):
        return "" if name == path else name
    return name[len(path) :].removeprefix("::").replace("::", ".")
