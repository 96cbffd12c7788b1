"""What extraction reads of Java files."""

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
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.languages.java.imports import to_spec
from ripplegraph.parsers.registry import language_of
from tests.support.examples import walk


def read(text: str) -> FileFacts:
    return extract_facts("java", text.encode())


def find(facts: FileFacts, name: str) -> Definition:
    return next(d for d in facts.definitions if d.qualified == name)


def test_java_files_are_recognised() -> None:
    assert language_of("src/main/java/a/Main.java") == "java"


@pytest.mark.parametrize("name", ["CartTest", "TestCart", "CartTests", "CartIT", "CartTestCase"])
def test_tests_are_recognised_by_their_names(name: str) -> None:
    assert is_test_path(f"app/{name}.java")


@pytest.mark.parametrize("folder", ["integrationTest", "testFixtures", "androidTest", "it"])
def test_sources_of_tests_are_recognised(folder: str) -> None:
    assert is_test_path(f"app/src/{folder}/java/a/Helper.java")
    assert not is_test_path(f"app/src/{folder}/a.css")


@pytest.mark.parametrize("name", ["Contest", "Test", "Testament", "Limit"])
def test_other_names_are_no_tests(name: str) -> None:
    assert not is_test_path(f"app/{name}.java")


def test_sources_of_programs_are_no_tests_whatever_their_names() -> None:
    assert not is_test_path("src/main/java/org/acme/testing/TestClass.java")
    assert is_test_path("src/test/java/org/acme/TestClass.java")


def test_definitions_have_their_names_kinds_and_flags() -> None:
    facts = read(
        "package shop;\n\npublic class Cart {\n    static final int LIMIT = 3;\n"
        "    private String name;\n    Cart(int a) {}\n    protected static void run() {}\n"
        "    void run(int a) {}\n    interface Store { int get(); }\n"
        "    enum Kind { ONE }\n    record Pair(int left) {}\n    @interface Mark {}\n}\n"
    )
    found = {d.qualified: (d.kind, d.flags) for d in facts.definitions}
    assert found == {
        "Cart": ("class", EXPORTED),
        "Cart.LIMIT": ("variable", STATIC | CONSTANT),
        "Cart.name": ("variable", 0),
        "Cart.Cart": ("function", 0),
        "Cart.run": ("function", EXPORTED | STATIC),
        "Cart.run#2": ("function", 0),
        "Cart.Store": ("interface", 0),
        "Cart.Store.get": ("function", EXPORTED | ABSTRACT | DECLARATION),
        "Cart.Kind": ("class", 0),
        "Cart.Kind.ONE": ("variable", EXPORTED | STATIC | CONSTANT),
        "Cart.Pair": ("class", 0),
        "Cart.Pair.left": ("function", EXPORTED),
        "Cart.Mark": ("interface", 0),
    }
    assert facts.package == "shop"
    assert find(facts, "Cart.LIMIT").literal == "3"


def test_signatures_and_documentation() -> None:
    facts = read(
        "class A {\n    /**\n     * Adds {@code b} <b>now</b>.\n     */\n    @Override\n"
        "    public int add(int b,\n            String... c) { return 1; }\n\n"
        "    /** @return it */\n    int get() { return 1; }\n    // no\n    int x = 3;\n}\n"
    )
    add = find(facts, "A.add")
    assert add.signature == "public int add(int b, String... c)"
    assert add.doc == "Adds b now."
    assert add.line == 6
    assert [(p.name, p.kind) for p in add.params] == [("b", ""), ("c", "*")]
    assert find(facts, "A.get").doc == ""
    assert (find(facts, "A.x").signature, find(facts, "A.x").doc) == ("int x", "")


@pytest.mark.parametrize(
    ("annotation", "entry"),
    [
        ("@Test", "test"),
        ("@org.junit.Test(timeout = 3)", "test"),
        ("@ParameterizedTest", "test"),
        ("@RepeatedTest(3)", "test"),
        ("@BeforeEach", "fixture"),
        ('@GetMapping("/orders")', "route /orders"),
        ("@Override", ""),
    ],
)
def test_annotations_tell_what_runs_a_method(annotation: str, entry: str) -> None:
    method = find(read(f"class A {{ {annotation} void run() {{}} }}"), "A.run")
    assert method.entry == entry
    assert bool(method.flags & TEST) is (entry == "test")


def test_old_tests_are_named_and_not_annotated() -> None:
    facts = read("class A extends TestCase { public void testX() {} void other() {} }")
    assert find(facts, "A.testX").entry == "test"
    assert find(facts, "A.other").entry == ""


def test_programs_are_entry_points() -> None:
    facts = read("class A { public static void main(String[] args) {} }")
    assert (find(facts, "A.main").entry, facts.entry) == ("main", "main")
    assert read("class A { void main() {} }").entry == ""


@pytest.mark.parametrize(
    ("name", "is_type", "spec"),
    [
        ("java.util", False, "java.util"),
        ("java.util.Map", False, "java.util:Map"),
        ("a.b.Outer.Inner", False, "a.b:Outer.Inner"),
        ("a.b.lower", True, "a.b:lower"),
        ("", False, ""),
    ],
)
def test_packages_are_told_from_types(name: str, is_type: bool, spec: str) -> None:
    assert to_spec(name, is_type=is_type) == spec


def test_imports() -> None:
    facts = read(
        "import a.B;\nimport a.b.*;\nimport static a.C.run;\nimport static a.C.*;\n"
        "class X { Y y = run(1) + run(); }\n"
    )
    assert [(i.spec, i.names) for i in facts.imports] == [
        ("a", ("B",)),
        ("a.b", ("*", "Y")),
        ("a:C", ("run",)),
        ("a:C", ("*",)),
    ]
    bound = [(b.name, b.spec, b.member) for b in facts.scopes[0].bindings if b.kind == "f"]
    assert ("run(0)", "a:C", "run(0)") in bound
    assert ("run(1)", "a:C", "run(1)") in bound


def test_lambdas_belong_to_the_method_around_them() -> None:
    facts = read("class A { void f() { run(() -> g()); } }")
    (inner,) = [d for d in facts.definitions if d.flags & ANONYMOUS]
    assert facts.definitions[facts.scopes[inner.body].owner].qualified == "A.f"


def test_classes_without_names_are_called_after_what_they_extend() -> None:
    facts = read(
        "class A { Task t = new Task() { void run() {} }; void f() { new b.Task<X>() {}; } }"
    )
    assert [d.qualified for d in facts.definitions][1:] == [
        "A.t",
        "A.t.$Task",
        "A.t.$Task.run",
        "A.f",
        "A.f.$Task",
    ]


BEFORE = 'class A {\n  void f(int a, String b) {\n    var x = g(a, "a  b");\n    h(x);\n  }\n}\n'


@pytest.mark.parametrize(
    ("text", "signature", "body"),
    [
        (BEFORE.replace("\n    h", "\n\n    /* why */ h"), True, True),
        (BEFORE.replace("int a, String b", "int a,\n      String b"), True, True),
        (BEFORE.replace("String b", "int b"), False, True),
        (BEFORE.replace("a  b", "a b"), True, False),
        (BEFORE.replace("h(x)", "h(a)"), True, False),
    ],
)
def test_fingerprints_follow_meaning(text: str, signature: bool, body: bool) -> None:
    before, after = find(read(BEFORE), "A.f"), find(read(text), "A.f")
    assert (before.signature_print == after.signature_print) is signature
    assert (before.body_print == after.body_print) is body


def test_broken_files_keep_what_parses() -> None:
    facts = read("class A {\n  void f() {}\n  void g( {\n}\n")
    assert "A.f" in {d.qualified for d in facts.definitions}
    assert [d.severity for d in facts.diagnostics] == ["error"]


def test_deep_nesting_does_not_overflow() -> None:
    chain = "".join(".a(b -> b" for _ in range(800)) + ")" * 800
    assert read(f"class A {{ void f() {{ x{chain}; }} }}").language == "java"
    assert read("class A { int x = " + "(" * 3000 + "1" + ")" * 3000 + "; }").language == "java"
    assert read("class A { int x = 1" + " + y" * 3000 + "; }").language == "java"
    assert read("class A { " * 500).language == "java"


_TEXT = (
    "class A enum record interface @interface { } ( ) ; , . :: -> < > = new this super import "
    "static package * x y 1 'c' \"s\" [ ] @ ... extends implements switch case if for try catch "
    "instanceof void int var return default"
)
_WORDS = st.sampled_from(_TEXT.split(" "))


@walk(150)
@given(st.one_of(st.binary(max_size=200), st.lists(_WORDS, max_size=60).map(" ".join)))
def test_any_bytes_give_the_same_facts_twice(data: bytes | str) -> None:
    raw = data if isinstance(data, bytes) else data.encode()
    assert extract_facts("java", raw) == extract_facts("java", raw)
