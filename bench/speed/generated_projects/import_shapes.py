"""Generated projects whose files import each other in one shape, in several languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isqrt
from typing import Final

Files = Iterator[tuple[str, str]]
"""The path and the text of each file."""

Imports = Callable[[int, int], Sequence[int]]
"""The files that one imports, of so many files."""

_LAYER: Final = 20
"""How many files of a full layer each import all of the layer below."""
_DEEP: Final = 40
"""How many folders lie in one another before the next tree of folders begins."""


def chain(file: int, _size: int) -> Sequence[int]:
    """Each imports the one before it."""
    return (file - 1,) if file else ()


def ring(file: int, size: int) -> Sequence[int]:
    """Each imports the one before it, and the first imports the last."""
    return ((file - 1) % size,)


def hub(file: int, _size: int) -> Sequence[int]:
    """All import the first."""
    return (0,) if file else ()


def collector(file: int, size: int) -> Sequence[int]:
    """The first imports all."""
    return () if file else range(1, size)


def grid(file: int, size: int) -> Sequence[int]:
    """Each imports its neighbours to the right and below."""
    width = isqrt(size)
    right = (file + 1,) if (file + 1) % width and file + 1 < size else ()
    return (*right, file + width) if file + width < size else right


def layers(file: int, _size: int) -> Sequence[int]:
    """Each imports the whole layer below."""
    first = file // _LAYER * _LAYER
    return range(first - _LAYER, first) if first else ()


def scattered(file: int, size: int) -> Sequence[int]:
    """Each imports five others, as in a project that grew: half of them early ones."""
    numbers = {file * 7919 % size, file * 104_729 % size, file * file % size}
    numbers |= {file * 31 % (isqrt(size) + 1), file * 17 % (isqrt(size) + 1)}
    return sorted(numbers - {file})


def write_python(size: int, imports: Imports) -> Files:
    for file in range(size):
        targets = imports(file, size)
        yield f"pkg/m{file}.py", _write_python_module(file, [f"pkg.m{n}" for n in targets], targets)
    yield "pkg/__init__.py", ""


def write_deep_python(size: int, imports: Imports) -> Files:
    """The same in packages that lie in each other."""
    for file in range(size):
        targets = imports(file, size)
        folder = _name_deep(file)
        names = [f"{_name_deep(n).replace('/', '.')}.m{n}" for n in targets]
        yield f"{folder}/m{file}.py", _write_python_module(file, names, targets)
        yield f"{folder}/__init__.py", ""


def _name_deep(file: int) -> str:
    return "/".join(
        [f"tree{file // _DEEP}", *(f"p{level}" for level in range(1, file % _DEEP + 1))]
    )


def _write_python_module(file: int, names: Sequence[str], targets: Sequence[int]) -> str:
    lines = [f"from {name} import f{n}" for name, n in zip(names, targets, strict=True)]
    calls = " + ".join([f"f{n}(x)" for n in targets] or ["x"])
    return "\n".join([*lines, "", "", f"def f{file}(x):", f"    return {calls}", ""])


def write_typescript(size: int, imports: Imports) -> Files:
    yield "package.json", '{"name": "big", "version": "1.0.0"}\n'
    for file in range(size):
        targets = imports(file, size)
        lines = [f'import {{ f{n} }} from "./m{n}";' for n in targets]
        calls = " + ".join([f"f{n}(x)" for n in targets] or ["x"])
        body = f"export function f{file}(x: number): number {{ return {calls}; }}"
        yield f"src/m{file}.ts", "\n".join([*lines, body, ""])


def write_go(size: int, imports: Imports) -> Files:
    yield "go.mod", "module example.com/big\n\ngo 1.22\n"
    for file in range(size):
        targets = imports(file, size)
        lines = [f'import "example.com/big/m{n}"' for n in targets]
        calls = " + ".join([f"m{n}.F{n}(x)" for n in targets] or ["x"])
        body = f"func F{file}(x int) int {{ return {calls} }}"
        yield f"m{file}/m.go", "\n".join([f"package m{file}", *lines, body, ""])


def write_java(size: int, imports: Imports) -> Files:
    for file in range(size):
        targets = imports(file, size)
        lines = [f"import big.p{n}.M{n};" for n in targets]
        calls = " + ".join([f"new M{n}().f{n}(x)" for n in targets] or ["x"])
        body = f"public class M{file} {{ public int f{file}(int x) {{ return {calls}; }} }}"
        text = "\n".join([f"package big.p{file};", *lines, body, ""])
        yield f"src/main/java/big/p{file}/M{file}.java", text


def write_rust(size: int, imports: Imports) -> Files:
    yield "Cargo.toml", '[package]\nname = "big"\nversion = "0.1.0"\nedition = "2021"\n'
    yield "src/lib.rs", "".join(f"pub mod m{file};\n" for file in range(size))
    for file in range(size):
        targets = imports(file, size)
        lines = [f"use crate::m{n}::f{n};" for n in targets]
        calls = " + ".join([f"f{n}(x)" for n in targets] or ["x"])
        body = f"pub fn f{file}(x: i64) -> i64 {{ {calls} }}"
        yield f"src/m{file}.rs", "\n".join([*lines, body, ""])


def write_c(size: int, imports: Imports) -> Files:
    return _write_headers(size, imports, "c", "int f{file}(int x) {{ return {calls}; }}", "f{n}(x)")


def write_cpp(size: int, imports: Imports) -> Files:
    body = "struct M{file} {{ int f{file}(int x) {{ return {calls}; }} }};"
    return _write_headers(size, imports, "cpp", body, "M{n}().f{n}(x)")


def _write_headers(size: int, imports: Imports, ending: str, body: str, call: str) -> Files:
    """One header a file: in C and C++ they bring along whatever they include."""
    yield f"src/main.{ending}", '#include "m0.h"\n'
    for file in range(size):
        targets = imports(file, size)
        lines = ["#pragma once", *(f'#include "m{n}.h"' for n in targets)]
        calls = " + ".join([call.format(n=n) for n in targets] or ["x"])
        text = "\n".join([*lines, body.format(file=file, calls=calls), ""])
        yield (
            f"src/m{file}.{'hpp' if ending == 'cpp' else 'h'}",
            (text.replace('.h"', '.hpp"') if ending == "cpp" else text),
        )


WRITERS: Final = {
    "python": write_python,
    "typescript": write_typescript,
    "go": write_go,
    "java": write_java,
    "rust": write_rust,
    "c": write_c,
    "cpp": write_cpp,
}
IMPORTS: Final[dict[str, Imports]] = {
    "chain": chain,
    "ring": ring,
    "hub": hub,
    "collector": collector,
    "grid": grid,
    "layers": layers,
    "scattered": scattered,
}
