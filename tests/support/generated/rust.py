"""Rust at random, with few names and few modules."""

from __future__ import annotations

from random import Random

FUNCTIONS = ("f", "g", "make")
TYPES = ("A", "B", "C")
TRAITS = ("Run", "Show")
METHODS = ("go", "run", "make", "next", "add")
FIELDS = ("item", "other", "run")
VARIANTS = ("One", "Two")
VALUES = ("X", "TABLE")
NAMES = (*FUNCTIONS, *TYPES, *TRAITS, *VALUES)
MODULES = ("core_part", "web", "tests")
PATHS = (
    "src/lib.rs",
    "src/main.rs",
    "src/core_part.rs",
    "src/core_part/models.rs",
    "src/web/mod.rs",
    "src/web/views.rs",
    "src/bin/tool.rs",
    "tests/check.rs",
    "tests/common/mod.rs",
    "lib/src/lib.rs",
    "lib/src/web.rs",
    "other/src/main.rs",
)
SETTINGS = {
    "Cargo.toml": (
        '[package]\nname = "my-app"\n\n[dependencies]\nthe-lib = { path = "lib" }\n',
        '[package]\nname = "my-app"\nautotests = false\n\n[dependencies]\n'
        'lib = { package = "the-lib", path = "lib" }\n',
        '[package]\nname = "app"\n\n[lib]\nname = "my_app"\npath = "src/web/mod.rs"\n'
        "\n[workspace]\n",
        "[package\n",
    ),
    "lib/Cargo.toml": ('[package]\nname = "the-lib"\n', '[package]\nname = "lib"\n'),
    "other/Cargo.toml": (
        '[package]\nname = "other"\n\n[dependencies]\nmy-app = { path = ".." }\n',
        '[package]\nname = "other"\n\n[dependencies]\nserde = "1"\n',
    ),
}
_ROOTS = ("crate", "crate", "self", "super", "the_lib", "my_app", "lib", "serde")


class RustWriter:
    """Writes chunks of Rust: modules, imports, types, blocks, functions, values."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def write_file(self, path: str) -> str:
        """Write a file as chunks with two empty lines between them."""
        chunks = [self._write_module() for _ in range(self._random.randrange(1, 4))]
        chunks += [self._write_use() for _ in range(self._random.randrange(1, 4))]
        chunks += [self.write_chunk(path) for _ in range(self._random.randrange(3, 11))]
        return "\n\n\n".join(chunks) + "\n"

    def write_chunk(self, path: str) -> str:
        """Write something that a file of this path may hold."""
        kinds = [self._write_use] * 3 + [self._write_module] * 2 + [self._write_function] * 4
        kinds += [self._write_type] * 4 + [self._write_trait] * 2 + [self._write_impl] * 7
        kinds += [self._write_value] * 2 + [self._write_macro]
        if path.startswith("tests/"):
            kinds += [self._write_test] * 3
        return self._random.choice(kinds)()

    # Chunks -----------------------------------------------------------------------------------

    def _write_module(self) -> str:
        pick = self._random.choice
        name = pick([*MODULES, "models", "views", "common"])
        inner = pick([self._write_function, self._write_type, self._write_impl, self._write_use])
        body = "\n".join(f"    {line}" for line in inner().split("\n"))
        return pick([f"mod {name};", f"pub mod {name} {{\n    use super::*;\n{body}\n}}"])

    def _write_use(self) -> str:
        pick = self._random.choice
        path = "::".join([pick(_ROOTS), *[pick([*MODULES, *TYPES])] * self._random.randrange(2)])
        brought = [pick(NAMES), "*", f"{pick(NAMES)} as {pick(NAMES)}"]
        brought += [f"{{self, {pick(NAMES)}, {pick(MODULES)}::{pick(NAMES)}}}"]
        return f"{pick(['', '', 'pub '])}use {path}::{pick(brought)};"

    def _write_function(self) -> str:
        head = f"fn {self._random.choice(FUNCTIONS)}({self._write_params()})"
        return f"pub {head}{self._write_result()} {self._write_body()}"

    def _write_type(self) -> str:
        pick = self._random.choice
        name = pick(TYPES)
        derive = pick(["", "", "#[derive(Clone, Default)]\n"])
        field = f"    pub {pick(FIELDS)}: {self._write_type_name()},\n"
        forms = [f"pub struct {name} {{\n{field}}}", f"pub struct {name}({pick(TYPES)});"]
        forms += [f"pub struct {name}<T: {pick(TRAITS)}> {{\n    item: T,\n}}"]
        forms += [f"pub struct {name}<T> {{\n    item: T,\n    other: {pick(TYPES)}<T>,\n}}"]
        forms += [f"pub type {name}<T> = {pick(['Option<T>', f'{pick(TYPES)}<T>'])};"]
        variants = f"    {pick(VARIANTS)}({pick(TYPES)}),\n    Three,\n"
        forms += [f"pub enum {name} {{\n{variants}}}"]
        forms += [f"pub type {name} = {self._write_type_name()};"]
        return derive + pick(forms)

    def _write_trait(self) -> str:
        pick = self._random.choice
        base = pick(["", "", f": {pick(TRAITS)}"])
        declared = f"    fn {pick(METHODS)}(&self){self._write_result()};\n"
        whole = f"    fn {pick(METHODS)}(&self){self._write_result()} {{ self.{pick(METHODS)}() }}"
        return f"pub trait {pick(TRAITS)}{base} {{\n{declared}{whole}\n}}"

    def _write_impl(self) -> str:
        pick = self._random.choice
        own = pick([*TYPES, *TYPES, f"crate::{pick(TYPES)}", f"super::{pick(TYPES)}", "T", "str"])
        head = f"impl {pick(TRAITS)} for {own}" if pick([True, False]) else f"impl {own}"
        if own == "T":
            head = f"impl<T: {pick(TRAITS)}> {pick(TRAITS)} for T"
        if own in TYPES:
            more = [f"impl<T> {own}<T>", f"impl {pick(TRAITS)} for &{own}", f"impl Add for {own}"]
            head = pick([head, *more, f"impl From<{pick(TYPES)}> for {own}"])
        receiver = pick(["&self", "&self", "self", "b: &A"])
        method = f"pub fn {pick(METHODS)}({receiver}){self._write_result()}"
        return f"{head} {{\n    {method} {self._write_body()}\n}}"

    def _write_value(self) -> str:
        pick = self._random.choice
        kind = pick(["const", "static"])
        return f"pub {kind} {pick(VALUES)}: {self._write_type_name()} = {self._expression()};"

    def _write_macro(self) -> str:
        pick = self._random.choice
        return f"macro_rules! {pick(METHODS)} {{\n    () => {{ {pick(FUNCTIONS)}() }};\n}}"

    def _write_test(self) -> str:
        return f"#[test]\nfn checks_{self._random.choice(FUNCTIONS)}() {self._write_body()}"

    # Parts ------------------------------------------------------------------------------------

    def _write_params(self) -> str:
        names = ("a", "b")[: self._random.choice([0, 1, 1, 2])]
        return ", ".join(f"{name}: {self._write_type_name()}" for name in names)

    def _write_result(self) -> str:
        own = self._write_type_name()
        return self._random.choice(["", f" -> {own}", f" -> {own}", " -> Self", " -> &T"])

    def _write_type_name(self) -> str:
        pick = self._random.choice
        own = pick(TYPES)
        forms = [own, own, f"&{own}", f"Box<{own}>", f"Option<{own}>", f"Vec<{own}>"]
        forms += [f"{pick(MODULES)}::{own}", f"&dyn {pick(TRAITS)}", f"impl {pick(TRAITS)}"]
        forms += [f"{own}<{pick(TYPES)}>", f"{own}<{pick(TYPES)}<{pick(TYPES)}>>"]
        return pick([*forms, f"fn({own}) -> {pick(TYPES)}"])

    def _write_body(self) -> str:
        lines = [self._write_statement() for _ in range(self._random.randrange(1, 4))]
        inner = "\n".join(f"    {line}" for part in lines for line in part.split("\n"))
        return f"{{\n{inner}\n}}"

    def _write_statement(self) -> str:
        pick = self._random.choice
        value = self._expression()
        forms = [f"let y = {value};\ny.{pick(METHODS)}();", f"{value};", f"let a = {value};"]
        forms += [f"if let Some(y) = {value} {{\n    y.{pick(METHODS)}();\n}}"]
        forms += [f"for y in {value} {{\n    y.{pick(METHODS)}();\n}}"]
        variant = f"{pick(TYPES)}::{pick(VARIANTS)}"
        forms += [f"match {value} {{\n    {variant}(y) => y.{pick(METHODS)}(),\n    _ => f(),\n}}"]
        forms += [f"use {pick(MODULES)}::{pick(NAMES)};", f"{pick(METHODS)}!({value});"]
        return pick(forms)

    def _expression(self, depth: int = 2) -> str:
        pick = self._random.choice
        if depth == 0:
            return pick([*NAMES, "a", "self", "1", f"{pick(MODULES)}::{pick(NAMES)}"])
        inner = self._expression(depth - 1)
        forms = [f"{pick(FUNCTIONS)}({inner})"] * 2
        forms += [f"{pick(TYPES)}::{pick(METHODS)}({inner})"] * 3
        forms += [f"{pick(MODULES)}::{pick(FUNCTIONS)}({inner})", f"crate::{pick(FUNCTIONS)}()"]
        forms += [f"{inner}.{pick(METHODS)}()", f"{inner}.{pick(FIELDS)}", f"{inner}?"] * 2
        forms += [f"{pick(TYPES)} {{ item: {inner} }}", f"Some({inner}).unwrap()", "a"]
        forms += [f"{inner}.iter().map(|x| x.{pick(METHODS)}())", f"self.{pick(FIELDS)}"]
        forms += [f"{pick(TYPES)}::{pick(VARIANTS)}({inner})", f"vec![{inner}]"]
        forms += [
            f"({inner} + a)",
            f"Add::{pick(METHODS)}({inner})",
            f"a.collect::<{pick(TYPES)}>()",
        ]
        return pick(forms)
