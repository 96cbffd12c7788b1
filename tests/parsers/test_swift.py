"""What extraction reads of Swift files, and where the names of modules lead."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.graph.facts import TEST
from ripplegraph.graph.tests import is_test_path
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.languages.swift.names import spell_name
from ripplegraph.parsers.languages.swift.resolver import SwiftResolver
from ripplegraph.parsers.registry import language_of
from tests.support.examples import walk


def test_swift_files_are_recognised() -> None:
    assert language_of("Sources/Shop/Cart.swift") == "swift"
    assert is_test_path("Tests/ShopTests/Helpers.swift")
    assert is_test_path("Shop/CartTests.swift")
    assert not is_test_path("Sources/Shop/Cart.swift")


def test_definitions() -> None:
    facts = extract_facts(
        "swift",
        b"class Cart: Base {\n    var n: Int { 1 }\n    let m = 2\n    init() {}\n"
        b"    static func make() -> Cart { Cart() }\n}\nextension Cart { func show() {} }\n"
        b"protocol P { func f() }\nenum E { case a, b }\n"
        b"@Test func works() {}\nclass T: XCTestCase { func testIt() {} }\n",
    )
    found = {d.qualified: d.kind for d in facts.definitions}
    assert found == {
        "Cart": "class",
        "Cart.n": "function",
        "Cart.m": "variable",
        "Cart.init": "function",
        "Cart.make": "function",
        "Cart#2": "class",
        "Cart.show": "function",
        "P": "interface",
        "P.f": "function",
        "E": "class",
        "E.a": "variable",
        "E.b": "variable",
        "works": "function",
        "T": "class",
        "T.testIt": "function",
    }
    tests = {d.qualified for d in facts.definitions if d.flags & TEST}
    assert tests == {"works", "T.testIt"}


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Cart?", "Cart"),
        ("[Cart]", "Cart[]"),
        ("[String: [Cart]]", "Dict<String,Cart[]>"),
        ("some Store", "Store"),
        ("any Store", "Store"),
        ("`default`", "default"),
        ("@escaping Handler", "Handler"),
    ],
)
def test_names_and_types_are_spelled_as_in_all_languages(written: str, name: str) -> None:
    assert spell_name(written) == name


@walk(60)
@given(st.binary(max_size=200))
def test_bytes_do_not_fail(data: bytes) -> None:
    assert extract_facts("swift", data).language == "swift"


@pytest.mark.parametrize("unit", ["{", "(", "a.f(", "if x {", "class A {", "{ x in "])
def test_deep_nesting_does_not_fail(unit: str) -> None:
    assert extract_facts("swift", (unit * 1000).encode()).language == "swift"


@dataclass
class Project:
    """A project of which only paths matter."""

    paths: frozenset[str]

    def read(self, path: str) -> bytes | None:  # noqa: ARG002
        return None


def test_modules_are_targets_or_come_from_outside() -> None:
    paths = {"Sources/Shop/Cart.swift", "Sources/Shop/Deep/Item.swift", "Tests/ShopTests/A.swift"}
    resolver = SwiftResolver(Project(frozenset(paths)))
    assert resolver.resolve("Shop", "Tests/ShopTests/A.swift").namespace == "swift:Sources/Shop::"
    assert resolver.resolve("Foundation", "Sources/Shop/Cart.swift").external == "Foundation"
