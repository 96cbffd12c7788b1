"""What extraction reads of Rust files, and where the names of modules and crates lead."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.graph.facts import (
    ABSTRACT,
    ANONYMOUS,
    ASYNC,
    CLASS_METHOD,
    CONSTANT,
    DECLARATION,
    EXPORTED,
    TEST,
    Definition,
    FileFacts,
)
from ripplegraph.graph.tests import is_test_path
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.languages.rust.resolver import RustResolver
from ripplegraph.parsers.registry import language_of
from tests.support.examples import walk


def read(text: str) -> FileFacts:
    return extract_facts("rust", text.encode())


def find(facts: FileFacts, name: str) -> Definition:
    return next(d for d in facts.definitions if d.qualified == name)


def test_rust_files_are_recognised() -> None:
    assert language_of("src/main.rs") == "rust"
    assert is_test_path("tests/check.rs")
    assert is_test_path("src/parser_tests.rs")
    assert not is_test_path("src/contest.rs")


def test_definitions_have_their_names_kinds_and_flags() -> None:
    facts = read(
        "pub const LIMIT: u32 = 3;\nstatic mut COUNT: u32 = 0;\n"
        "pub struct Cart { pub items: Vec<u32>, size: u32 }\npub enum Kind { One, Two(u32) }\n"
        "trait Store { type Key; fn get(&self); fn both(&self) {} }\n"
        "impl Cart { pub async fn add(&self) {} fn size(&self) {} }\n"
        "mod inner { pub fn run() {} }\nmacro_rules! shout { () => {} }\n"
        "#[test] fn works() {}\ntype Line = Cart;\n"
    )
    found = {d.qualified: (d.kind, d.flags) for d in facts.definitions}
    assert found == {
        "LIMIT": ("variable", EXPORTED | CONSTANT),
        "COUNT": ("variable", CONSTANT),
        "Cart": ("class", EXPORTED),
        "Cart.items": ("variable", EXPORTED),
        "Cart.size#2": ("variable", 0),
        "Kind": ("class", EXPORTED),
        "Kind.One": ("variable", EXPORTED | CONSTANT),
        "Kind.Two": ("variable", EXPORTED | CONSTANT),
        "Store": ("interface", 0),
        "Store.Key": ("interface", 0),
        "Store.get": ("function", ABSTRACT | DECLARATION | CLASS_METHOD),
        "Store.both": ("function", CLASS_METHOD),
        "Cart.add": ("function", EXPORTED | ASYNC | CLASS_METHOD),
        "Cart.size": ("function", CLASS_METHOD),
        "inner": ("module", 0),
        "inner.run": ("function", EXPORTED),
        "shout!": ("function", 0),
        "works": ("function", TEST),
        "Line": ("interface", 0),
    }
    assert find(facts, "LIMIT").literal == "3"


@pytest.mark.parametrize(
    "attribute", ["test", "tokio::test", 'tokio::test(flavor = "x")', "rstest", "test_case(1)"]
)
def test_tests_are_recognised_by_their_attributes(attribute: str) -> None:
    facts = read(f"#[{attribute}]\n#[ignore]\n/// About.\npub async fn works() {{}}\nfn f() {{}}\n")
    assert [d.entry for d in facts.definitions] == ["test", ""]


def test_programs_have_an_entry_point() -> None:
    assert read("fn main() {}\n").entry == "main"
    assert read("mod a { fn main() {} }\n").entry == ""


def test_signatures_and_documentation() -> None:
    facts = read(
        "//! The shop.\n\npub struct Cart;\n\nimpl Cart {\n    /// Adds.\n    ///\n    /// More.\n"
        "    #[inline]\n    pub fn add(\n        &self,\n        n: u32,\n    ) -> u32 {\n"
        "        n\n    }\n}\n"
    )
    add = find(facts, "Cart.add")
    assert add.signature == "pub fn add( &self, n: u32, ) -> u32"
    assert add.doc == "Adds."
    assert facts.doc == "The shop."
    assert [param.name for param in add.params] == ["n"]


@pytest.mark.parametrize(
    "other",
    [
        "fn f(a: u32,   b: u32) { g( a,b ) }",
        "fn f(\n    a: u32,\n    b: u32,\n) {\n    // A remark.\n    g(a, b)\n}",
        "/// About.\nfn f(a: u32, b: u32) {\n    g(a, b,)\n}",
    ],
)
def test_formatting_and_comments_do_not_change_fingerprints(other: str) -> None:
    first, second = read("fn f(a: u32, b: u32) { g(a, b) }").definitions[0], read(other)
    found = second.definitions[0]
    assert (found.signature_print, found.body_print) == (first.signature_print, first.body_print)


def test_attributes_and_strings_change_fingerprints() -> None:
    plain = read('fn f() { g("a b") }').definitions[0]
    assert read('#[inline]\nfn f() { g("a b") }').definitions[0].signature_print != (
        plain.signature_print
    )
    assert read('fn f() { g("a  b") }').definitions[0].body_print != plain.body_print


def test_closures_belong_to_the_functions_around_them() -> None:
    facts = read("fn f() {\n    spawn(move || g());\n}\n")
    (inner,) = [d for d in facts.definitions if d.flags & ANONYMOUS]
    assert facts.scopes[inner.body].owner == 0


def test_a_syntax_error_keeps_the_rest() -> None:
    facts = read("fn f() {}\n\nfn (\n\nfn g() {}\n")
    assert "f" in {d.qualified for d in facts.definitions}
    assert [d.severity for d in facts.diagnostics] == ["error"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fn",
        "impl",
        "impl X for {",
        "use ::{{{",
        "mod ;",
        "let x = ;",
        "\xff{",
        "macro_rules! m { ($($x:tt)*) => { $($x)* } }",
        "m!{ let x = y.z(; |a: B| }",
        "#[derive(",
        "enum E { A(",
        "fn f() { match x { Some(y) => y, } }",
        "'a'b'c",
        'r#"',
        "use a::{self, *, b as _, c::{}};",
    ],
)
def test_odd_files_do_not_fail(text: str) -> None:
    assert extract_facts("rust", text.encode("latin-1")).language == "rust"


_WORDS = [
    "fn",
    "f()",
    "{}",
    "impl",
    "X",
    "for",
    "Y<T>",
    "{",
    "struct",
    "S(u8);",
    "enum",
    "E",
    "{",
    "A(B),",
    "trait",
    "T:",
    "U",
    "mod",
    "m;",
    "mod",
    "m",
    "{",
    "use",
    "a::{b,",
    "self::*",
    "super::x",
    "let",
    "mut",
    "x",
    "=",
    "y;",
    "if",
    "let",
    "Some(x)",
    "=",
    "match",
    "z",
    "{",
    "A::B",
    "{",
    "c,",
    "..",
    "}",
    "=>",
    "|a:",
    "T|",
    "for",
    "x",
    "in",
    "#[test]",
    "#[derive(A)]",
    "macro_rules!",
    "m!",
    "($x)",
    '"s"',
    'r#"t"#',
    "'c'",
    "'a",
    "1.0",
    "..",
    "?",
    "::",
    "<",
    ">",
    ",",
    ";",
    "(",
    ")",
    "[",
    "]",
    "}",
]


@walk(150)
@given(st.lists(st.sampled_from(_WORDS), max_size=40))
def test_words_in_any_order_do_not_fail(words: list[str]) -> None:
    data = " ".join(words).encode()
    assert extract_facts("rust", data) == extract_facts("rust", data)


@walk(80)
@given(st.binary(max_size=200))
def test_bytes_do_not_fail(data: bytes) -> None:
    assert extract_facts("rust", data).language == "rust"


@pytest.mark.parametrize("unit", ["{", "(", "a.f(", "if x {", "Some(", "|x| ", "&", "mod m {"])
def test_deep_nesting_does_not_fail(unit: str) -> None:
    text = "fn f() { let x = " + unit * 3000
    assert extract_facts("rust", text.encode()).language == "rust"


# Modules and crates -------------------------------------------------------------------------------


@dataclass
class Project:
    """A project of which only some files have content."""

    files: dict[str, str]
    paths: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.paths = frozenset(self.files)

    def read(self, path: str) -> bytes | None:
        return self.files[path].encode() if path in self.files else None


def resolve(files: dict[str, str], spec: str, importer: str) -> str:
    found = RustResolver(Project(files)).resolve(spec, importer)
    return found.paths[0] if found.paths else f"<{found.external}>" if found.external else ""


MANIFEST = '[package]\nname = "my-shop"\n'
FILES = {
    "Cargo.toml": MANIFEST,
    "src/lib.rs": "pub mod cart;",
    "src/main.rs": "mod args;",
    "src/args.rs": "",
    "src/cart.rs": "",
    "src/cart/item.rs": "",
    "src/store/mod.rs": "",
    "src/store/disk.rs": "",
    "src/bin/tool.rs": "",
    "src/bin/other/main.rs": "",
    "src/bin/other/part.rs": "",
    "tests/check.rs": "",
}


@pytest.mark.parametrize(
    ("importer", "spec", "path"),
    [
        ("src/lib.rs", "mod cart", "src/cart.rs"),
        ("src/lib.rs", "mod store", "src/store/mod.rs"),
        ("src/cart.rs", "mod item", "src/cart/item.rs"),
        ("src/store/mod.rs", "mod disk", "src/store/disk.rs"),
        ("src/lib.rs", "mod store/disk", "src/store/disk.rs"),
        ("src/lib.rs", "mod missing", ""),
        ("src/lib.rs", "path cart/item.rs", "src/cart/item.rs"),
        ("src/cart/item.rs", "super", "src/cart.rs"),
        ("src/cart/item.rs", "super::super", "src/lib.rs"),
        ("src/store/disk.rs", "super", "src/store/mod.rs"),
        ("src/store/mod.rs", "super", "src/lib.rs"),
        ("src/lib.rs", "super", ""),
        ("src/store/disk.rs", "crate", "src/lib.rs"),
        ("src/args.rs", "crate", "src/main.rs"),
        ("src/args.rs", "super", "src/main.rs"),
        ("src/bin/tool.rs", "crate", "src/bin/tool.rs"),
        ("src/bin/other/part.rs", "crate", "src/bin/other/main.rs"),
        ("src/bin/tool.rs", "my_shop", "src/lib.rs"),
        ("tests/check.rs", "my_shop", "src/lib.rs"),
        ("tests/check.rs", "std", "<std>"),
        ("src/lib.rs", "?nothing", ""),
        ("src/cart/item.rs", "store", "src/store/mod.rs"),
        ("src/lib.rs", "serde", "<serde>"),
    ],
)
def test_names_lead_to_files(importer: str, spec: str, path: str) -> None:
    assert resolve(FILES, spec, importer) == path


def test_dependencies_lead_to_packages_of_the_project() -> None:
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/out"]\n'
        '[workspace.dependencies]\nthe-core = { path = "crates/core" }\nserde = "1"\n',
        "crates/core/Cargo.toml": '[package]\nname = "the-core"\n[lib]\npath = "core.rs"\n',
        "crates/core/core.rs": "",
        "crates/app/Cargo.toml": '[package]\nname = "app"\n[dependencies]\n'
        "the-core.workspace = true\nserde.workspace = true\n"
        'engine = { package = "the-core", path = "../core" }\n'
        '[target."cfg(unix)".dev-dependencies]\nthe_core2 = { path = "../missing" }\n',
        "crates/app/src/main.rs": "",
    }
    main = "crates/app/src/main.rs"
    assert resolve(files, "the_core", main) == "crates/core/core.rs"
    assert resolve(files, "engine", main) == "crates/core/core.rs"
    assert resolve(files, "serde", main) == "<serde>"
    assert resolve(files, "?serde", main) == "<serde>"
    assert resolve(files, "the_core2", main) == "<the_core2>"


def test_manifests_that_cannot_be_read_are_left_out() -> None:
    assert resolve(
        {"Cargo.toml": "[package", "src/lib.rs": "", "src/a.rs": ""}, "crate", "src/a.rs"
    )
    assert resolve({"src/lib.rs": "", "src/a.rs": ""}, "super", "src/a.rs") == "src/lib.rs"


def test_settings_tell_what_decides() -> None:
    first, second = RustResolver(Project(FILES)), RustResolver(Project({**FILES, "src/x.rs": ""}))
    assert first.settings == second.settings
    changed = RustResolver(Project({**FILES, "src/main.rs": "mod args;\nmod more;"}))
    assert changed.settings != first.settings
