"""Swift at random, with few names and few modules."""

from __future__ import annotations

from random import Random

TYPES = ("A", "B", "C")
FUNCTIONS = ("go", "run", "make")
VALUES = ("item", "other", "run")
MODULES = ("App", "Core", "Web", "Foundation")
PATHS = (
    "Sources/App/A.swift",
    "Sources/App/main.swift",
    "Sources/Core/A.swift",
    "Sources/Core/C.swift",
    "Sources/Web/B.swift",
    "Tests/AppTests/ATests.swift",
)
SETTINGS = {"Package.swift": ("// swift-tools-version:5.5\n", "\n")}


class SwiftWriter:
    """Writes chunks of Swift: imports, types, extensions, functions, values."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def write_file(self, path: str) -> str:
        """Write a file as chunks with two empty lines between them."""
        chunks = [self._write_import() for _ in range(self._random.randrange(1, 3))]
        chunks += [self.write_chunk(path) for _ in range(self._random.randrange(2, 7))]
        return "\n\n\n".join(chunks) + "\n"

    def write_chunk(self, path: str) -> str:
        """Write something that a file of this path may hold."""
        del path
        kinds = [self._write_type] * 4 + [self._write_function] * 3 + [self._write_extension] * 3
        return self._random.choice([*kinds, self._write_value, self._write_import])()

    # Chunks -----------------------------------------------------------------------------------

    def _write_import(self) -> str:
        pick = self._random.choice
        module = pick(MODULES)
        own = f"import class {module}.{pick(TYPES)}"
        return pick([f"import {module}", f"import {module}", f"@testable import {module}", own])

    def _write_type(self) -> str:
        pick = self._random.choice
        kind = pick(["class", "final class", "struct", "protocol", "enum", "actor"])
        above = pick(["", "", f": {self._write_name()}", f": {self._write_name()}, {pick(TYPES)}"])
        name = pick([*TYPES, *TYPES, f"{pick(TYPES)}<T: {pick(TYPES)}>"])
        if kind == "protocol":
            members = [f"func {pick(FUNCTIONS)}() -> {self._write_type_name()}" for _ in range(2)]
            return self._wrap(f"{kind} {pick(TYPES)}{above}", members)
        members = [self._write_member() for _ in range(3)]
        if kind == "enum":
            members.insert(0, "case one, two(item: A)")
        return self._wrap(f"{kind} {name}{above}", members)

    def _write_extension(self) -> str:
        pick = self._random.choice
        above = pick(["", "", f": {pick(TYPES)}"])
        name = pick([*TYPES, "String", f"{pick(MODULES)}.{pick(TYPES)}", f"{pick(TYPES)}.B"])
        where = pick(["", "", f" where Self: {pick(TYPES)}"])
        return self._wrap(f"extension {name}{above}{where}", [self._write_function()])

    def _write_member(self) -> str:
        pick = self._random.choice
        inner = self._wrap(f"struct {pick(TYPES)}", [self._write_value()])
        made = f"init({self._write_params()}) {self._write_body()}"
        kinds = [self._write_function(), self._write_function(), self._write_value(), made]
        return pick([*kinds, f"static {pick(kinds[:3])}", inner])

    def _write_function(self) -> str:
        pick = self._random.choice
        result = pick(["", f" -> {self._write_type_name()}"])
        return f"func {pick(FUNCTIONS)}({self._write_params()}){result} {self._write_body()}"

    def _write_value(self) -> str:
        pick = self._random.choice
        name, written = pick(VALUES), self._write_type_name()
        if self._random.random() < 0.3:
            return f"var {name}: {written} {{ {self._expression()} }}"
        return f"let {name}{pick(['', f': {written}'])} = {self._expression()}"

    # Parts ------------------------------------------------------------------------------------

    def _wrap(self, head: str, members: list[str]) -> str:
        body = "\n".join(f"    {line}" for member in members for line in member.split("\n"))
        return f"{head} {{\n{body}\n}}"

    def _write_params(self) -> str:
        names = ("b", "_ c")[: self._random.choice([0, 1, 1, 2])]
        default = self._random.choice(["", " = 1"])
        return ", ".join(f"{name}: {self._write_type_name()}{default}" for name in names)

    def _write_name(self) -> str:
        pick = self._random.choice
        own = pick(TYPES)
        return pick([own, own, own, f"{pick(MODULES)}.{own}", f"{pick(TYPES)}.{own}"])

    def _write_type_name(self) -> str:
        own = self._write_name()
        forms = [own, own, f"{own}?", f"[{own}]", f"[String: {own}]", "Int", "some A", "Self"]
        return self._random.choice(forms)

    def _write_body(self) -> str:
        lines = [self._write_statement() for _ in range(self._random.randrange(1, 4))]
        return "{\n" + "\n".join(f"    {line}" for line in lines) + "\n}"

    def _write_statement(self) -> str:
        pick = self._random.choice
        value, call = self._expression(), f"y.{pick(FUNCTIONS)}()"
        forms = [f"let y = {value}\n    {call}", f"return {value}", value]
        forms += [f"for y in {value} {{ {call} }}", f"if let y = {value} {{ {call} }}"]
        forms += [f"guard let y = {value} else {{ return }}\n    {call}"]
        forms += [f"switch {value} {{\n    case .two(let y): {call}\n    default: break\n    }}"]
        return pick([*forms, f"{value}.forEach {{ y in {call} }}", f"{value}.map {{ $0.go() }}"])

    def _expression(self, depth: int = 2) -> str:
        pick = self._random.choice
        if depth == 0:
            return pick([*VALUES, "self", "b", "1", '"x"', ".one", f"{self._write_name()}.item"])
        inner = self._expression(depth - 1)
        args = pick(["", f"b: {inner}", inner])
        forms = [f"{pick(FUNCTIONS)}({args})"] * 3 + [f"{self._write_name()}({args})"] * 2
        forms += [f"{inner}.{pick(FUNCTIONS)}({args})"] * 3 + [f"{inner}?.{pick(VALUES)}"]
        forms += [f"({inner} as? {pick(TYPES)})", f"{inner}[0]", f"super.{pick(FUNCTIONS)}({args})"]
        forms += [f"try! {inner}", f"({inner} ?? b)", f".two(item: {inner})"]
        return pick([*forms, f"{pick(TYPES)}.{pick(FUNCTIONS)}({args})"])
