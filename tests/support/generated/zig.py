"""Zig at random, with few names and few files."""

from __future__ import annotations

from random import Random

TYPES = ("A", "B", "C")
FUNCTIONS = ("go", "run", "make")
VALUES = ("item", "other", "run")
PATHS = (
    "src/main.zig",
    "src/A.zig",
    "src/tools.zig",
    "src/core/A.zig",
    "src/core/tools.zig",
    "lib/src/lib.zig",
)
SETTINGS = {"build.zig": ('const std = @import("std");\n', "\n")}
_IMPORTS = ("A.zig", "tools.zig", "core/A.zig", "../tools.zig", "../main.zig", "std", "lib", "main")


class ZigWriter:
    """Writes chunks of Zig: imports, containers, functions, values, tests."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def write_file(self, path: str) -> str:
        """Write a file as chunks with two empty lines between them."""
        chunks = [self._write_import() for _ in range(self._random.randrange(1, 4))]
        chunks += [self.write_chunk(path) for _ in range(self._random.randrange(2, 7))]
        return "\n\n\n".join(chunks) + "\n"

    def write_chunk(self, path: str) -> str:
        """Write something that a file of this path may hold."""
        del path
        kinds = [self._write_type] * 4 + [self._write_function] * 4 + [self._write_value] * 2
        return self._random.choice([*kinds, self._write_import, self._write_field])()

    # Chunks -----------------------------------------------------------------------------------

    def _write_import(self) -> str:
        pick = self._random.choice
        name = pick(["tools", "core", *TYPES])
        path = f'@import("{pick(_IMPORTS)}")'
        if self._random.random() < 0.15:
            return f"pub usingnamespace {path};"
        member = pick(["", "", f".{pick(TYPES)}", f".{pick(FUNCTIONS)}"])
        return f"{pick(['', 'pub '])}const {name} = {path}{member};"

    def _write_type(self) -> str:
        pick = self._random.choice
        kind = pick(["struct", "struct", "enum", "union(enum)"])
        first = {"enum": "one,", "union(enum)": f"one: {self._write_type_name()},"}
        members = [first.get(kind, self._write_field())]
        members += [pick([self._write_method, self._write_value])() for _ in range(3)]
        if self._random.random() < 0.2:
            return self._wrap(
                f"pub fn {pick(TYPES)}(comptime T: type) type",
                [self._wrap(f"return {kind}", members) + ";"],
            )
        return self._wrap(f"{pick(['', 'pub '])}const {pick(TYPES)} = {kind}", members) + ";"

    def _write_field(self) -> str:
        return f"{self._random.choice(VALUES)}: {self._write_type_name()},"

    def _write_method(self) -> str:
        own = self._random.choice(["@This()", "Self", *TYPES, "*A", "*const B", "anytype"])
        return self._write_function(f"self: {own}")

    def _write_function(self, first: str = "") -> str:
        pick = self._random.choice
        params = ", ".join(part for part in (first, self._write_params()) if part)
        head = f"{pick(['', 'pub '])}fn {pick(FUNCTIONS)}({params}) {self._write_type_name()}"
        lines = [self._write_statement() for _ in range(self._random.randrange(1, 4))]
        return self._wrap(pick([head, head, head, 'test "it"']), lines)

    def _write_value(self) -> str:
        pick = self._random.choice
        written = pick(["", f": {self._write_type_name()}"])
        name = pick([*VALUES, "Self"])
        value = "@This()" if name == "Self" else self._expression()
        return f"{pick(['const', 'pub const', 'var'])} {name}{written} = {value};"

    # Parts ------------------------------------------------------------------------------------

    def _wrap(self, head: str, members: list[str]) -> str:
        body = "\n".join(f"    {line}" for member in members for line in member.split("\n"))
        return f"{head} {{\n{body}\n}}"

    def _write_params(self) -> str:
        names = ("b", "c")[: self._random.choice([0, 1, 1, 2])]
        return ", ".join(f"{name}: {self._write_type_name()}" for name in names)

    def _write_name(self) -> str:
        pick = self._random.choice
        own = pick(TYPES)
        return pick([own, own, own, f"tools.{own}", f"core.{own}", f"{pick(TYPES)}.{own}"])

    def _write_type_name(self) -> str:
        own = self._write_name()
        forms = [own, own, f"?{own}", f"!{own}", f"*{own}", f"[]const {own}", "void", "u32"]
        return self._random.choice([*forms, f"{own}(u8)"])

    def _write_statement(self) -> str:
        pick = self._random.choice
        value, call = self._expression(), f"y.{pick(FUNCTIONS)}();"
        forms = [f"const y = {value};\n{call}", f"return {value};", f"_ = {value};"]
        forms += [f"for ({value}) |y| {{ {call} }}", f"if ({value}) |y| {{ {call} }}"]
        forms += [f"switch ({value}) {{ .one => |y| {call[:-1]}, else => {{}} }}"]
        return pick([*forms, f"defer {value};", f"while ({value}) |y| {{ {call} }}"])

    def _expression(self, depth: int = 2) -> str:
        pick = self._random.choice
        if depth == 0:
            return pick([*VALUES, "self", "b", "1", '"x"', ".one", f"{self._write_name()}.item"])
        inner = self._expression(depth - 1)
        args = pick(["", inner, f"{inner}, b"])
        forms = [f"{pick(FUNCTIONS)}({args})"] * 2 + [f"tools.{pick(FUNCTIONS)}({args})"] * 2
        forms += [f"{self._write_name()}.{pick(FUNCTIONS)}({args})"] * 3
        forms += [f"{inner}.{pick(FUNCTIONS)}({args})"] * 3 + [f"{inner}.{pick(VALUES)}"]
        forms += [f"{self._write_name()}{{ .item = {inner} }}", f".{{ .item = {inner} }}"]
        forms += [f"{inner}.?", f"{inner}.*", f"{inner}[0]", f"try {inner}", f"(catch {inner})"]
        return pick([*forms, f"({inner} orelse b)", f"@as({pick(TYPES)}, {inner})", f"&{inner}"])
