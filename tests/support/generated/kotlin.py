"""Kotlin at random, with few names and few packages."""

from __future__ import annotations

from random import Random

TYPES = ("A", "B", "C")
FUNCTIONS = ("go", "run", "make")
VALUES = ("item", "other", "run")
PACKAGES = ("app", "core", "lib.web")
PATHS = (
    "src/main/kotlin/app/A.kt",
    "src/main/kotlin/app/tools.kt",
    "src/main/kotlin/core/A.kt",
    "src/main/kotlin/core/C.kt",
    "src/test/kotlin/app/ATest.kt",
    "lib/src/main/kotlin/lib/web/B.kt",
    "lib/src/main/kotlin/core/A.kt",
)
SETTINGS = {"settings.gradle.kts": ('include("lib")\n', "\n")}
_ROOT = "/kotlin/"


class KotlinWriter:
    """Writes chunks of Kotlin: imports, types, functions, values."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def write_file(self, path: str) -> str:
        """Write a file as chunks with two empty lines between them."""
        folder = path.rpartition(_ROOT)[2].rpartition("/")[0].replace("/", ".")
        chunks = [f"package {folder}"]
        chunks += [self._write_import() for _ in range(self._random.randrange(1, 4))]
        chunks += [self.write_chunk(path) for _ in range(self._random.randrange(2, 7))]
        return "\n\n\n".join(chunks) + "\n"

    def write_chunk(self, path: str) -> str:
        """Write something that a file of this path may hold."""
        del path
        kinds = [self._write_type] * 4 + [self._write_function] * 4 + [self._write_value] * 2
        return self._random.choice([*kinds, self._write_import])()

    # Chunks -----------------------------------------------------------------------------------

    def _write_import(self) -> str:
        pick = self._random.choice
        package, own = pick(PACKAGES), pick([*TYPES, *FUNCTIONS])
        alias = pick(["", "", f" as {pick([*TYPES, *FUNCTIONS])}"])
        forms = [f"import {package}.{own}{alias}"] * 3 + [f"import {package}.*"] * 2
        return pick([*forms, f"import {package}.{pick(TYPES)}.{pick(FUNCTIONS)}"])

    def _write_type(self) -> str:
        pick = self._random.choice
        kind = pick(["class", "open class", "interface", "object", "enum class"])
        above = pick(["", "", f" : {self._write_name()}()", f" : {self._write_name()}"])
        params = pick(["", f"(val item: {self._write_type_name()})"]) if kind == "class" else ""
        members = [pick([self._write_function, self._write_value])() for _ in range(3)]
        if kind == "enum class":
            members.insert(0, "X, Y;")
            above = ""
        if kind == "class" and self._random.random() < 0.3:
            members.append(f"companion object {{ {self._write_function()} }}")
        body = "\n".join(f"    {line}" for member in members for line in member.split("\n"))
        return f"{kind} {pick(TYPES)}{params}{above} {{\n{body}\n}}"

    def _write_function(self) -> str:
        pick = self._random.choice
        receiver = pick(["", "", f"{pick([*TYPES, 'String'])}."])
        result = pick(["", f": {self._write_type_name()}"])
        head = f"fun {receiver}{pick(FUNCTIONS)}({self._write_params()}){result}"
        return f"{head} {pick([f'= {self._expression()}', self._write_body()])}"

    def _write_value(self) -> str:
        pick = self._random.choice
        written = pick(["", f": {self._write_type_name()}"])
        return f"val {pick(VALUES)}{written} = {self._expression()}"

    # Parts ------------------------------------------------------------------------------------

    def _write_params(self) -> str:
        names = ("b", "c")[: self._random.choice([0, 1, 1, 2])]
        default = self._random.choice(["", " = 1"])
        return ", ".join(f"{name}: {self._write_type_name()}{default}" for name in names)

    def _write_name(self) -> str:
        pick = self._random.choice
        own = pick(TYPES)
        return pick([own, own, own, f"{pick(PACKAGES)}.{own}"])

    def _write_type_name(self) -> str:
        own = self._write_name()
        forms = [own, own, f"{own}?", f"List<{own}>", f"Map<String, {own}>", "Int", "String"]
        return self._random.choice(forms)

    def _write_body(self) -> str:
        lines = [self._write_statement() for _ in range(self._random.randrange(1, 4))]
        return "{\n" + "\n".join(f"    {line}" for line in lines) + "\n}"

    def _write_statement(self) -> str:
        pick = self._random.choice
        value = self._expression()
        forms = [f"val y = {value}; y.{pick(FUNCTIONS)}()", f"return {value}", value]
        forms += [f"for (y in {value}) {{ y.{pick(FUNCTIONS)}() }}"]
        forms += [f"{value}.let {{ it.{pick(FUNCTIONS)}() }}"]
        return pick([*forms, f"{value}.forEach {{ y -> y.{pick(FUNCTIONS)}(b) }}"])

    def _expression(self, depth: int = 2) -> str:
        pick = self._random.choice
        if depth == 0:
            return pick([*VALUES, "this", "b", "1", '"x"', f"{self._write_name()}.item"])
        inner = self._expression(depth - 1)
        args = pick(["", inner, f"{inner}, b"])
        forms = [f"{pick(FUNCTIONS)}({args})"] * 3 + [f"{self._write_name()}({args})"] * 2
        forms += [f"{inner}.{pick(FUNCTIONS)}({args})"] * 3 + [f"{inner}?.{pick(VALUES)}"]
        forms += [f"({inner} as {pick(TYPES)})", f"{inner}[0]", f"super.{pick(FUNCTIONS)}({args})"]
        forms += [f"object : {pick(TYPES)} {{ fun go() = {inner} }}", f"{inner}.also {{ it }}"]
        return pick([*forms, f"{pick(TYPES)}::{pick(FUNCTIONS)}", f"({inner} ?: b)"])
