"""Generated projects with very many of one thing: classes, overloads, routes, tests, tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bench.speed.generated_projects.import_shapes import Files

_IN_FILE: Final = 10
_CALLS: Final = 50


def ladder_of_classes(size: int) -> Files:
    """Two classes a file, each with both of the file before as bases."""
    yield "pkg/__init__.py", ""
    for n in range(size):
        bases = f"(A{n - 1}, B{n - 1})" if n else ""
        imported = f"from pkg.m{n - 1} import A{n - 1}, B{n - 1}\n\n\n" if n else ""
        a = f"class A{n}{bases}:\n    def a{n}(self):\n        return self.a{max(0, n - 1)}()\n"
        b = f"class B{n}{bases}:\n    def b{n}(self):\n        return self.b{max(0, n - 1)}()\n"
        yield f"pkg/m{n}.py", f"{imported}{a}\n\n{b}"


def chain_of_classes(size: int) -> Files:
    """A class a file, whose base is in the file before."""
    yield "pkg/__init__.py", ""
    for n in range(size):
        yield f"pkg/m{n}.py", _write_class(n, n - 1 if n else None)


def short_chains_of_classes(size: int) -> Files:
    """The same, but a new chain begins with every tenth class."""
    yield "pkg/__init__.py", ""
    for n in range(size):
        yield f"pkg/m{n}.py", _write_class(n, n - 1 if n % 10 else None)


def _write_class(n: int, base: int | None) -> str:
    imported = f"from pkg.m{base} import A{base}\n\n\n" if base is not None else ""
    named = f"(A{base})" if base is not None else ""
    call = "super().run()" if base is not None else "0"
    return f"{imported}class A{n}{named}:\n    def run(self):\n        return {call}\n"


def overrides(size: int) -> Files:
    """Many overrides of one method, and callers of the base."""
    yield "pkg/__init__.py", ""
    yield "pkg/base.py", "class Base:\n    def save(self):\n        return 0\n"
    for n in range(size):
        text = "from pkg.base import Base\n\n\n"
        text += f"class Sub{n}(Base):\n    def save(self):\n        return {n}\n"
        text += f"\n\ndef store{n}(item: Base):\n    return item.save()\n"
        yield f"pkg/m{n}.py", text


def java_overrides(size: int) -> Files:
    yield "src/big/Base.java", "package big;\npublic interface Base { int save(); }\n"
    for n in range(size):
        text = f"package big;\npublic class Sub{n} implements Base {{\n"
        text += f"  public int save() {{ return {n}; }}\n"
        text += "  int store(Base item) { return item.save(); }\n}\n"
        yield f"src/big/Sub{n}.java", text


def unknown_receivers(size: int) -> Files:
    """Many calls of one method name that many classes have, on values of unknown type."""
    yield "pkg/__init__.py", ""
    for n in range(size):
        text = f"class Item{n}:\n    def process(self):\n        return {n}\n"
        text += f"\n\ndef use{n}(thing, other):\n    thing.process()\n    return other.process()\n"
        yield f"pkg/m{n}.py", text


def star_reexports(size: int) -> Files:
    """Each module re-exports the one before it."""
    yield "pkg/__init__.py", ""
    for n in range(size):
        text = f"from .m{n - 1} import *\n" if n else ""
        yield f"pkg/m{n}.py", f"{text}\n\ndef f{n}():\n    return f{max(0, n - 1)}()\n"


def typescript_reexports(size: int) -> Files:
    yield "package.json", '{"name": "big", "version": "1.0.0"}\n'
    for n in range(size):
        near = n - 1 if n % _IN_FILE else max(0, n - _IN_FILE)
        text = (
            f'export * from "./m{n - 1}";\nimport {{ f{near} }} from "./m{n - 1}";\n' if n else ""
        )
        call = f"f{near}()" if n else "1"
        yield f"src/m{n}.ts", f"{text}export function f{n}(): number {{ return {call}; }}\n"


def flat_folder(size: int) -> Files:
    """Files with nothing between them."""
    for n in range(size):
        yield f"m{n}.py", f"def f{n}(x):\n    return x + {n}\n"


def deep_folders(size: int) -> Files:
    """Folders within folders, forty deep, with a file in each."""
    for n in range(size):
        folder = "/".join([f"tree{n // 40}", *(f"d{level}" for level in range(1, n % 40 + 1))])
        yield f"{folder}/m{n}.py", f"def f{n}(x):\n    return x + {n}\n"


def functions_in_file(size: int) -> Files:
    """Functions in one file: 200,000 at a size of 16,000."""
    count = size * 25 // 2
    body = "".join(f"def f{n}():\n  return f{max(0, n - 1)}()\n" for n in range(count))
    yield "big.py", body


def _pick(count: int) -> range:
    """Choose fifty of so many."""
    return range(0, count, max(1, count // _CALLS))


def java_overloads(size: int) -> Files:
    """Overloads in one class, some of them called: 10,000 at a size of 16,000."""
    count = size * 5 // 8
    types = "".join(f"class T{n} {{}}\n" for n in range(count))
    methods = "".join(f"  int run(T{n} t) {{ return {n}; }}\n" for n in range(count))
    calls = "".join(f"    run(new T{n}());\n" for n in _pick(count))
    yield "src/Types.java", types
    yield "src/Big.java", f"class Big {{\n{methods}  void all() {{\n{calls}  }}\n}}\n"


def csharp_overloads(size: int) -> Files:
    count = size * 5 // 8
    types = "".join(f"class T{n} {{}}\n" for n in range(count))
    methods = "".join(f"  int Run(T{n} t) {{ return {n}; }}\n" for n in range(count))
    calls = "".join(f"    Run(new T{n}());\n" for n in _pick(count))
    yield "Types.cs", types
    yield "Big.cs", f"class Big {{\n{methods}  void All() {{\n{calls}  }}\n}}\n"


def cpp_overloads(size: int) -> Files:
    count = size * 5 // 8
    types = "".join(f"struct T{n} {{}};\n" for n in range(count))
    methods = "".join(f"  int run(T{n} t) {{ return {n}; }}\n" for n in range(count))
    calls = "".join(f"    run(T{n}());\n" for n in _pick(count))
    yield "types.hpp", f"#pragma once\n{types}"
    yield (
        "big.cpp",
        f'#include "types.hpp"\nstruct Big {{\n{methods}  void all() {{\n{calls}  }}\n}};\n',
    )


def typescript_overloads(size: int) -> Files:
    count = size * 5 // 8
    types = "".join(f"export class T{n} {{ a{n} = 1; }}\n" for n in range(count))
    named = ", ".join(f"T{n}" for n in range(count))
    methods = "".join(f"  run(t: T{n}): number;\n" for n in range(count))
    calls = "".join(f"    this.run(new T{n}());\n" for n in _pick(count))
    yield "src/types.ts", types
    text = f'import {{ {named} }} from "./types";\nclass Big {{\n{methods}'
    text += f"  run(t: any): number {{ return 1; }}\n  all() {{\n{calls}  }}\n}}\n"
    yield "src/big.ts", text


def cpp_specialisations(size: int) -> Files:
    """Specialisations of one template: 5,000 at a size of 16,000."""
    count = size * 5 // 16
    lines = ["template <typename T> struct Trait { static int get() { return 0; } };"]
    for n in range(count):
        lines.append(f"struct T{n} {{}};")
        lines.append(f"template <> struct Trait<T{n}> {{ static int get() {{ return {n}; }} }};")
    calls = "".join(f"  Trait<T{n}>::get();\n" for n in _pick(count))
    yield "traits.hpp", "\n".join(["#pragma once", *lines, ""])
    yield "main.cpp", f'#include "traits.hpp"\nvoid all() {{\n{calls}}}\n'


def tests_with_fixtures(size: int) -> Files:
    """Small tests that take fixtures from a conftest."""
    fixtures = "".join(
        f"@pytest.fixture\ndef thing{n}():\n    return {n}\n\n\n" for n in range(size // 20 + 1)
    )
    yield "tests/conftest.py", f"import pytest\n\n\n{fixtures}"
    yield "app.py", "def double(x):\n    return 2 * x\n"
    for n in range(size):
        name = f"thing{n % (size // 20 + 1)}"
        text = "from app import double\n\n\n"
        text += f"def test_double{n}({name}):\n    assert double({name}) == 2 * {name}\n"
        yield f"tests/test_m{n}.py", text


def routes(size: int) -> Files:
    """Routes of a web application, and tests that call each."""
    yield "app/__init__.py", ""
    yield "app/core.py", "from flask import Flask\n\napp = Flask(__name__)\n"
    for n in range(size):
        text = "from app.core import app\n\n\n"
        text += (
            f'@app.route("/items{n}/<int:number>")\ndef show{n}(number):\n    return str(number)\n'
        )
        yield f"app/views{n}.py", text
        if n % _IN_FILE == 0:
            text = f'def test_show(client):\n    assert client.get("/items{n}/1")\n'
            yield f"tests/test_views{n}.py", text


def sql_tables(size: int) -> Files:
    """Tables with a view and a query of each."""
    for n in range(size):
        text = f"CREATE TABLE items{n} (id INTEGER PRIMARY KEY, name TEXT);\n"
        text += f"CREATE VIEW names{n} AS SELECT name FROM items{n};\n"  # noqa: S608
        yield f"sql/t{n}.sql", text
        if n % _IN_FILE == 0:
            text = f'def read(db):\n    return db.execute("SELECT name FROM items{n}")\n'  # noqa: S608
            yield f"app/read{n}.py", text


def go_methods(size: int) -> Files:
    """Types that satisfy one interface, in one package."""
    yield "go.mod", "module example.com/big\n\ngo 1.22\n"
    yield "base.go", "package big\n\ntype Base interface { Save() int }\n"
    for n in range(size):
        text = f"package big\n\ntype S{n} struct{{}}\n\nfunc (s S{n}) Save() int {{ return {n} }}\n"
        text += f"\nfunc use{n}(b Base) int {{ return b.Save() }}\n"
        yield f"s{n}.go", text


def rust_traits(size: int) -> Files:
    """Types that implement one trait."""
    yield "Cargo.toml", '[package]\nname = "big"\nversion = "0.1.0"\nedition = "2021"\n'
    modules = "".join(f"pub mod m{n};\n" for n in range(size))
    yield "src/lib.rs", f"{modules}pub trait Save {{ fn save(&self) -> i64; }}\n"
    for n in range(size):
        text = f"use crate::Save;\npub struct S{n};\n"
        text += f"impl Save for S{n} {{ fn save(&self) -> i64 {{ {n} }} }}\n"
        text += f"pub fn use{n}(item: &dyn Save) -> i64 {{ item.save() }}\n"
        yield f"src/m{n}.rs", text


SHAPES: Final[dict[str, Callable[[int], Files]]] = {
    "ladder-of-classes": ladder_of_classes,
    "chain-of-classes": chain_of_classes,
    "short-chains-of-classes": short_chains_of_classes,
    "overrides": overrides,
    "java-overrides": java_overrides,
    "unknown-receivers": unknown_receivers,
    "star-reexports": star_reexports,
    "typescript-reexports": typescript_reexports,
    "flat-folder": flat_folder,
    "deep-folders": deep_folders,
    "functions-in-file": functions_in_file,
    "java-overloads": java_overloads,
    "csharp-overloads": csharp_overloads,
    "cpp-overloads": cpp_overloads,
    "typescript-overloads": typescript_overloads,
    "cpp-specialisations": cpp_specialisations,
    "tests-with-fixtures": tests_with_fixtures,
    "routes": routes,
    "sql-tables": sql_tables,
    "go-methods": go_methods,
    "rust-traits": rust_traits,
}
