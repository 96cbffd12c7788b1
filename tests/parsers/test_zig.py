"""What extraction reads of Zig files, and where imports lead."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.graph.facts import CONSTANT, EXPORTED, TEST
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.languages.zig.resolver import ZigResolver
from ripplegraph.parsers.registry import language_of
from tests.support.examples import walk


def test_zig_files_are_recognised() -> None:
    assert language_of("src/main.zig") == "zig"


def test_definitions() -> None:
    facts = extract_facts(
        "zig",
        b'const std = @import("std");\npub const LIMIT: u32 = 3;\nvar count: u32 = 0;\n'
        b"/// A cart.\npub const Cart = struct {\n    size: u32,\n"
        b"    fn add(self: *Cart) void {}\n};\n"
        b'const Kind = enum { one };\npub fn main() void {}\ntest "a # b" {}\n',
    )
    found = {d.qualified: (d.kind, d.flags) for d in facts.definitions}
    assert found == {
        "LIMIT": ("variable", EXPORTED | CONSTANT),
        "count": ("variable", 0),
        "Cart": ("class", EXPORTED),
        "Cart.size": ("variable", 0),
        "Cart.add": ("function", 0),
        "Kind": ("class", 0),
        "Kind.one": ("variable", 0),
        "main": ("function", EXPORTED),
        "a   b": ("function", TEST),
    }
    docs = {d.qualified: d.doc for d in facts.definitions}
    assert docs["Cart"] == "A cart."
    assert facts.entry == "main"


@pytest.mark.parametrize(
    "other", ["fn f(a: u32) void { g(a); }", "fn f(a: u32) void {\n    // A remark.\n    g(a,);\n}"]
)
def test_formatting_and_comments_do_not_change_fingerprints(other: str) -> None:
    first = extract_facts("zig", b"fn f(a: u32) void {\n    g(a);\n}\n").definitions[0]
    second = extract_facts("zig", other.encode()).definitions[0]
    assert (first.signature_print, first.body_print) == (second.signature_print, second.body_print)


@walk(60)
@given(st.binary(max_size=200))
def test_bytes_do_not_fail(data: bytes) -> None:
    assert extract_facts("zig", data).language == "zig"


_WORDS = [
    "const",
    "a",
    "=",
    "struct",
    "{",
    "fn",
    "f(self:",
    "*@This())",
    "!void",
    "enum",
    "union(enum)",
    "test",
    '"x"',
    '@import("a.zig").b',
    "if",
    "(x)",
    "|y|",
    "while",
    "(a.b())",
    "|c|",
    "for",
    "(d,",
    "0..)",
    "|e,",
    "i|",
    "switch",
    ".one",
    "=>",
    "x.?.y[0].z()",
    "catch",
    "orelse",
    "pub",
    "var",
    ":",
    "?*T",
    "[]u8",
    "=",
    ".{",
    ".a",
    "=",
    "1",
    "}",
    ";",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
]


@walk(100)
@given(st.lists(st.sampled_from(_WORDS), max_size=30))
def test_words_in_any_order_do_not_fail(words: list[str]) -> None:
    data = " ".join(words).encode()
    assert extract_facts("zig", data) == extract_facts("zig", data)


@pytest.mark.parametrize("unit", ["{", "(", "a.f(", "if (x) ", "struct {", "&"])
def test_deep_nesting_does_not_fail(unit: str) -> None:
    assert extract_facts("zig", ("const x = " + unit * 1000).encode()).language == "zig"


@dataclass
class Project:
    """A project of which only paths matter."""

    paths: frozenset[str]

    def read(self, path: str) -> bytes | None:  # noqa: ARG002
        return None


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        ("cart.zig", "src/cart.zig"),
        ("../build.zig", "build.zig"),
        ("missing.zig", ""),
        ("shop", "src/shop.zig"),
        ("std", "<std>"),
        ("other", "<other>"),
        (".", "src/main.zig"),
    ],
)
def test_imports_lead_to_files_or_packages(spec: str, found: str) -> None:
    paths = frozenset({"src/main.zig", "src/cart.zig", "src/shop.zig", "build.zig"})
    resolved = ZigResolver(Project(paths)).resolve(spec, "src/main.zig")
    outside = f"<{resolved.external}>" if resolved.external else ""
    assert (resolved.paths[0] if resolved.paths else outside) == found
