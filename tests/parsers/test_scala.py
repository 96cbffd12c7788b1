"""What extraction reads of Scala files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.graph.facts import (
    ABSTRACT,
    ANONYMOUS,
    DECLARATION,
    EXPORTED,
    PROPERTY,
    TEST,
    Definition,
    FileFacts,
)
from ripplegraph.graph.tests import is_test_path
from ripplegraph.impact.test_selection.runner_names import name_test
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.languages.scala.prepare import join_bodies
from ripplegraph.parsers.registry import language_of
from tests.support.examples import walk


def read(text: str) -> FileFacts:
    return extract_facts("scala", text.encode())


def find(facts: FileFacts, name: str) -> Definition:
    return next(d for d in facts.definitions if d.qualified == name)


def test_scala_files_are_recognised() -> None:
    assert language_of("src/main/scala/a/Main.scala") == "scala"
    assert is_test_path("app/CartSpec.scala")
    assert is_test_path("app/CartSuite.scala")


def test_definitions_have_their_names_kinds_and_flags() -> None:
    facts = read(
        "package shop\n\ntrait Store {\n  def get(key: Int): Int\n  def size = 1\n}\n"
        "class Cart(val name: String, more: Int) {\n  private val total = 1\n}\n"
        "object Cart {\n  def make(): Cart = new Cart(1)\n}\ncase class Point(x: Int)\n"
        "object Tools { type Box = Cart }\n"
    )
    found = {d.qualified: (d.kind, d.flags) for d in facts.definitions}
    assert found == {
        "Store": ("interface", EXPORTED),
        "Store.get": ("function", EXPORTED | ABSTRACT | DECLARATION),
        "Store.size": ("function", EXPORTED | PROPERTY),
        "Cart": ("class", EXPORTED),
        "Cart.name": ("variable", EXPORTED),
        "Cart.total": ("variable", 0),
        "Cart.make": ("function", EXPORTED),
        "Point": ("class", EXPORTED),
        "Point.x": ("variable", EXPORTED),
        "Tools": ("class", EXPORTED),
        "Tools.Box": ("interface", EXPORTED),
    }
    assert facts.package == "shop"


@pytest.mark.parametrize("base", ["AnyFlatSpec", "AnyFunSuite", "munit.FunSuite", "TestSuite"])
def test_suites_are_tests_as_a_whole(base: str) -> None:
    suite = find(
        read(f'package a\n\nclass CartSpec extends {base} {{\n  test("x") {{}}\n}}\n'), "CartSpec"
    )
    assert (suite.entry, bool(suite.flags & TEST)) == ("test", True)
    assert name_test("src/test/scala/a/CartSpec.scala", "CartSpec") == "a.CartSpec"


def test_programs_are_entry_points() -> None:
    assert read("object Main extends App { run() }\n").entry == "main"
    assert read("object Main { def main(args: Array[String]): Unit = {} }\n").entry == "main"
    assert read("object Main { def run() = 1 }\n").entry == ""


def test_imports() -> None:
    facts = read(
        "package a\n\nimport b.C\nimport b.{D, E => F}\nimport _root_.b.Obj._\n\nclass X\n"
    )
    assert [(i.spec, i.names[0]) for i in facts.imports] == [
        ("b", "C"),
        ("b", "D"),
        ("b", "E"),
        ("b:Obj", "*"),
    ]
    bound = {b.name: b.member for b in facts.scopes[0].bindings if b.kind == "f"}
    assert (bound["C"], bound["D"], bound["F"]) == ("C", "D", "E")


def test_lists_of_arguments_are_one_call() -> None:
    facts = read("object A { def f() = g(1)(2)(3) }\n")
    assert [(call.callee, len(call.args)) for call in facts.calls] == [("g", 1)]


def test_lambdas_belong_to_the_function_around_them() -> None:
    facts = read("object A { def f() = run(x => g(x)) }\n")
    (inner,) = [d for d in facts.definitions if d.flags & ANONYMOUS]
    assert facts.definitions[facts.scopes[inner.body].owner].qualified == "A.f"


def test_broken_files_keep_what_parses() -> None:
    facts = read("object A { def f() = 1 }\n\nclass }}} (\n")
    assert "A.f" in {d.qualified for d in facts.definitions}
    assert [d.severity for d in facts.diagnostics] == ["error"]


def test_deep_nesting_does_not_overflow() -> None:
    assert read("object A { val x = " + "(" * 2000 + "1" + ")" * 2000 + " }\n").language == "scala"
    chain = "x" + ".map(y => y" * 400 + ")" * 400
    assert read(f"object A {{ val x = {chain} }}\n").language == "scala"


_TEXT = (
    "class A trait object case def val var x y ( ) { } : = , . => <- [ ] _ this super import "
    'package enum extension given type for yield match if else new extends with "s" 1 @A implicit'
)
_WORDS = st.sampled_from(_TEXT.split(" "))


@walk(100)
@given(st.one_of(st.binary(max_size=200), st.lists(_WORDS, max_size=60).map(" ".join)))
def test_any_bytes_give_the_same_facts_twice(data: bytes | str) -> None:
    raw = data if isinstance(data, bytes) else data.encode()
    assert extract_facts("scala", raw) == extract_facts("scala", raw)


def test_a_body_on_a_line_of_its_own_begins_before_it() -> None:
    source = b"class A\n  extends B\n{\n  def f: Int\n    = 1\n}\n// word\n{ }\n"
    prepared = join_bodies(source)
    assert len(prepared) == len(source)
    assert prepared == b"class A\n  extends B{\n\n  def f: Int =\n    1\n}\n// word\n{ }\n"
