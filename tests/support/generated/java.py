"""Java at random, with few names and few packages."""

from __future__ import annotations

from random import Random

TYPES = ("A", "B", "C")
METHODS = ("go", "run", "make")
FIELDS = ("item", "other", "run")
PACKAGES = ("app", "core", "lib.web")
PATHS = (
    "src/main/java/app/A.java",
    "src/main/java/app/B.java",
    "src/main/java/core/A.java",
    "src/main/java/core/C.java",
    "src/test/java/app/ATest.java",
    "src/test/java/core/A.java",
    "lib/src/main/java/lib/web/B.java",
    "lib/src/main/java/lib/web/C.java",
    "lib/src/main/java/core/A.java",
)
SETTINGS = {
    "pom.xml": ("<project><modules><module>lib</module></modules></project>\n", "<project/>\n"),
    "settings.gradle": ("include 'lib'\n", "\n"),
}
_ROOT = "/java/"


class JavaWriter:
    """Writes chunks of Java: imports, types with their members."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def write_file(self, path: str) -> str:
        """Write a file as chunks with two empty lines between them."""
        folder = path.rpartition(_ROOT)[2].rpartition("/")[0].replace("/", ".")
        chunks = [f"package {folder};"]
        chunks += [self._write_import() for _ in range(self._random.randrange(1, 4))]
        chunks += [self.write_chunk(path) for _ in range(self._random.randrange(2, 6))]
        return "\n\n\n".join(chunks) + "\n"

    def write_chunk(self, path: str) -> str:
        """Write something that a file of this path may hold."""
        own = path.rpartition("/")[2].partition(".")[0]
        kinds = [self._write_import, self._write_clause]
        if self._random.random() < 0.8:
            return self._write_type(self._random.choice([own, own, *TYPES]))
        return self._random.choice(kinds)()

    # Chunks -----------------------------------------------------------------------------------

    def _write_clause(self) -> str:
        return f"package {self._random.choice(PACKAGES)};"

    def _write_import(self) -> str:
        pick = self._random.choice
        package, own = pick(PACKAGES), pick(TYPES)
        forms = [f"import {package}.{own};"] * 3 + [f"import {package}.*;"] * 2
        forms += [f"import static {package}.{own}.{pick([*METHODS, *FIELDS, '*'])};"]
        forms += [f"import {package}.{own}.{pick([*TYPES, '*'])};", "import java.util.*;"]
        return pick(forms)

    def _write_type(self, name: str, depth: int = 0) -> str:
        pick = self._random.choice
        above = pick(
            ["", "", f" extends {self._write_name()}", f" implements {self._write_name()}"]
        )
        given = pick(["", "", "", f"<T extends {pick(TYPES)}>", "<T>"])
        kind = pick(["class", "class", "class", "interface", "enum", "record"])
        if kind == "interface":
            above = above.replace("implements", "extends")
        if kind == "enum":
            given = above = ""
        if kind == "record":
            given = f"({self._write_params()})"
            above = above.replace("extends", "implements")
        members = [self._write_member(name, depth) for _ in range(self._random.randrange(1, 5))]
        if kind == "enum":
            members.insert(0, pick(["item, other;", f"item {{ {self._write_method()} }}, other;"]))
        body = "\n".join(f"    {line}" for member in members for line in member.split("\n"))
        return f"{pick(['public ', ''])}{kind} {name}{given}{above} {{\n{body}\n}}"

    def _write_member(self, own: str, depth: int) -> str:
        pick = self._random.choice
        kinds = [self._write_method] * 6 + [self._write_field] * 3
        if depth == 0 and self._random.random() < 0.25:
            return f"static {self._write_type(pick(TYPES), 1)}"
        if self._random.random() < 0.15:
            call = pick([f"this({self._expression()});", f"super({self._expression()});", ""])
            return f"{own}({self._write_params()}) {{ {call} }}"
        return pick(kinds)()

    def _write_field(self) -> str:
        pick = self._random.choice
        value = pick(["", f" = {self._expression()}", f" = {self._write_unnamed()}"])
        return f"{pick(['static ', ''])}{self._write_type_name()} {pick(FIELDS)}{value};"

    def _write_method(self) -> str:
        pick = self._random.choice
        note = pick(["", "", "@Test ", f"@{pick(TYPES)} "])
        given = pick(["", "", "", f"<S extends {pick(TYPES)}> "])
        result = pick(["void", self._write_type_name()])
        head = f"{note}{pick(['static ', '', ''])}{given}{result} {pick(METHODS)}"
        return (
            f"{head}({self._write_params()}) {pick([self._write_body(), ';', self._write_body()])}"
        )

    # Parts ------------------------------------------------------------------------------------

    def _write_params(self) -> str:
        names = ("b", "c")[: self._random.choice([0, 1, 1, 2])]
        dots = self._random.choice(["", "", "..."])
        params = [f"{self._write_type_name()} {name}" for name in names]
        if params and dots:
            params[-1] = params[-1].replace(" ", f"{dots} ", 1)
        return ", ".join(params)

    def _write_name(self) -> str:
        pick = self._random.choice
        own = pick(TYPES)
        return pick([own, own, own, f"{pick(TYPES)}.{own}", f"{pick(PACKAGES)}.{own}"])

    def _write_type_name(self) -> str:
        pick = self._random.choice
        own = self._write_name()
        forms = [own, own, own, f"{own}[]", f"List<{own}>", f"Map<String,{own}>", "T", "S", "int"]
        return pick([*forms, "String", "Object"])

    def _write_body(self) -> str:
        lines = [self._write_statement() for _ in range(self._random.randrange(1, 4))]
        inner = "\n".join(f"    {line}" for part in lines for line in part.split("\n"))
        return f"{{\n{inner}\n}}"

    def _write_unnamed(self) -> str:
        return f"new {self._write_name()}() {{ {self._write_method()} }}"

    def _write_statement(self) -> str:
        pick = self._random.choice
        value = self._expression()
        forms = [f"var y = {value}; y.{pick(METHODS)}();", f"return {value};", f"{value};"]
        forms += [f"for (var y : {value}) {{ y.{pick(METHODS)}(); }}"]
        forms += [f"for ({self._write_type_name()} y : {value}) {{ y.{pick(METHODS)}(); }}"]
        forms += [f"if ({value} instanceof {pick(TYPES)} y) {{ y.{pick(METHODS)}(b); }}"]
        forms += [f"try ({pick(TYPES)} y = {value}) {{ y.{pick(METHODS)}(); }} finally {{}}"]
        simple = f"void {pick(METHODS)}() {{ {value}; }}"
        forms += [f"class {pick(TYPES)} {{ {simple} }}", f"new {pick(TYPES)}() {{ {simple} }};"]
        forms += [f"{self._write_type_name()} y = z -> z.{pick(METHODS)}();"]
        return pick(forms)

    def _expression(self, depth: int = 2) -> str:
        pick = self._random.choice
        if depth == 0:
            return pick([*TYPES, *FIELDS, "this", "b", "1", '"x"', f"{self._write_name()}.item"])
        inner = self._expression(depth - 1)
        args = pick(["", inner, f"{inner}, b"])
        forms = [f"{pick(METHODS)}({args})"] * 3 + [f"new {self._write_name()}({args})"] * 2
        forms += [f"{inner}.{pick(METHODS)}({args})"] * 3 + [f"{inner}.{pick(FIELDS)}", inner]
        forms += [f"super.{pick(METHODS)}({args})", f"this.{pick(FIELDS)}.{pick(METHODS)}({args})"]
        forms += [f"{pick(TYPES)}::{pick(METHODS)}", f"{inner}[0]", f"(({pick(TYPES)}) {inner})"]
        forms += [f"{inner}.get(0)", f"{inner}.forEach(z -> z.{pick(METHODS)}())", f"{inner} + 1"]
        forms += [f"{pick(TYPES)}.this.{pick(METHODS)}({args})", self._write_name() + ".run(1)"]
        return pick(forms)
