"""Python at random, with few names and few modules, so that everything meets everything."""

from __future__ import annotations

from random import Random

FUNCTIONS = ("f", "g", "h")
CLASSES = ("A", "B", "C")
VALUES = ("x", "table", "handler", "app")
METHODS = ("go", "run", "make")
FIELDS = ("item", "other", "run")
SPECIAL = ("__add__", "__radd__", "__getitem__", "__get__", "__enter__", "__iter__", "__next__")
"""Methods that run without being called."""
FIXTURES = ("f", "client", "x")
NAMES = (*FUNCTIONS, *CLASSES, *VALUES)
MODULES = (
    *("app.models", "app.core") * 4,
    *("app", "app.models", "app.core", "app.tools", "app.web", "app.web.views"),
    *("lib", "lib.core", "core", "tools", "app.missing", "requests", "tests.conftest"),
)
RELATIVE = (".", ".core", ".models", "..core", ".web", ".views", "..", ".missing")
PATHS = (
    "app/__init__.py",
    "app/models.py",
    "app/core.py",
    "app/tools.py",
    "app/web/__init__.py",
    "app/web/views.py",
    "lib/__init__.py",
    "lib/core.py",
    "core.py",
    "src/app/models.py",
    "src/tools.py",
    "tests/conftest.py",
    "tests/test_app.py",
    "tests/web/conftest.py",
    "tests/web/test_views.py",
    "app/models.pyi",
    "app/core/__init__.py",
)
SETTINGS = {
    "pyproject.toml": (
        '[project]\nname = "app"\n[project.scripts]\nrun = "app.core:f"\n',
        '[project]\nname = "app"\n[project.scripts]\nrun = "app.web.views:A.go"\n',
        '[project]\nname = "app"\n[tool.setuptools.packages.find]\nwhere = ["src"]\n',
        "[project]\nname =\n",
    ),
    "setup.cfg": ("[options]\npackage_dir =\n    = src\n", "[metadata]\nname = app\n"),
}


class PythonWriter:
    """Writes chunks of Python: imports, functions, classes, values, fixtures."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def write_file(self, path: str) -> str:
        """Write a module as chunks with two empty lines between them."""
        chunks = [self._write_import() for _ in range(self._random.randrange(1, 6))]
        chunks += [self.write_chunk(path) for _ in range(self._random.randrange(3, 11))]
        return "\n\n\n".join(chunks) + "\n"

    def write_chunk(self, path: str) -> str:
        """Write something that a module of this path may hold."""
        kinds = [self._write_import] * 3 + [self._write_function] * 4 + [self._write_class] * 4
        kinds += [self._write_value] * 3 + [self._write_statement_chunk, self._write_all]
        kinds += [self._write_call] * 4
        if "conftest" in path or "test" in path:
            kinds += [self._write_fixture] * 4 + [self._write_test] * 5
        return self._random.choice(kinds)()

    # Chunks -----------------------------------------------------------------------------------

    def _write_import(self) -> str:
        pick = self._random.choice
        module = pick(MODULES + RELATIVE)
        name, other = pick(NAMES), pick(NAMES)
        many = f"from {module} import {', '.join(self._random.sample(NAMES, 5))}"
        if module.startswith("."):
            forms = [f"from {module} import {name}", f"from {module} import core, {other}"]
            forms += [f"from {module} import {name} as {other}", f"from {module} import *"]
        else:
            forms = [f"from {module} import {name}, {other}", f"import {module}"]
            forms += [f"from {module} import {name}", f"from {module} import {name} as {other}"]
            forms += [f"from {module} import *", f"import {module} as {name}"]
            forms.append(
                f"try:\n    from {module} import {name}\nexcept ImportError:\n    {name} = None"
            )
            forms.append(f"if TYPE_CHECKING:\n    from {module} import {name}")
        return pick([*forms, *[many] * 4])

    def _write_all(self) -> str:
        names = self._random.sample(NAMES, self._random.randrange(0, 4))
        return f"__all__ = {names!r}"

    def _write_function(self, name: str | None = None, *, inside: str = "") -> str:
        pick = self._random.choice
        name = name or pick(METHODS if inside else FUNCTIONS)
        head = self._write_decorator(inside)
        first = pick(["self"] * 4 + ["cls"]) if inside else ""
        params = [first] if first else []
        params += self._write_params()
        returns = pick(["", "", f" -> {pick(CLASSES)}", f' -> "{pick(CLASSES)}"', " -> Self"])
        lines = [f"{head}{pick(['', '', '', 'async '])}def {name}({', '.join(params)}){returns}:"]
        lines += [f"    {line}" for line in self._write_body(first)]
        return "\n".join(lines)

    def _write_decorator(self, inside: str) -> str:
        pick = self._random.choice
        plain = [""] * 8 + [f"@{pick(FUNCTIONS)}\n", f"@{pick(FUNCTIONS)}({self._expression()})\n"]
        plain += [f"@app.{pick(METHODS)}('/')\n", "@functools.wraps(f)\n"]
        if inside:
            plain += ["@property\n"] * 2 + ["@classmethod\n", "@staticmethod\n"]
            plain += [f"@{pick(METHODS)}.setter\n", "@abstractmethod\n"]
        return pick(plain)

    def _write_params(self) -> list[str]:
        pick = self._random.choice
        found = []
        for name in ("a", "b", "x")[: self._random.choice([0, 1, 1, 1, 2, 2, 3])]:
            note = pick(
                ["", "", "", "", f": {pick(CLASSES)}", f": list[{pick(CLASSES)}]", ": Callable"]
            )
            default = pick(["", "", f"={pick(NAMES)}", "=None"])
            found.append(f"{name}{note}{default}")
        found.sort(key=lambda text: "=" in text)
        return found + pick([[], [], [], ["*args"], ["**options"], ["*args", "**options"]])

    def _write_body(self, first: str) -> list[str]:
        lines: list[str] = []
        for _ in range(self._random.randrange(0, 3)):
            lines += self._write_statement(first).split("\n")
        pick = self._random.choice
        if self._random.random() < 0.6:
            lines.append(self._use_parameter())
        ends = (
            [f"return {self._expression(first)}"] * 4
            + [f"return {self._use_parameter()}"] * 2
            + ["pass", f"yield {self._expression()}"]
        )
        ends += [f"return {pick(NAMES)}", f"return {pick(CLASSES)}()", "return a", "return a()"]
        return [*lines, pick(ends)]

    def _write_statement(self, first: str = "") -> str:
        pick = self._random.choice
        value = self._expression(first)
        forms = [f"y = {value}", value, f"for y in {value}:\n    y.{pick(METHODS)}()"]
        forms += [f"with {value} as y:\n    y.{pick(METHODS)}()"]
        forms += [f"from {pick(MODULES)} import {pick(NAMES)}", f"y = {value}\ny.{pick(METHODS)}()"]
        forms += [f"if isinstance(a, {pick(CLASSES)}):\n    a.{pick(METHODS)}()"]
        forms += [f"def inner(y={pick(NAMES)}):\n    return {value}\ninner(a)"]
        forms += [f"y: {pick(CLASSES)} = {value}", f"{pick(VALUES)}.{pick(FIELDS)} = {value}"]
        forms += [f"global x\nx = {value}"]
        if first:
            forms += [f"{first}.{pick(FIELDS)} = {value}"] * 3
            forms += [f"{first}.{pick(METHODS)}({value})"] * 2
            forms += [f"super().{pick(METHODS)}({value})"] * 2
        return pick(forms)

    def _write_class(self) -> str:
        pick = self._random.choice
        bases = [self._write_base() for _ in range(pick([0, 1, 1, 1, 2]))]
        decorator = pick(["", "", "", "", "@dataclass\n", f"@{pick(FUNCTIONS)}\n"])
        lines = [f"{decorator}class {pick(CLASSES)}({', '.join(dict.fromkeys(bases))}):"]
        for _ in range(self._random.randrange(1, 4)):
            part = self._write_member()
            lines += [f"    {line}" for line in part.split("\n")]
        return "\n".join(lines)

    def _write_base(self) -> str:
        pick = self._random.choice
        return pick([*CLASSES * 2, f"app.{pick(CLASSES)}", f"core.{pick(CLASSES)}", "Protocol"])

    def _write_member(self) -> str:
        pick = self._random.choice
        simple = [f"{pick(FIELDS)} = {self._expression()}", f"{pick(FIELDS)}: {pick(CLASSES)}"]
        simple += [f"class {pick(CLASSES)}({pick(CLASSES)}):\n    pass", f"{pick(METHODS)} = f"]
        same = pick(NAMES)
        simple += [f"{same} = {same}", f"{same} = staticmethod({same})"]
        if self._random.random() < 0.3:
            return pick(simple)
        if self._random.random() < 0.15:
            return self._write_function(pick(SPECIAL), inside="class")
        if self._random.random() < 0.2:
            made = pick([pick(NAMES), f"{pick(CLASSES)}()", "a", "a()"])
            return f"def __init__(self, a=None):\n    self.{pick(FIELDS)} = {made}"
        return self._write_function(inside="class")

    def _write_value(self) -> str:
        pick = self._random.choice
        name = pick(NAMES[3:])
        forms = [f"{name} = {self._expression()}", f"{name} = {pick(NAMES)}"]
        forms += [
            f'table = {{"a": {pick(NAMES)}, "b": {pick(NAMES)}}}',
            f"handler = lambda x: {self._expression()}",
        ]
        forms += [
            f"table = [{pick(NAMES)}, {pick(NAMES)}]",
            f'table["{pick("ab")}"] = {pick(NAMES)}',
        ]
        forms += [f"{name}: {pick(CLASSES)} = None", f"x, handler = {pick(NAMES)}, {pick(NAMES)}"]
        forms += [f"{pick(CLASSES)}.{pick(METHODS)} = {pick(FUNCTIONS)}"]
        return pick(forms)

    def _write_statement_chunk(self) -> str:
        return self._write_statement()

    def _write_call(self) -> str:
        """Hand something over that the called function may call in turn."""
        pick = self._random.choice
        given = [f"{pick(CLASSES)}()", pick(FUNCTIONS), pick(CLASSES), 'table["a"]', "handler"]
        given += [f"lambda y: {self._expression()}", f"lambda: {pick(CLASSES)}()", pick(VALUES)]
        called = pick([*FUNCTIONS * 2, *CLASSES, f"{pick(CLASSES)}().{pick(METHODS)}"])
        return f"{called}({pick(['', 'a=', 'b='])}{pick(given)})"

    def _use_parameter(self) -> str:
        pick = self._random.choice
        name = pick("aaab")
        forms = [f"{name}()", f"{name}.{pick(METHODS)}()", f"{name}({pick(CLASSES)}())"]
        forms += [f"{pick(FUNCTIONS)}({name})", f"{name}().{pick(METHODS)}()"]
        forms += [f"{pick(CLASSES)}({name}).{pick(METHODS)}()"]
        return pick(forms)

    def _write_fixture(self) -> str:
        pick = self._random.choice
        given = self._random.sample(FIXTURES, self._random.randrange(0, 2))
        head = pick(
            [
                "@pytest.fixture",
                "@pytest.fixture(autouse=True)",
                f'@pytest.fixture(name="{pick(FIXTURES)}")',
            ]
        )
        end = pick(
            [
                f"return {self._expression()}",
                f"return {pick(CLASSES)}()",
                f"yield {pick(CLASSES)}()",
            ]
        )
        return f"{head}\ndef {pick(FIXTURES)}({', '.join(given)}):\n    {end}"

    def _write_test(self) -> str:
        pick = self._random.choice
        given = self._random.sample(FIXTURES, self._random.randrange(1, 3))
        body = f"    {given[0]}.{pick(METHODS)}()\n    assert {self._expression()}"
        return f"def test_{pick(FUNCTIONS)}({', '.join(given)}):\n{body}"

    # Expressions ------------------------------------------------------------------------------

    def _expression(self, first: str = "", depth: int = 2) -> str:
        pick = self._random.choice
        if depth == 0:
            return pick([*NAMES, "a", "y", "1"])
        inner = self._expression(first, depth - 1)
        more = self._expression(first, depth - 1)
        forms = [f"{pick(FUNCTIONS)}({inner})"] * 3 + [f"{pick(CLASSES)}({inner})"] * 2
        forms += [f"{pick(CLASSES)}().{pick(METHODS)}({inner})"] * 2 + [inner]
        forms += [f"{inner}.{pick(METHODS)}()", f"{inner}.{pick(FIELDS)}"] * 2
        forms += [
            f"{pick(VALUES)}.{pick(NAMES)}({inner})",
            f"{pick(FUNCTIONS)}(a={inner}, b={more})",
            f"{pick(CLASSES)}({pick(FIELDS)}={inner})",
            f'getattr({inner}, "{pick(FIELDS)}")',
        ]
        forms += [
            f"{pick(FUNCTIONS)}(lambda y: {inner})",
            f"handler({inner})",
            f"(lambda y: {inner})({more})",
        ]
        forms += [
            'table["a"](1)',
            f"table[0].{pick(METHODS)}()",
            f"[{inner}, {more}]",
            f"app.{pick(NAMES)}",
        ]
        forms += [
            f"({inner} if a else {more})",
            f"({inner} or {more})",
            f"[y.go() for y in {inner}]",
            f"({inner} + {more})",
            f"(2 + {inner}).{pick(METHODS)}()",
            f"{inner}[a].{pick(METHODS)}()",
        ]
        forms += [f"core.{pick(NAMES)}({inner})", f"app.core.{pick(NAMES)}({inner})"]
        forms += [
            f"{{'a': {inner}}}",
            f"partial({pick(NAMES)}, {inner})",
            f"{pick(CLASSES)}.{pick(METHODS)}",
        ]
        if first:
            forms += [
                f"{first}.{pick(METHODS)}({inner})",
                f"{first}.{pick(FIELDS)}.{pick(METHODS)}()",
            ] * 3
            forms += [f"super().{pick(METHODS)}()", f"{first}.{pick(FIELDS)}({inner})", first]
        return pick(forms)
