"""What extraction reads of Kotlin files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.graph.facts import (
    ABSTRACT,
    ANONYMOUS,
    CONSTANT,
    DECLARATION,
    EXPORTED,
    STATIC,
    TEST,
    Definition,
    FileFacts,
)
from ripplegraph.graph.tests import is_test_path
from ripplegraph.impact.test_selection.runner_names import name_test
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.languages.kotlin.prepare import blank_unknown
from ripplegraph.parsers.registry import language_of
from tests.support.examples import walk


def read(text: str) -> FileFacts:
    return extract_facts("kotlin", text.encode())


def find(facts: FileFacts, name: str) -> Definition:
    return next(d for d in facts.definitions if d.qualified == name)


def test_kotlin_files_are_recognised() -> None:
    assert language_of("src/main/kotlin/a/Main.kt") == "kotlin"
    assert language_of("build.gradle.kts") == "kotlin"
    assert is_test_path("app/CartTest.kt")
    assert not is_test_path("app/Contest.kt")


def test_definitions_have_their_names_kinds_and_flags() -> None:
    facts = read(
        "package shop\n\nconst val LIMIT = 3\nprivate val name = 1\nfun run(a: Int) {}\n"
        "class Cart(val size: Int, more: Int) {\n  constructor() : this(1, 2)\n"
        "  companion object { fun make() = Cart() }\n}\n"
        "interface Store { fun get(): Int }\nenum class Kind { ONE }\nobject Single\n"
        "typealias Box = Cart\n"
    )
    found = {d.qualified: (d.kind, d.flags) for d in facts.definitions}
    assert found == {
        "LIMIT": ("variable", EXPORTED | CONSTANT),
        "name": ("variable", 0),
        "run": ("function", EXPORTED),
        "Cart": ("class", EXPORTED),
        "Cart.size": ("variable", EXPORTED),
        "Cart.Cart": ("function", EXPORTED),
        "Cart.make": ("function", EXPORTED),
        "Store": ("interface", EXPORTED),
        "Store.get": ("function", EXPORTED | ABSTRACT | DECLARATION),
        "Kind": ("class", EXPORTED),
        "Kind.ONE": ("variable", EXPORTED | STATIC | CONSTANT),
        "Single": ("class", EXPORTED),
        "Box": ("interface", EXPORTED),
    }
    assert facts.package == "shop"
    assert find(facts, "LIMIT").literal == "3"


def test_functions_are_bound_by_how_much_they_take() -> None:
    facts = read(
        "fun f(a: Int, b: Int = 1, c: () -> Unit = {}) {}\nfun String.g(vararg a: Int) {}\n"
    )
    names = [b.name for b in facts.scopes[0].bindings]
    assert names[:4] == ["f(1)", "f(2)", "f(3)", "f::"]
    assert names[4] == "+g(0)"
    assert names[-2:] == ["+g(+)", "g::"]


@pytest.mark.parametrize(
    ("annotation", "entry"),
    [("@Test", "test"), ("@ParameterizedTest", "test"), ("@BeforeEach", "fixture"), ("", "")],
)
def test_annotations_tell_what_runs_a_function(annotation: str, entry: str) -> None:
    function = find(read(f"class A {{\n  {annotation} fun `adds two`() {{}}\n}}\n"), "A.adds two")
    assert function.entry == entry
    assert bool(function.flags & TEST) is (entry == "test")


def test_specs_of_kotest_are_tests_as_a_whole() -> None:
    facts = read('package a\n\nclass CartSpec : FunSpec({\n  test("adds") { add() }\n})\n')
    assert find(facts, "CartSpec").entry == "test"
    assert name_test("src/test/kotlin/a/CartSpec.kt", "CartSpec") == "a.CartSpec"
    assert name_test("src/test/kotlin/a/CartTest.kt", "CartTest.adds") == "a.CartTest#adds"


def test_programs_are_entry_points() -> None:
    assert read("fun main() {}\n").entry == "main"
    assert read("class A { fun main() {} }\n").entry == ""


def test_imports() -> None:
    facts = read("import a.b.C\nimport a.b.run\nimport a.b.X as Y\nimport a.*\n\nval v = run(1)\n")
    assert [(i.spec, i.names) for i in facts.imports] == [
        ("a.b", ("C",)),
        ("a.b", ("run", "run(1)")),
        ("a.b", ("X",)),
        ("a", ("*", "run(1)")),
    ]
    bound = [(b.name, b.member) for b in facts.scopes[0].bindings if b.kind == "f"]
    assert ("run(1)", "run(1)") in bound
    assert ("Y", "X") in bound


def test_lambdas_belong_to_the_function_around_them() -> None:
    facts = read("fun f() { run { g() } }\n")
    (inner,) = [d for d in facts.definitions if d.flags & ANONYMOUS]
    assert facts.definitions[facts.scopes[inner.body].owner].qualified == "f"


def test_broken_files_keep_what_parses() -> None:
    facts = read("fun f() {}\n\nclass {{{ (\n")
    assert "f" in {d.qualified for d in facts.definitions}
    assert [d.severity for d in facts.diagnostics] == ["error"]


def test_deep_nesting_does_not_overflow() -> None:
    assert read("fun f() = " + "x.let { " * 400 + "it" + " }" * 400 + "\n").language == "kotlin"
    assert read("val x = " + "(" * 2000 + "1" + ")" * 2000 + "\n").language == "kotlin"


_TEXT = (
    "class A interface object companion fun val var x y ( ) { } : = , . ?. :: -> < > it this super "
    'import package * enum typealias by for in is as ?: !! "s" 1 @A when if else constructor init'
)
_WORDS = st.sampled_from(_TEXT.split(" "))


@walk(100)
@given(st.one_of(st.binary(max_size=200), st.lists(_WORDS, max_size=60).map(" ".join)))
def test_any_bytes_give_the_same_facts_twice(data: bytes | str) -> None:
    raw = data if isinstance(data, bytes) else data.encode()
    assert extract_facts("kotlin", raw) == extract_facts("kotlin", raw)


@pytest.mark.parametrize("folder", ["main", "commonMain", "jvmMain"])
def test_a_class_of_the_main_sources_is_no_suite_whatever_its_name(folder: str) -> None:
    assert not is_test_path(f"src/{folder}/kotlin/app/TypeSpec.kt")
    assert is_test_path("app/TypeSpec.kt")


def test_what_the_grammar_does_not_know_leaves_everything_where_it_is() -> None:
    source = b"class A\nprivate constructor(val x: Int) : B by c {\n  val y by lazy { 0..<3 }\n}\n"
    prepared = blank_unknown(source)
    assert len(prepared) == len(source)
    assert prepared.count(b"\n") == source.count(b"\n")
    assert prepared.startswith(b"class A\n                   (val x: Int) : B      {\n")
    assert b"val y by lazy" in prepared
