"""What extraction reads of C++ files, and which headers are C++."""

import pytest

from ripplegraph.graph.expressions import Attribute
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
from ripplegraph.parsers.languages.c.dialect import find_dialect
from ripplegraph.parsers.registry import language_of


def read(text: str) -> FileFacts:
    return extract_facts("cpp", text.encode())


def find(facts: FileFacts, name: str) -> Definition:
    return next(d for d in facts.definitions if d.qualified == name)


def test_cpp_files_are_recognised() -> None:
    for name in ("a.cc", "a.cpp", "a.cxx", "a.hpp", "a.hh", "a.inl"):
        assert language_of(name) == "cpp"
    assert is_test_path("db/log_test.cc")
    assert is_test_path("base/files_unittest.cc")


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("class Item {\n};\n", "cpp"),
        ("namespace shop {\n}\n", "cpp"),
        ("template <typename T>\nT f(T);\n", "cpp"),
        ("struct A : public B { int x; };\n", "cpp"),
        ("struct A { virtual int f() = 0; };\n", "cpp"),
        ("#include <string>\nvoid f(void);\n", "cpp"),
        ("inline int f() { return std::max(1, 2); }\n", "cpp"),
        ("struct class *class;\nint private;\n", None),
        ("/*\nclass Item {\n */\nint f(void);\n", None),
        ("// std::string\nint f(void);\n", None),
        ('#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n', None),
        ("/* a virtual address (of a page) */\nvoid *virtual_of(int x);\n", None),
    ],
)
def test_headers_are_read_as_what_they_hold(text: str, dialect: str | None) -> None:
    assert find_dialect(text.encode()) == dialect
    assert extract_facts("c", text.encode()).package == ("c++" if dialect else "")


def test_classes_have_members_and_bases() -> None:
    facts = read(
        "namespace shop {\nclass Item : public Base<int>, private other::Thing {\n public:\n"
        "  Item(int x);\n  ~Item();\n  virtual int weight() const = 0;\n  static Item make();\n"
        "  bool operator==(const Item& o) const;\n  int get() { return x_; }\n"
        " private:\n  int x_ = 0;\n};\n}\n"
    )
    found = {d.qualified: d.flags for d in facts.definitions}
    assert found == {
        "shop.Item": 0,
        "shop.Item.Item": EXPORTED | DECLARATION,
        "shop.Item.~Item": EXPORTED | DECLARATION,
        "shop.Item.weight": EXPORTED | DECLARATION | ABSTRACT | CONSTANT,
        "shop.Item.make": EXPORTED | DECLARATION | STATIC,
        "shop.Item.operator==": EXPORTED | DECLARATION | CONSTANT,
        "shop.Item.get": EXPORTED,
        "shop.Item.x_": 0,
    }
    assert find(facts, "shop.Item").bases == ("Base", "other.Thing")


def test_names_of_namespaces_are_bound_with_them() -> None:
    facts = read(
        "namespace a::b {\nint f() { return 1; }\nnamespace {\nint g() { return 2; }\n}\n}\n"
    )
    bound = [b.name for b in facts.scopes[0].bindings]
    assert bound == ["a", "a::b", "a::b::f", "a::b::g"]
    assert find(facts, "a.b.f").flags == EXPORTED
    assert find(facts, "a.b.g").flags == 0


def test_a_method_that_a_file_declares_and_defines_is_one() -> None:
    facts = read("struct A { int f(int a); };\nint A::f(int a) { return a; }\n")
    assert [d.qualified for d in facts.definitions] == ["A", "A.f"]
    (members,) = [s for s in facts.scopes if s.kind == "class"]
    assert [b.name for b in members.bindings] == ["f"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("TEST(Items, Add) { f(); }", "Items.Add"),
        ("TEST_F(ItemTest, Add) { f(); }", "ItemTest.Add"),
        ("TEST_P(ItemTest, Add) { f(); }", "ItemTest.Add"),
        ('TEST_CASE("items add up", "[items]") { f(); }', "items add up"),
        ('SCENARIO("items add up") { f(); }', "items add up"),
    ],
)
def test_tests_have_the_names_that_runners_know(text: str, name: str) -> None:
    facts = read(text)
    assert [(d.qualified, d.entry) for d in facts.definitions] == [(name, "test")]
    assert facts.definitions[0].flags & TEST
    assert [call.callee for call in facts.calls if call.scope] == ["f"]


def test_functions_without_names_belong_to_those_around_them() -> None:
    facts = read("void f() { auto g = [](int x) { return h(x); }; g(1); }\n")
    (inner,) = [d for d in facts.definitions if d.flags & ANONYMOUS]
    assert facts.scopes[inner.body].owner == 0


def test_annotations_by_macros_are_no_part_of_names() -> None:
    facts = read(
        "class SHOP_EXPORT Item final : public Base {\n public:\n"
        "  void lock() EXCLUSIVE_LOCK(mu_) { go(); }\n  int x_ GUARDED_BY(mu_);\n};\n"
        "int f() { return SHOP_VALUE(1); }\n"
    )
    assert {d.qualified for d in facts.definitions} == {"Item", "Item.lock", "Item.x_", "f"}
    assert [call.callee for call in facts.calls] == ["go", "SHOP_VALUE"]


@pytest.mark.parametrize(
    "text",
    [
        "SHOP_BEGIN_NAMESPACE\nnamespace shop {\nint run() { go(); }\n}\nSHOP_END_NAMESPACE\n",
        "namespace shop {\n[[nodiscard]] SHOP_API int run() SHOP_NOEXCEPT { go(); }\n}\n",
        "namespace shop {\nint run() {\n  SHOP_TRY { go(); }\n  SHOP_CATCH(1)\n}\n}\n",
        "namespace shop {\ntemplate <typename T>\n#if A\nint run(T a) { go(); }\n#endif\n}\n",
    ],
)
def test_macros_around_code_are_no_part_of_it(text: str) -> None:
    facts = read(text)
    assert [d.qualified for d in facts.definitions] == ["shop.run"]
    assert "go" in [call.callee for call in facts.calls]


def test_classes_may_be_annotated_twice() -> None:
    facts = read(
        "template <>\nclass SHOP_API_ [[nodiscard]]\nItem<int> : public Base {\n int x_;\n};\n"
    )
    assert [d.qualified for d in facts.definitions] == ["Item", "Item.x_"]


def test_constructors_may_be_annotated() -> None:
    facts = read("struct A {\n  SHOP_CONSTEXPR SHOP_INLINE A(int x) : x_(x) {}\n  int x_;\n};\n")
    assert [d.qualified for d in facts.definitions] == ["A", "A.A", "A.x_"]


@pytest.mark.parametrize(
    "text",
    [
        "template <typename T, SHOP_ENABLE_IF(!is_item<T>::value && is_cheap<T>::value)>\n"
        "void run(T a) { go(); }\n",
        "template <typename T, SHOP_ENABLE_IF(sizeof(T) > sizeof(int))>\nvoid run(T a) { go(); }\n",
        "template <typename T> SHOP_CONSTEXPR void run(T a) { go(); }\n",
        'template <typename T>\nSHOP_DEPRECATED("use "\n  "walk") auto run(T a) -> T { go(); }\n',
        "template <typename R, typename... A,\n    typename std::enable_if<\n"
        "        both<can<I, Once<void(Given<A>...)>>>::value, int>::type = 0>\n"
        "void run() { go(); }\n",
        "SHOP_OPERATOR_(NE, !=)\nSHOP_OPERATOR_(LT, <)\nvoid run(const char* a) { go(); }\n",
        "SHOP_PRINTER_(unsigned char, 0);\nSHOP_PRINTER_(double, 0);\nvoid run() { go(); }\n",
        "#if SHOP_HAS_INCLUDE(<version>) || \\\n    SHOP_HAS(gnu::hidden)\n#endif\n"
        "void run() { go(); }\n",
        "#if A\nconstexpr\n#endif\n    static int names[] SHOP_NAMES;\nvoid run() { go(); }\n",
    ],
)
def test_macros_in_templates_and_lists_are_no_part_of_functions(text: str) -> None:
    facts = read(f"namespace shop {{\n{text}}}\nvoid rest() {{ last(); }}\n")
    functions = [d.qualified for d in facts.definitions if d.kind == "function"]
    assert functions == ["shop.run", "rest"]
    assert {"go", "last"} <= {str(call.callee) for call in facts.calls}


@pytest.mark.parametrize(
    "text",
    [
        "  bool run() const SHOP_EXCLUDED(mutex_) { go(); }\n",
        "  bool run() override\n      SHOP_REQUIRED_(g_mutex) SHOP_NO_INLINE { go(); }\n",
        "  operator Once<R(A...)>() && { go(); }\n",
    ],
)
def test_macros_behind_methods_are_no_methods(text: str) -> None:
    facts = read(f"struct Shop {{\n  int last() const SHOP_EXCLUDED(mutex_);\n{text}}};\n")
    assert [d.name for d in facts.definitions] in (
        ["Shop", "last", "run"],
        ["Shop", "run", "last"],
        ["Shop", "operator", "last"],
    )
    assert [call.callee for call in facts.calls] == ["go"]


def test_what_conditions_lead_to_is_a_call() -> None:
    facts = read("void f() {\n  if (a) CHECK(b);\n  while (a) SHOP_LOG(c);\n}\n")
    assert [call.callee for call in facts.calls] == ["CHECK", "SHOP_LOG"]


def test_calls_in_macros_may_follow_each_other() -> None:
    facts = read("#define LOG(x) \\\n  ::shop::Log(first(x), 2) \\\n    .stream().end()\n")
    assert [call.callee for call in facts.calls] == [
        "shop.Log",
        "first",
        Attribute(0, "stream"),
        Attribute(2, "end"),
    ]
    assert find(facts, "LOG").yields == (0, 1, 2, 3)


def test_objects_are_made_where_variables_are() -> None:
    facts = read("void f() { A a; B b(1, 2); C c{3}; D* d; E& e = g(); auto h = new H(4); }\n")
    made = {str(c.callee): len(c.args) for c in facts.calls}
    assert made == {"g": 0, "H": 1, "A": 0, "B": 2, "C": 1}
