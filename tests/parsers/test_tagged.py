"""Languages that are read by their queries alone."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ripplegraph.parsers.languages.known as known
from ripplegraph.graph.facts import STATIC, TEST, Definition, FileFacts
from ripplegraph.graph.tests import is_test_path
from ripplegraph.indexing.extraction.file_filter import FRAIL
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.facts_version import get_extractor_version
from ripplegraph.parsers.registry import find_languages, language_of
from ripplegraph.parsers.tagged.context import ROLES
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.types import parse_type
from tests.support.examples import choose, walk
from tests.support.languages import FIXTURES, find_cases

LANGUAGES = find_languages()
TAGGED = sorted(
    name for name, item in LANGUAGES.items() if isinstance(item.extract, TaggedExtractor)
)

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "add-a-language.md"


def find(facts: FileFacts, name: str) -> Definition:
    return next(d for d in facts.definitions if d.qualified == name)


def read_fixtures(language: str) -> list[bytes]:
    files = sorted(path for path in (FIXTURES / language).rglob("*") if path.is_file())
    return [path.read_bytes() for path in files if language_of(path.name) == language]


def test_there_are_as_many_as_promised() -> None:
    levels = [LANGUAGES[name].level for name in TAGGED]
    assert levels.count("known") == 25
    assert levels.count("good") >= 11


@pytest.mark.parametrize("language", TAGGED)
def test_a_language_has_cases(language: str) -> None:
    count = sum(case.parent.name == language for case in find_cases())
    assert count >= {"known": 3, "good": 10}[LANGUAGES[language].level]


def test_a_known_language_is_a_line_and_a_query() -> None:
    folder = Path(str(known.__file__)).parent
    code = {path.name for path in folder.iterdir() if path.suffix == ".py"}
    assert code == {"__init__.py", "record.py"}
    queries = {path.stem for path in folder.glob("*.scm")}
    assert queries == {name for name in TAGGED if LANGUAGES[name].level == "known"}


@pytest.mark.parametrize("language", TAGGED)
def test_captures_are_documented(language: str) -> None:
    page = PAGE.read_text()
    for capture in set(re.findall(r"@([a-z][\w.-]*)", LANGUAGES[language].query)):
        word, *more = capture.split(".")
        assert f"`@{word}" in page, capture
        more = [part for part in more if not part.startswith("in-")]
        if word in ROLES:
            assert all(f"`{part}`" in page or f".{part}`" in page for part in more), capture


@pytest.mark.parametrize("language", sorted({*TAGGED} - FRAIL))
@given(data=st.data())
@walk(15)
def test_any_bytes_have_facts(language: str, data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(read_fixtures(language)))
    at = data.draw(st.integers(0, len(source)))
    until = data.draw(st.integers(at, len(source)))
    text = source[:at] + data.draw(st.binary(max_size=12)) + source[until:]
    assert extract_facts(language, text) == extract_facts(language, text)


@pytest.mark.walk
@pytest.mark.parametrize("language", TAGGED)
@pytest.mark.parametrize("text", [b"(", b"{", b"a.", b"f(", b"if x {", b"[", b"begin ", b"\xff"])
def test_deep_nesting_has_facts(language: str, text: bytes) -> None:
    assert extract_facts(language, text * choose(3_000)).language == language


@pytest.mark.parametrize("language", TAGGED)
def test_versions_are_the_same_in_every_process(language: str) -> None:
    extractor = LANGUAGES[language].extract
    assert isinstance(extractor, TaggedExtractor)
    assert " at 0x" not in extractor.tags.describe()
    assert get_extractor_version(language)


def test_comments_and_space_change_no_fingerprint() -> None:
    one = find(extract_facts("csharp", b"class A { int F(int x) { return x + 1; } }"), "A.F")
    two = find(
        extract_facts("csharp", b"class A {\n// why\nint F(int x)\n{\n  return x+1; // so\n} }"),
        "A.F",
    )
    three = find(extract_facts("csharp", b"class A { int F(int x) { return x + 2; } }"), "A.F")
    assert (one.signature_print, one.body_print) == (two.signature_print, two.body_print)
    assert one.signature_print == three.signature_print
    assert one.body_print != three.body_print


def test_ends_of_lines_count_where_they_mean_something() -> None:
    one = find(extract_facts("ruby", b"def f\n  a b\nend\n"), "f")
    two = find(extract_facts("ruby", b"def f\n\n    a b\nend\n"), "f")
    three = find(extract_facts("ruby", b"def f\n  a\n  b\nend\n"), "f")
    assert one.body_print == two.body_print
    assert one.body_print != three.body_print


def test_definitions_are_described() -> None:
    facts = extract_facts(
        "php",
        b"<?php\n/** Keeps items. */\nclass Cart {\n"
        b"    // Adds one.\n    public static function add(Item $item): bool { return true; }\n}\n",
    )
    cart, add = find(facts, "Cart"), find(facts, "Cart.add")
    assert (cart.doc, cart.kind, cart.line, cart.end_line) == ("Keeps items.", "class", 3, 6)
    assert (add.doc, add.line) == ("Adds one.", 5)
    assert add.signature == "public static function add(Item $item): bool"
    assert add.flags & STATIC
    assert [(p.name, p.annotation) for p in add.params] == [("$item", "Item")]


def test_bytes_that_are_no_text_stay_where_they_are() -> None:
    facts = extract_facts("ruby", b'# \xff\xfe\xc3\nclass A < B\n  X = "\xe9"\n  def f; end\nend\n')
    assert [(d.qualified, d.line) for d in facts.definitions] == [("A", 2), ("A.X", 3), ("A.f", 4)]


def test_parts_of_a_function_are_one_function() -> None:
    facts = extract_facts("elixir", b"defmodule A do\n  def f(0), do: 1\n  def f(n), do: n\nend\n")
    assert [d.qualified for d in facts.definitions] == ["A", "A.f"]
    assert (find(facts, "A.f").line, find(facts, "A.f").end_line) == (2, 3)


def test_what_does_not_parse_is_told() -> None:
    facts = extract_facts("csharp", b"class A { void F() { } }\nclass {{{ ")
    assert [d.severity for d in facts.diagnostics] == ["error"]
    assert find(facts, "A.F").kind == "function"


def test_alternatives_that_do_not_fit_together_are_left_out() -> None:
    source = b"#if A\nclass X : B\n#else\nclass X : C\n#endif\n{\n    void F() { }\n}\n"
    facts = extract_facts("csharp", source)
    assert not facts.diagnostics
    assert find(facts, "X").bases == ("B",)
    assert find(facts, "X.F").line == 7


def test_tests_are_marked() -> None:
    sources = {
        "csharp": (b"class T { [Fact] void Adds() {} void Help() {} }", {"T.Adds"}),
        "php": (
            b"<?php class CartTest { function testA() {} function help() {} }",
            {"CartTest.testA"},
        ),
        "ruby": (
            b"class T < Minitest::Test\n  def test_a; end\n  def help; end\nend\n",
            {"T.test_a"},
        ),
        "elixir": (b'defmodule T do\n  test "adds it" do\n  end\nend\n', {"T.adds_it"}),
        "bash": (b'@test "adds it" {\n  true\n}\nhelp() { true; }\n', {"test_adds_it"}),
    }
    for language, (source, expected) in sources.items():
        facts = extract_facts(language, source)
        assert {d.qualified for d in facts.definitions if d.flags & TEST} == expected, language


@pytest.mark.parametrize(
    "path",
    [
        "spec/cart_spec.rb",
        "cart_test.rb",
        "CartTest.php",
        "Shop.Tests/Cart.cs",
        "CartTests.cs",
        "cart_test.exs",
        "cart_spec.lua",
        "cart.bats",
        "cart_test.dart",
    ],
)
def test_files_of_tests_are_recognised(path: str) -> None:
    assert is_test_path(path)


@pytest.mark.parametrize("path", ["Latest.cs", "contest.php", "Shop.Testing.cs", "spectrum.rb"])
def test_other_files_are_no_tests(path: str) -> None:
    assert not is_test_path(path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cart", "Cart"),
        ("a.B", "a.B"),
        ("List<Cart>", ("<", "List", ("Cart",))),
        ("Map<K, List<V>>?", ("<", "Map", ("K", ("<", "List", ("V",))))),
        ("Cart[]", ("<", "[]", ("Cart",))),
        ("?Cart", "Cart"),
        ("A|null", "A"),
        ("A|B", ("|", "A", "B")),
        ("var", None),
        ("<<<", None),
        ("", None),
    ],
)
def test_types_are_read_from_their_text(text: str, expected: object) -> None:
    assert parse_type(text) == expected
