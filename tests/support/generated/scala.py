"""Scala at random, with few names and few packages."""

from __future__ import annotations

from random import Random

TYPES = ("A", "B", "C")
FUNCTIONS = ("go", "run", "make")
VALUES = ("item", "other", "run")
PACKAGES = ("app", "core", "lib.web")
PATHS = (
    "src/main/scala/app/A.scala",
    "src/main/scala/app/B.scala",
    "src/main/scala/core/A.scala",
    "src/main/scala/core/C.scala",
    "src/test/scala/app/ASpec.scala",
    "lib/src/main/scala/lib/web/B.scala",
    "lib/src/main/scala/core/A.scala",
)
SETTINGS = {"build.sbt": ("lazy val lib = project\n", "\n")}
_ROOT = "/scala/"


class ScalaWriter:
    """Writes chunks of Scala: imports and types with their members."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def write_file(self, path: str) -> str:
        """Write a file as chunks with two empty lines between them."""
        folder = path.rpartition(_ROOT)[2].rpartition("/")[0].replace("/", ".")
        clause = f"package {folder}"
        if "." in folder and self._random.random() < 0.5:
            clause = "\n".join(f"package {part}" for part in folder.split("."))
        chunks = [clause]
        chunks += [self._write_import() for _ in range(self._random.randrange(1, 4))]
        chunks += [self.write_chunk(path) for _ in range(self._random.randrange(2, 6))]
        return "\n\n\n".join(chunks) + "\n"

    def write_chunk(self, path: str) -> str:
        """Write something that a file of this path may hold."""
        del path
        return self._random.choice([*[self._write_type] * 6, self._write_import])()

    # Chunks -----------------------------------------------------------------------------------

    def _write_import(self) -> str:
        pick = self._random.choice
        package, own = pick(PACKAGES), pick(TYPES)
        forms = [f"import {package}.{own}"] * 3 + [f"import {package}._"] * 2
        forms += [f"import {package}.{own}._", f"import {package}.{{{own}, {pick(TYPES)} => A}}"]
        return pick([*forms, f"import {package}.{own}.{pick(FUNCTIONS)}"])

    def _write_type(self) -> str:
        pick = self._random.choice
        kind = pick(["class", "class", "object", "object", "trait", "case class"])
        params = f"(val item: {self._write_type_name()})" if kind.endswith("class") else ""
        above = pick(["", "", f" extends {self._write_name()}", f" extends {pick(TYPES)} with A"])
        members = [pick([self._write_function, self._write_value])() for _ in range(3)]
        if kind == "object" and self._random.random() < 0.3:
            inner = self._write_function()
            members.append(f"implicit class C(val item: {pick(TYPES)}) {{ {inner} }}")
        body = "\n".join(f"  {line}" for member in members for line in member.split("\n"))
        return f"{kind} {pick(TYPES)}{params}{above} {{\n{body}\n}}"

    def _write_function(self) -> str:
        pick = self._random.choice
        params = pick(["", f"({self._write_params()})", f"({self._write_params()})", "()(c: A)"])
        result = pick(["", f": {self._write_type_name()}"])
        return f"def {pick(FUNCTIONS)}{params}{result} = {self._write_body()}"

    def _write_value(self) -> str:
        pick = self._random.choice
        written = pick(["", f": {self._write_type_name()}"])
        return f"val {pick(VALUES)}{written} = {self._expression()}"

    # Parts ------------------------------------------------------------------------------------

    def _write_params(self) -> str:
        names = ("b", "c")[: self._random.choice([0, 1, 1, 2])]
        return ", ".join(f"{name}: {self._write_type_name()}" for name in names)

    def _write_name(self) -> str:
        pick = self._random.choice
        own = pick(TYPES)
        return pick([own, own, own, f"{pick(PACKAGES)}.{own}"])

    def _write_type_name(self) -> str:
        own = self._write_name()
        forms = [own, own, f"List[{own}]", f"Map[String, {own}]", f"Option[{own}]", "Int", "String"]
        return self._random.choice(forms)

    def _write_body(self) -> str:
        lines = [self._write_statement() for _ in range(self._random.randrange(1, 4))]
        return "{\n" + "\n".join(f"  {line}" for line in lines) + "\n}"

    def _write_statement(self) -> str:
        pick = self._random.choice
        value = self._expression()
        forms = [f"val y = {value}; y.{pick(FUNCTIONS)}()", value, f"import {pick(TYPES)}._"]
        forms += [f"for (y <- {value}) {{ y.{pick(FUNCTIONS)}() }}"]
        forms += [f"{value} match {{ case y: {pick(TYPES)} => y.{pick(FUNCTIONS)}; case _ => b }}"]
        return pick([*forms, f"{value}.map(_.{pick(FUNCTIONS)}(b))"])

    def _expression(self, depth: int = 2) -> str:
        pick = self._random.choice
        if depth == 0:
            return pick([*VALUES, "this", "b", "1", '"x"', f"{self._write_name()}.item"])
        inner = self._expression(depth - 1)
        args = pick(["", inner, f"{inner}, b"])
        forms = [f"{pick(FUNCTIONS)}({args})"] * 3 + [f"new {self._write_name()}({args})"] * 2
        forms += [f"{inner}.{pick(FUNCTIONS)}({args})"] * 3 + [f"{inner}.{pick(VALUES)}"]
        forms += [f"{pick(TYPES)}({args})", f"super.{pick(FUNCTIONS)}({args})", f"go({inner})(b)"]
        forms += [f"new {pick(TYPES)} {{ def go() = {inner} }}", f"({inner} run b)"]
        return pick([*forms, f"{inner}.map(y => y.{pick(FUNCTIONS)}())"])
