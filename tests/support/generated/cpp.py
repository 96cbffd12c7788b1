"""C++ at random, with few names and files that include each other."""

from __future__ import annotations

from random import Random

FUNCTIONS = ("run", "stop", "make")
TYPES = ("Item", "Node", "Shape")
METHODS = ("act", "load", "run")
FIELDS = ("next_", "inner_", "act")
VALUES = ("count", "table")
SPACES = ("app", "lib", "app::deep")
NAMES = (*FUNCTIONS, *VALUES, *TYPES)
SPECS = (
    '"core.h"',
    '"lib/core.hpp"',
    "<core.h>",
    '"items.h"',
    "<memory>",
    '"main.cpp"',
    '"plain.h"',
)
PATHS = (
    "main.cpp",
    "core.h",
    "core.cpp",
    "plain.h",
    "plain.c",
    "lib/core.hpp",
    "lib/items.h",
    "lib/lib.cc",
    "include/items.h",
    "items_test.cc",
)
SETTINGS = {
    "compile_commands.json": (
        '[{"directory": "/w", "file": "main.cpp", "command": "c++ -Ilib -c main.cpp"}]\n',
        "[]\n",
    ),
}


class CppWriter:
    """Writes chunks of C++: namespaces, classes, methods outside them, functions, templates."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def write_file(self, path: str) -> str:
        """Write a file as chunks with two empty lines between them."""
        chunks = [self._write_include() for _ in range(self._random.randrange(1, 4))]
        chunks += [self.write_chunk(path) for _ in range(self._random.randrange(3, 10))]
        return "\n\n\n".join(chunks) + "\n"

    def write_chunk(self, path: str) -> str:
        """Write something that a file of this path may hold."""
        if path.startswith("plain"):
            return self._write_plain()
        kinds = [self._write_include, self._write_using] + [self._write_class] * 5
        kinds += [self._write_prototype] * 2 + [self._write_function] * 3
        kinds += [self._write_method] * 5 + [self._write_space] * 4 + [self._write_variable]
        if path.endswith("_test.cc"):
            kinds += [self._write_test] * 4
        return self._random.choice(kinds)()

    # Chunks -----------------------------------------------------------------------------------

    def _write_include(self) -> str:
        return f"#include {self._random.choice(SPECS)}"

    def _write_plain(self) -> str:
        pick = self._random.choice
        return pick(
            [
                f"struct {pick(TYPES)} {{ int {pick(FIELDS)}; }};",
                f"int {pick(FUNCTIONS)}(int a);",
                f"int {pick(FUNCTIONS)}(int a) {{ return {pick(FUNCTIONS)}(a); }}",
            ]
        )

    def _write_using(self) -> str:
        pick = self._random.choice
        return pick(
            [
                f"using namespace {pick(SPACES)};",
                f"using {pick(SPACES)}::{pick(NAMES)};",
                f"using {pick(TYPES)} = {self._write_name()};",
                f"namespace lib = {pick(SPACES)};",
                f"class {pick(TYPES)};",
            ]
        )

    def _write_space(self) -> str:
        pick = self._random.choice
        head = pick([f"namespace {pick(SPACES)}", "namespace", f"inline namespace {pick(SPACES)}"])
        if head.startswith("inline") and "::" in head:
            head = "namespace app"
        inner = pick([self._write_class, self._write_function, self._write_prototype])
        more = pick([self._write_method, self._write_function, self._write_using])
        return f"{head} {{\n{inner()}\n{more()}\n}}"

    def _write_class(self) -> str:
        pick = self._random.choice
        own = pick(TYPES)
        base = pick(["", "", f" : public {self._write_name()}"])
        members = "\n".join(self._write_member(own) for _ in range(self._random.randrange(1, 4)))
        head = pick(["", "", "template <typename T>\n"])
        return f"{head}class {own}{base} {{\n public:\n{members}\n}};"

    def _write_member(self, own: str) -> str:
        pick = self._random.choice
        name, params = pick(METHODS), self._write_params()
        return pick(
            [
                f"  {self._write_name()}* {pick(FIELDS)};",
                f"  std::unique_ptr<{self._write_name()}> {pick(FIELDS)};",
                f"  virtual int {name}({params});",
                f"  int {name}({params}) override;",
                f"  static {own} {name}({params});",
                f"  int {name}({params}) {self._write_body()}",
                f"  {own}({params});",
                f"  {own}({params}) : {pick(TYPES)}(1) {{}}",
            ]
        )

    def _write_method(self) -> str:
        pick = self._random.choice
        own = pick(TYPES)
        name = pick([*METHODS, own])
        result = "" if name == own else "int "
        head = f"{result}{pick(['', '', 'app::', 'lib::'])}{own}::{name}"
        return f"{head}({self._write_params()}) {self._write_body()}"

    def _write_prototype(self) -> str:
        return f"{self._write_name()} {self._random.choice(FUNCTIONS)}({self._write_params()});"

    def _write_function(self) -> str:
        pick = self._random.choice
        head = f"{pick(['', '', 'static ', 'inline '])}{self._write_name()} {pick(FUNCTIONS)}"
        return f"{head}({self._write_params()}) {self._write_body()}"

    def _write_variable(self) -> str:
        pick = self._random.choice
        return pick([f"{self._write_name()} {pick(VALUES)};", f"#define {pick(VALUES)} run"])

    def _write_test(self) -> str:
        pick = self._random.choice
        head = pick([f"TEST({pick(TYPES)}, Runs)", f"TEST_F({pick(TYPES)}, Loads)"])
        return f"{head} {self._write_body()}"

    # Parts ------------------------------------------------------------------------------------

    def _write_params(self) -> str:
        names = ("a", "b")[: self._random.choice([0, 1, 1, 2])]
        extra = self._random.choice(["", "", " = 0"])
        parts = [f"{self._random.choice(['int', *TYPES])} {name}" for name in names]
        return ", ".join(parts) + (extra if parts else "")

    def _write_name(self) -> str:
        own = self._random.choice(TYPES)
        return self._random.choice([own, own, own, f"{self._random.choice(SPACES)}::{own}"])

    def _write_body(self) -> str:
        lines = [self._write_statement() for _ in range(self._random.randrange(1, 4))]
        inner = "\n".join(f"  {line}" for line in lines)
        return f"{{\n{inner}\n}}"

    def _write_statement(self) -> str:
        pick = self._random.choice
        value = self._expression()
        return pick(
            [
                f"return {value};",
                f"auto y = {value}; y.{pick(METHODS)}();",
                f"{self._write_name()} y({value}); y.{pick(METHODS)}(1);",
                f"for (auto& y : {pick(FIELDS)}) y.{pick(METHODS)}();",
                f"auto f = [this](int x) {{ return {pick(METHODS)}(x); }}; f(1);",
                f"{pick(FIELDS)}->{pick(METHODS)}();",
                f"this->{pick(METHODS)}({value});",
            ]
        )

    def _expression(self, depth: int = 2) -> str:
        pick = self._random.choice
        if depth == 0:
            return pick(["a", "b", "1", pick(VALUES), f"{pick(TYPES)}()"])
        inner = self._expression(depth - 1)
        return pick(
            [
                f"{pick(FUNCTIONS)}({inner})",
                f"{pick(FUNCTIONS)}({inner}, 2)",
                f"{pick(SPACES)}::{pick(FUNCTIONS)}({inner})",
                f"{pick(METHODS)}({inner})",
                f"a.{pick(METHODS)}({inner})",
                f"{pick(TYPES)}::{pick(METHODS)}({inner})",
                f"new {self._write_name()}({inner})",
                f"std::make_unique<{self._write_name()}>({inner})",
                f"{pick(FIELDS)}->{pick(FIELDS)}->{pick(METHODS)}()",
                inner,
            ]
        )
