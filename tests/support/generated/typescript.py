"""TypeScript and JavaScript at random, with few names and few modules."""

from __future__ import annotations

from random import Random

FUNCTIONS = ("f", "g", "h")
CLASSES = ("A", "B", "C")
VALUES = ("x", "table", "handler", "app")
METHODS = ("go", "run", "make")
FIELDS = ("item", "other", "run")
NAMES = (*FUNCTIONS, *CLASSES, *VALUES)
MODULES = (
    *("./core", "./models", "../core", "../models") * 3,
    *("./core", "./models", "../core", "./web", "./index", "..", ".", "@lib/core", "@app/models"),
    *("lib", "lib/core", "react", "./missing", "../lib/core.js", "./views", "src/core"),
)
PATHS = (
    "src/index.ts",
    "src/core.ts",
    "src/models.ts",
    "src/view.tsx",
    "src/web/index.ts",
    "src/web/views.ts",
    "src/web/core.js",
    "packages/lib/index.ts",
    "packages/lib/core.ts",
    "packages/lib/old.cjs",
    "tests/core.test.ts",
    "src/core.d.ts",
    "src/core/index.ts",
    "src/models.js",
)
SETTINGS = {
    "tsconfig.json": (
        '{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["packages/lib/*"]}}}',
        '{"compilerOptions": {"paths": {"@lib/*": ["./src/*"], "@app/*": ["./src/*"]}}}',
        '{"compilerOptions": {"baseUrl": "./src"}}',
        '{"extends": "./packages/lib/tsconfig.json"}',
        "{",
    ),
    "packages/lib/tsconfig.json": ('{"compilerOptions": {"paths": {"@app/*": ["./*"]}}}', "{}"),
    "package.json": (
        '{"name": "root", "workspaces": ["packages/*"]}',
        '{"name": "root", "bin": "./src/web/core.js", "workspaces": ["packages/*"]}',
        '{"name": "root", "main": "src/index.ts"}',
    ),
    "packages/lib/package.json": (
        '{"name": "lib", "main": "index.ts"}',
        '{"name": "lib", "main": "core.ts"}',
        '{"name": "lib", "exports": {".": "./core.ts", "./core": "./index.ts"}}',
        '{"name": "other"}',
    ),
}


class TypeScriptWriter:
    """Writes chunks of TypeScript; plain JavaScript where the path says so."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._typed = True

    def write_file(self, path: str) -> str:
        """Write a module as chunks with two empty lines between them."""
        self._typed = not path.endswith(("js", "cjs"))
        chunks = [self._write_import() for _ in range(self._random.randrange(1, 6))]
        chunks += [self.write_chunk(path) for _ in range(self._random.randrange(3, 11))]
        return "\n\n\n".join(chunks) + "\n"

    def write_chunk(self, path: str) -> str:
        """Write something that a module of this path may hold."""
        self._typed = not path.endswith(("js", "cjs"))
        kinds = [self._write_import] * 3 + [self._write_function] * 4 + [self._write_class] * 4
        kinds += [self._write_value] * 4 + [self._write_export] * 3 + [self._write_statement]
        kinds += [self._write_call] * 4
        if self._typed:
            kinds += [self._write_interface] * 2
        else:
            kinds += [self._write_common] * 4
        if "test" in path:
            kinds += [self._write_test] * 4
        return self._random.choice(kinds)()

    # Chunks -----------------------------------------------------------------------------------

    def _write_import(self) -> str:
        pick = self._random.choice
        module, name, other = pick(MODULES), pick(NAMES), pick(NAMES)
        many = ", ".join(self._random.sample(NAMES, 5))
        forms = [f"import {{ {name}, {other} }} from '{module}'"] * 2
        forms += [f"import {{ {many} }} from '{module}'"] * 4
        forms += [
            f"import {{ {name} as {other} }} from '{module}'",
            f"import {name} from '{module}'",
        ]
        forms += [
            f"import * as {name} from '{module}'",
            f"import {name}, {{ {other} }} from '{module}'",
        ]
        forms += [f"import '{module}'", f"const {{ {name} }} = require('{module}')"]
        forms += [f"const {name} = require('{module}')", f"const {name} = await import('{module}')"]
        if self._typed:
            forms += [
                f"import type {{ {name} }} from '{module}'",
                f"import {name} = require('{module}')",
            ]
        return pick(forms)

    def _write_export(self) -> str:
        pick = self._random.choice
        module, name, other = pick(MODULES), pick(NAMES), pick(NAMES)
        return pick(
            [
                f"export * from '{module}'",
                f"export * from '{module}'",
                f"export * as {name} from '{module}'",
                f"export {{ {name} }} from '{module}'",
                f"export {{ {name} as {other} }} from '{module}'",
                f"export {{ default as {name} }} from '{module}'",
                f"export {{ {name} }}",
                f"export {{ {name} as default }}",
                f"export default {name}",
                f"export default {self._expression()}",
            ]
        )

    def _write_common(self) -> str:
        pick = self._random.choice
        return pick(
            [
                f"module.exports = {{ {pick(NAMES)}, {pick(METHODS)}: {pick(NAMES)} }}",
                f"module.exports = {pick(NAMES)}",
                f"exports.{pick(NAMES)} = {self._expression()}",
                f"module.exports.{pick(NAMES)} = function (a) {{ return {self._expression()} }}",
                f"module.exports = require('{pick(MODULES)}')",
            ]
        )

    def _write_function(self) -> str:
        pick = self._random.choice
        word = pick(["export ", "export ", "", "export default ", "export async "])
        head = f"{word}function {pick(FUNCTIONS)}({self._write_params()}){self._write_result()}"
        return f"{head} {self._write_body()}"

    def _write_params(self) -> str:
        pick = self._random.choice
        found = []
        for name in ("a", "b", "x")[: self._random.choice([0, 1, 1, 1, 2, 2, 3])]:
            kinds = [
                pick(CLASSES),
                f"{pick(CLASSES)}[]",
                f"(y: {pick(CLASSES)}) => {pick(CLASSES)}",
            ]
            note = f": {pick(kinds)}" if self._typed and self._random.random() < 0.3 else ""
            found.append(f"{name}{note}{pick(['', '', f' = {pick(NAMES)}'])}")
        return ", ".join(found)

    def _write_result(self) -> str:
        pick = self._random.choice
        some = ["", "", f": {pick(CLASSES)}", f": Promise<{pick(CLASSES)}>", ": this"]
        return pick(some) if self._typed else ""

    def _write_body(self, first: str = "") -> str:
        lines = [self._write_statement(first) for _ in range(self._random.randrange(0, 3))]
        pick = self._random.choice
        if self._random.random() < 0.6:
            lines.append(self._use_parameter())
        ends = [f"return {self._expression(first)}"] * 4 + [f"return {self._use_parameter()}"] * 2
        ends += [f"return {pick(NAMES)}", f"return new {pick(CLASSES)}()", "return a", "return a()"]
        inner = "\n".join(f"  {line}" for part in [*lines, pick(ends)] for line in part.split("\n"))
        return f"{{\n{inner}\n}}"

    def _write_statement(self, first: str = "") -> str:
        pick = self._random.choice
        value = self._expression(first)
        forms = [f"const y = {value}", value, f"for (const y of {value}) {{ y.{pick(METHODS)}() }}"]
        forms += [
            f"const {{ {pick(FIELDS)} }} = {value}",
            f"const y = {value}\ny.{pick(METHODS)}()",
        ]
        forms += [
            f"{pick(VALUES)}.{pick(FIELDS)} = {value}",
            f"[{value}].map((y) => y.{pick(METHODS)}())",
        ]
        if first:
            forms += [f"this.{pick(FIELDS)} = {value}", f"super.{pick(METHODS)}({value})"] * 2
        return pick(forms)

    def _write_call(self) -> str:
        """Hand something over that the called function may call in turn."""
        pick = self._random.choice
        given = [f"new {pick(CLASSES)}()", pick(FUNCTIONS), pick(CLASSES), "table.a", "handler"]
        given += [f"(y) => {self._expression()}", f"() => new {pick(CLASSES)}()", pick(VALUES)]
        given += [f"{{ go: {pick(NAMES)}, run: (y) => {self._expression()} }}"]
        called = [*FUNCTIONS * 2, f"new {pick(CLASSES)}", f"new {pick(CLASSES)}().{pick(METHODS)}"]
        return f"{pick(called)}({pick(given)})"

    def _use_parameter(self) -> str:
        pick = self._random.choice
        name = pick("aaab")
        forms = [f"{name}()", f"{name}.{pick(METHODS)}()", f"{name}(new {pick(CLASSES)}())"]
        forms += [f"{pick(FUNCTIONS)}({name})", f"{name}().{pick(METHODS)}()"]
        forms += [f"new {pick(CLASSES)}({name}).{pick(METHODS)}()"]
        return pick(forms)

    def _write_class(self) -> str:
        pick = self._random.choice
        bases = [
            "",
            f" extends {pick(CLASSES)}",
            f" extends {pick(CLASSES)}",
            f" extends app.{pick(CLASSES)}",
        ]
        word = pick(["export ", "export ", "", "export default "])
        head = f"{word}class {pick(CLASSES)}{pick(bases)}"
        if self._typed and self._random.random() < 0.3:
            head += f" implements {pick(CLASSES)}"
        parts = [self._write_member() for _ in range(self._random.randrange(1, 4))]
        inner = "\n".join(f"  {line}" for part in parts for line in part.split("\n"))
        return f"{head} {{\n{inner}\n}}"

    def _write_member(self) -> str:
        pick = self._random.choice
        method = f"{pick(METHODS)}({self._write_params()}){self._write_result()}"
        forms = [f"{method} {self._write_body('this')}"] * 5
        forms += [
            f"static {method} {self._write_body('this')}",
            f"{pick(FIELDS)} = {self._expression()}",
        ]
        forms += [f"get {pick(FIELDS)}() {{ return {self._expression('this')} }}"]
        forms += [f"{pick(METHODS)} = (a) => {self._expression('this')}"]
        if self._typed:
            forms += [f"constructor(private {pick(FIELDS)}: {pick(CLASSES)}) {{}}"]
            forms += [f"{pick(FIELDS)}: {pick(CLASSES)}"]
        else:
            forms += [f"constructor(a) {{ this.{pick(FIELDS)} = a }}"]
        return pick(forms)

    def _write_interface(self) -> str:
        pick = self._random.choice
        base = pick(["", f" extends {pick(CLASSES)}"])
        body = f"{{ {pick(METHODS)}(): {pick(CLASSES)}; {pick(FIELDS)}: {pick(CLASSES)} }}"
        forms = [
            f"export interface {pick(CLASSES)}{base} {body}",
            f"export type {pick(CLASSES)} = {pick(CLASSES)}",
        ]
        forms += [
            f"export type {pick(CLASSES)} = typeof {pick(NAMES)}",
            f"export enum {pick(CLASSES)} {{ a, b }}",
        ]
        return pick(forms)

    def _write_value(self) -> str:
        pick = self._random.choice
        name, word = pick(NAMES), pick(["export const", "export const", "const", "export let"])
        forms = [f"{word} {name} = {self._expression()}", f"{word} {name} = {pick(NAMES)}"]
        forms += [f"{word} {name} = ({self._write_params()}) => {self._expression()}"] * 2
        forms += [f"{word} {name} = ({self._write_params()}) => {self._write_body()}"]
        method = f"run() {{ return {self._expression()} }}"
        forms += [f"{word} table = {{ a: {pick(NAMES)}, go: {pick(NAMES)}, {method} }}"] * 2
        forms += [f"{word} {{ {name}, {pick(FIELDS)} }} = {self._expression()}"]
        if self._typed:
            forms += [f"{word} {name}: {pick(CLASSES)} = {self._expression()}"]
        return pick(forms)

    def _write_test(self) -> str:
        return f"test('it', () => {{ expect({self._expression()}).toBe({self._expression()}) }})"

    # Expressions ------------------------------------------------------------------------------

    def _expression(self, first: str = "", depth: int = 2) -> str:
        pick = self._random.choice
        if depth == 0:
            return pick([*NAMES, "a", "y", "1"])
        inner = self._expression(first, depth - 1)
        more = self._expression(first, depth - 1)
        forms = [f"{pick(FUNCTIONS)}({inner})"] * 3 + [f"new {pick(CLASSES)}({inner})"] * 2
        forms += [f"new {pick(CLASSES)}().{pick(METHODS)}({inner})"] * 2 + [inner]
        forms += [f"{inner}.{pick(METHODS)}()", f"{inner}.{pick(FIELDS)}"] * 2
        forms += [f"{pick(VALUES)}.{pick(NAMES)}({inner})", f"{pick(FUNCTIONS)}({inner}, {more})"]
        forms += [
            f"{pick(FUNCTIONS)}((y) => {inner})",
            f"[{inner}].map((y) => y.{pick(METHODS)}())",
        ]
        forms += [f"[{inner}].forEach({pick(NAMES)})", f"table.a({inner})", f"table['go']({inner})"]
        forms += [
            f"{{ a: {inner}, go: {pick(NAMES)} }}.go()",
            f"({inner} || {more})",
            f"({inner} ? {more} : a)",
        ]
        forms += [f"await {pick(FUNCTIONS)}({inner})", f"{pick(CLASSES)}.{pick(METHODS)}({inner})"]
        forms += [
            f"{pick(FUNCTIONS)}({{ {pick(FIELDS)}: {inner}, go: (y) => {more} }})",
            f"app.{pick(NAMES)}({inner})",
        ]
        if first:
            forms += [
                f"this.{pick(METHODS)}({inner})",
                f"this.{pick(FIELDS)}.{pick(METHODS)}()",
            ] * 3
            forms += [f"super.{pick(METHODS)}()", "this"]
        return pick(forms)
