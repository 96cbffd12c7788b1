"""C at random, with few names and files that include each other."""

from __future__ import annotations

from random import Random

FUNCTIONS = ("run", "stop", "make")
TYPES = ("item", "node", "ops")
VALUES = ("count", "table", "hook")
MACROS = ("LIMIT", "CALL", "MAKE")
FIELDS = ("next", "act", "inner")
NAMES = (*FUNCTIONS, *VALUES, *MACROS)
SPECS = (
    '"core.h"',
    '"lib/core.h"',
    "<core.h>",
    '"items.h"',
    "<app/items.h>",
    '"../core.h"',
    "<stdio.h>",
    '"lib.c"',
    '"main.h"',
)
PATHS = (
    "main.c",
    "main.h",
    "core.c",
    "core.h",
    "lib/lib.c",
    "lib/core.h",
    "lib/items.h",
    "include/app/items.h",
    "arch/one/core.c",
    "arch/two/core.c",
    "arch/one/core.h",
)
SETTINGS = {
    "compile_commands.json": (
        '[{"directory": "/w", "file": "main.c", "command": "cc -Ilib -c main.c"}]\n',
        '[{"directory": "/w", "file": "/w/main.c", "arguments": ["cc", "-I", "/w/include"]}]\n',
        "[{\n",
    ),
}


class CWriter:
    """Writes chunks of C: includes, macros, types, functions, variables."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def write_file(self, path: str) -> str:
        """Write a file as chunks with two empty lines between them."""
        chunks = [self._write_include() for _ in range(self._random.randrange(1, 4))]
        chunks += [self.write_chunk(path) for _ in range(self._random.randrange(3, 11))]
        return "\n\n\n".join(chunks) + "\n"

    def write_chunk(self, path: str) -> str:
        """Write something that a file of this path may hold."""
        kinds = [self._write_include] * 2 + [self._write_type] * 3 + [self._write_macro] * 2
        kinds += [self._write_prototype] * (6 if path.endswith(".h") else 2)
        kinds += [self._write_function] * (2 if path.endswith(".h") else 7)
        kinds += [self._write_variable] * 3 + [self._write_alternatives]
        return self._random.choice(kinds)()

    # Chunks -----------------------------------------------------------------------------------

    def _write_include(self) -> str:
        return f"#include {self._random.choice(SPECS)}"

    def _write_macro(self) -> str:
        pick = self._random.choice
        name = pick(MACROS)
        return pick(
            [
                f"#define {name} 3",
                f"#define {name} {pick(NAMES)}",
                f"#define {name}(x) {pick(FUNCTIONS)}(x)",
                f"#define {name}(x) \\\n\t({pick(NAMES)} + {pick(NAMES)}(x))",
                f"#undef {name}",
            ]
        )

    def _write_prototype(self) -> str:
        pick = self._random.choice
        head = f"{pick(['', '', 'extern ', 'static '])}{self._write_type_name()}"
        return f"{head}{pick(FUNCTIONS)}({self._write_params()});"

    def _write_function(self) -> str:
        pick = self._random.choice
        head = f"{pick(['', '', 'static ', 'static inline '])}{self._write_type_name()}"
        return f"{head}{pick(FUNCTIONS)}({self._write_params()})\n{self._write_body()}"

    def _write_alternatives(self) -> str:
        first, second = self._write_function(), self._write_prototype()
        return f"#ifdef {self._random.choice(MACROS)}\n{first}\n#else\n{second}\n#endif"

    def _write_type(self) -> str:
        pick = self._random.choice
        name = pick(TYPES)
        fields = f"\tstruct {pick(TYPES)} *{pick(FIELDS)};\n\tint (*{pick(FIELDS)})(int);\n"
        return pick(
            [
                f"struct {name} {{\n{fields}}};",
                f"struct {name} {{\n{fields}\tstruct {{ int {pick(FIELDS)}; }};\n}};",
                f"typedef struct {name} {{\n{fields}}} {name};",
                f"typedef struct {name} {name};",
                f"typedef struct {{\n{fields}}} {name};",
                f"enum {name} {{ {pick(VALUES)}, LIMIT = 2 }};",
            ]
        )

    def _write_variable(self) -> str:
        pick = self._random.choice
        name, own = pick(VALUES), pick(TYPES)
        value = f"{{ .{pick(FIELDS)} = {pick(FUNCTIONS)}, .{pick(FIELDS)} = &{pick(VALUES)} }}"
        return pick(
            [
                f"extern struct {own} {name};",
                f"struct {own} {name} = {value};",
                f"static {own} {name} = {value};",
                f"int (*{name})(int) = {pick(FUNCTIONS)};",
                f"static int {name} = {pick(MACROS)};",
            ]
        )

    # Parts ------------------------------------------------------------------------------------

    def _write_params(self) -> str:
        names = ("a", "b", "run")[: self._random.choice([0, 1, 1, 2, 3])]
        return ", ".join(f"{self._write_type_name()}{name}" for name in names) or "void"

    def _write_type_name(self) -> str:
        own = self._random.choice(TYPES)
        return self._random.choice(["int ", f"struct {own} *", f"{own} *", "void "])

    def _write_body(self) -> str:
        lines = [self._write_statement() for _ in range(self._random.randrange(1, 4))]
        inner = "\n".join(f"\t{line}" for part in lines for line in part.split("\n"))
        return f"{{\n{inner}\n}}"

    def _write_statement(self) -> str:
        pick = self._random.choice
        value = self._expression()
        return pick(
            [
                f"return {value};",
                f"struct {pick(TYPES)} *y = {value};\ny->{pick(FIELDS)}(1);",
                f"{pick(TYPES)} *{pick(VALUES)} = {value};",
                f"a->{pick(FIELDS)} = {pick(FUNCTIONS)};",
                f"if ({value}) {{\n\tint {pick(FUNCTIONS)} = 1;\n}}",
                f"{pick(MACROS)}({value});",
                f"({value})->{pick(FIELDS)}->{pick(FIELDS)}({pick(VALUES)});",
            ]
        )

    def _expression(self, depth: int = 2) -> str:
        pick = self._random.choice
        if depth == 0:
            return pick([*NAMES, "a", "b", "1", f"&{pick(VALUES)}"])
        inner = self._expression(depth - 1)
        forms = [f"{pick(FUNCTIONS)}({inner})"] * 4 + [f"{pick(MACROS)}({inner})"] * 2
        forms += [f"a->{pick(FIELDS)}", f"{pick(VALUES)}.{pick(FIELDS)}", f"b->{pick(FIELDS)}(1)"]
        forms += [f"(struct {pick(TYPES)} *){inner}", f"{pick(VALUES)}({inner})", inner]
        return pick(forms)
