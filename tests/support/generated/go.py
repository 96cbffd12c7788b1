"""Go at random, with few names and few packages."""

from __future__ import annotations

from random import Random

FUNCTIONS = ("F", "G", "h")
TYPES = ("A", "B", "C")
VALUES = ("X", "Table", "Handler")
METHODS = ("Go", "Run", "Make")
FIELDS = ("Item", "Other", "Run")
NAMES = (*FUNCTIONS, *TYPES, *VALUES)
PACKAGES = ("core", "web", "lib")
SPECS = {
    "core": ("example.com/app/core", "example.com/app/core", "example.com/other/core"),
    "web": ("example.com/app/web", "example.com/lib/web"),
    "lib": ("example.com/lib", "example.com/lib", "example.com/app/lib"),
}
CONDITIONS = ("//go:build linux\n\n", "//go:build !linux\n\n", "// +build ignore\n\n")
PATHS = (
    "main.go",
    "app.go",
    "app_test.go",
    "outside_test.go",
    "core/core.go",
    "core/models.go",
    "core/models_windows.go",
    "core/core_test.go",
    "web/web.go",
    "web/views.go",
    "lib/lib.go",
    "lib/web/web.go",
    "lib/more.go",
)
SETTINGS = {
    "go.mod": (
        "module example.com/app\n\ngo 1.21\n\nrequire example.com/lib v1.0.0\n",
        "module example.com/app\n\nreplace example.com/lib => ./lib\n",
        "module example.com/other\n",
        "module (\n",
    ),
    "lib/go.mod": ("module example.com/lib\n", "module example.com/app/lib // nested\n"),
    "go.work": ("go 1.21\n\nuse (\n\t.\n\t./lib\n)\n", "use ./lib\n"),
}
_CLAUSES = {
    "main.go": "app",
    "app.go": "app",
    "app_test.go": "app",
    "outside_test.go": "app_test",
    "lib/web/web.go": "pages",
}


class GoWriter:
    """Writes chunks of Go: imports, types, methods, functions, values."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def write_file(self, path: str) -> str:
        """Write a file as chunks with two empty lines between them."""
        clause = _CLAUSES.get(path, path.split("/", maxsplit=1)[0])
        condition = self._random.choice(["", "", "", *CONDITIONS])
        chunks = [f"{condition}package {clause}"]
        chunks += [self._write_import() for _ in range(self._random.randrange(1, 4))]
        chunks += [self.write_chunk(path) for _ in range(self._random.randrange(3, 11))]
        return "\n\n\n".join(chunks) + "\n"

    def write_chunk(self, path: str) -> str:
        """Write something that a file of this path may hold."""
        kinds = [self._write_import, self._write_clause] + [self._write_function] * 4
        kinds += [self._write_type] * 5 + [self._write_method] * 6 + [self._write_value] * 3
        if path.endswith("_test.go"):
            kinds += [self._write_test] * 4
        return self._random.choice(kinds)()

    # Chunks -----------------------------------------------------------------------------------

    def _write_clause(self) -> str:
        condition = self._random.choice(["", *CONDITIONS])
        name = self._random.choice([*PACKAGES, "app", "app_test", "core_test"])
        return f"{condition}package {name}"

    def _write_import(self) -> str:
        name = self._random.choice(PACKAGES)
        alias = self._random.choice(["", "", "", ". ", "_ ", f"{self._random.choice(PACKAGES)} "])
        return f'import {alias}"{self._random.choice(SPECS[name])}"'

    def _write_function(self) -> str:
        name = self._random.choice(FUNCTIONS)
        return f"func {name}({self._write_params()}) {self._write_result()} {self._write_body()}"

    def _write_method(self) -> str:
        pick = self._random.choice
        head = f"func (a {pick(['', '*'])}{pick(TYPES)}) {pick(METHODS)}"
        return f"{head}({self._write_params()}) {self._write_result()} {self._write_body()}"

    def _write_type(self) -> str:
        pick = self._random.choice
        name = pick(TYPES)
        field = f"\t{pick(FIELDS)} {self._write_type_name()}\n"
        embedded = pick(["", f"\t{pick(TYPES)}\n"])
        struct = f"type {name} struct {{\n{embedded}{field}}}"
        method = f"\t{pick(METHODS)}({self._write_params()}) {self._write_result()}\n"
        part = pick(["", f"\t{pick(TYPES)}\n", f"\t{pick(METHODS)}()\n"])
        forms = [struct] * 4 + [f"type {name} interface {{\n{part}{method}}}"] * 4
        forms += [f"type {name} {self._write_type_name()}", f"type {name} = {pick(TYPES)}"]
        forms += [f"type {name}[T {pick(TYPES)}] struct {{\n\tItem T\n}}"]
        return pick(forms)

    def _write_value(self) -> str:
        pick = self._random.choice
        return pick(
            [
                f"var {pick(VALUES)} = {self._expression()}",
                f"var {pick(VALUES)} {self._write_type_name()}",
                f"var {pick(VALUES)}, {pick(NAMES)} = {pick(FUNCTIONS)}()",
                f"var _ {pick(TYPES)} = {self._expression()}",
                f"const {pick(VALUES)} = 1",
            ]
        )

    def _write_test(self) -> str:
        return f"func Test{self._random.choice(NAMES)}(t *testing.T) {self._write_body()}"

    # Parts ------------------------------------------------------------------------------------

    def _write_params(self) -> str:
        names = ("b", "c")[: self._random.choice([0, 1, 1, 2])]
        return ", ".join(f"{name} {self._write_type_name()}" for name in names)

    def _write_result(self) -> str:
        own = self._write_type_name()
        return self._random.choice(["", own, own, f"({own}, error)"])

    def _write_type_name(self) -> str:
        pick = self._random.choice
        own = pick(TYPES)
        forms = [own, own, f"*{own}", f"[]{own}", f"map[string]*{own}", f"chan {own}"]
        forms += [f"{pick(PACKAGES)}.{own}"] * 3
        forms += [f"func({pick(TYPES)}) {own}", f"{own}[{pick(TYPES)}]"]
        return pick(forms)

    def _write_body(self) -> str:
        lines = [self._write_statement() for _ in range(self._random.randrange(1, 4))]
        inner = "\n".join(f"\t{line}" for part in lines for line in part.split("\n"))
        return f"{{\n{inner}\n}}"

    def _write_statement(self) -> str:
        pick = self._random.choice
        value = self._expression()
        forms = [f"y := {value}\n_ = y.{pick(METHODS)}()", f"return {value}", f"_ = {value}"]
        forms += [f"for _, y := range {value} {{\n\ty.{pick(METHODS)}()\n}}"]
        forms += [f"y, ok := {value}.({pick(TYPES)})\ny.{pick(METHODS)}()"]
        forms += [f"if a := a.{pick(FIELDS)}; a != nil {{\n\ta.{pick(METHODS)}()\n}}"]
        forms += [f"switch y := b.(type) {{\ncase *{pick(TYPES)}:\n\ty.{pick(METHODS)}()\n}}"]
        forms += [f"go func(a {pick(TYPES)}) {{ a.{pick(METHODS)}() }}({value})"]
        forms += [f"y, err := {pick(FUNCTIONS)}({value})\ny.{pick(METHODS)}(err)"]
        return pick(forms)

    def _expression(self, depth: int = 2) -> str:
        pick = self._random.choice
        if depth == 0:
            return pick([*NAMES, "a", "b", "1", f"{pick(PACKAGES)}.{pick(NAMES)}"])
        inner = self._expression(depth - 1)
        forms = [f"{pick(FUNCTIONS)}({inner})"] * 2 + [f"&{pick(TYPES)}{{Item: {inner}}}"] * 2
        forms += [f"{pick(PACKAGES)}.{pick(NAMES)}({inner})"] * 3 + [inner]
        forms += [f"{inner}.{pick(METHODS)}()", f"{inner}.{pick(FIELDS)}", f"{inner}[0]"] * 2
        forms += [f"a.{pick(METHODS)}({inner})", f"a.{pick(FIELDS)}.{pick(METHODS)}()", "a"]
        forms += [f"{pick(TYPES)}({inner})", f"new({pick(TYPES)})", f"[]{pick(TYPES)}{{{inner}}}"]
        forms += [f"{pick(TYPES)}.{pick(METHODS)}", f"<-{inner}", f"{pick(FUNCTIONS)}[A]({inner})"]
        forms += [f"func(b {pick(TYPES)}) {{ b.{pick(METHODS)}() }}"]
        return pick(forms)
