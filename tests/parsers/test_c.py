"""What extraction reads of C files, and where includes lead."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.graph.facts import (
    CONSTANT,
    DECLARATION,
    EXPORTED,
    MACRO,
    TEST,
    Definition,
    FileFacts,
)
from ripplegraph.graph.tests import is_test_path
from ripplegraph.parsers.extraction import extract_facts, prepare_source
from ripplegraph.parsers.languages.c.conditions import settle_conditions
from ripplegraph.parsers.languages.c.resolver import ANYWHERE, IncludeResolver
from ripplegraph.parsers.registry import language_of


def read(text: str) -> FileFacts:
    return extract_facts("c", text.encode())


def find(facts: FileFacts, name: str) -> Definition:
    return next(d for d in facts.definitions if d.qualified == name)


def callees(facts: FileFacts) -> list[object]:
    return [call.callee for call in facts.calls]


@pytest.mark.parametrize(
    "text",
    [
        "SHOP_API int run(void) { return 1; }\n",
        "static SHOP_INLINE item_t *run(void) { return 0; }\n",
        "int SHOPCALL run(void) { return 1; }\n",
        "SHOP_UNUSED(static int run(void)) { return 1; }\n",
        "SHOP_COLD\nint run(void) { return 1; }\n",
        "SHOP_BEGIN\n\nstatic int run(void) { return 1; }\nSHOP_END\n",
        'SHOP_OLD("use walk")\nvoid run(void) { }\n',
        "__attribute__((format(printf, 1, 2))) int run(void) { return 1; }\n",
        "#ifdef OLD\nint run(int a)\n#else\nint run(long a)\n#endif\n{ return 1; }\n",
    ],
)
def test_macros_around_a_function_are_no_part_of_it(text: str) -> None:
    facts = read(text)
    assert [d.qualified for d in facts.definitions] == ["run"]
    assert not facts.diagnostics


def test_macros_may_stand_for_members() -> None:
    facts = read(
        '#ifndef SHOP_H\n#define SHOP_H\n#ifdef __cplusplus\nextern "C" {\n#endif\n'
        "enum kind {\n  FIRST = 0,\n  SHOP_KINDS(XX)\n  LAST\n};\n"
        "struct item {\n  SHOP_FIELDS\n  int price;\n  SHOP_PRIVATE\n};\n"
        "int run(struct item *one);\n#ifdef __cplusplus\n}\n#endif\n#endif\n"
    )
    names = {d.qualified for d in facts.definitions}
    assert names == {"kind", "FIRST", "LAST", "item", "item.price", "run"}


@pytest.mark.parametrize(
    "text",
    [
        "int f(int a) {\n if (a)\n#ifdef X\n  g(a);\n#else\n  g(1);\n#endif\n return h(a);\n}\n",
        "int f(int a) {\n#ifdef X\n  if (g(a))\n#else\n  if (g(1))\n#endif\n    return h(a);\n}\n",
        "int f(int a) {\n  do\n#ifdef X\n    g(a);\n#else\n    g(1);\n#endif\n  while (h(a));\n}\n",
        "int f(int a) {\n  if (a) g(1);\n#ifdef X\n  else if (a) g(2);\n#endif\n  else h(3);\n}\n",
        'int f(int a) {\n  g("x"\n#ifdef X\n    "y"\n#endif\n  );\n  return h(a);\n}\n',
    ],
)
def test_conditions_may_cut_statements(text: str) -> None:
    facts = read(f"{text}int after(void) {{ return 1; }}\n")
    assert [d.qualified for d in facts.definitions] == ["f", "after"]
    assert dict.fromkeys(callees(facts)) == {"g": None, "h": None}


def test_what_an_error_swallows_is_read_without_conditions() -> None:
    broken = "#if A\n" + "int a(int x) {\n  return (x;\n#if B\n}\n#endif\n" * 8 + "#endif\n"
    facts = read(f"{broken}int run(void) {{ return go(); }}\n")
    assert find(facts, "run")
    assert "go" in callees(facts)


def test_lines_may_end_as_on_windows() -> None:
    facts = read(
        "#define RUN(x) \\\r\n  go(x) /* now */ \\\r\n  + 1\r\nint f(void) { return 1; }\r\n"
    )
    assert [d.qualified for d in facts.definitions] == ["RUN", "f"]
    assert callees(facts) == ["go"]


def test_c_files_are_recognised() -> None:
    assert language_of("src/main.c") == language_of("include/x.h") == "c"
    assert is_test_path("src/test_list.c")
    assert not is_test_path("src/attest.c")


def test_definitions_have_their_names_kinds_and_flags() -> None:
    facts = read(
        "#define LIMIT 3\n#define LARGER(a, b) ((a) > (b))\n"
        "typedef struct point { int x, *y; } point;\ntypedef unsigned count;\n"
        "enum colour { RED, GREEN = 2 };\nstatic const int most = 4;\nextern int shared;\n"
        "int run(int a, ...);\nstatic int help(void) { return 1; }\nint main(void) { return 0; }\n"
    )
    found = {d.qualified: (d.kind, d.flags) for d in facts.definitions}
    assert found == {
        "LIMIT": ("variable", CONSTANT),
        "LARGER": ("function", MACRO),
        "point": ("class", 0),
        "point.x": ("variable", 0),
        "point.y": ("variable", 0),
        "count": ("interface", 0),
        "colour": ("class", 0),
        "RED": ("variable", CONSTANT),
        "GREEN": ("variable", CONSTANT),
        "most": ("variable", CONSTANT),
        "shared": ("variable", EXPORTED | DECLARATION),
        "run": ("function", EXPORTED | DECLARATION),
        "help": ("function", 0),
        "main": ("function", EXPORTED),
    }
    assert [(p.name, p.kind) for p in find(facts, "run").params] == [("a", ""), ("", "*")]
    assert find(facts, "LIMIT").literal == "3"
    assert find(facts, "main").entry == facts.entry == "main"


def test_tests_are_marked() -> None:
    facts = read("static void test_add(void) {}\nstatic void test_of(int a, int b) {}\n")
    assert [bool(d.flags & TEST) for d in facts.definitions] == [True, False]


def test_a_function_that_is_declared_and_defined_in_one_file_is_one() -> None:
    facts = read(
        "static int f(int);\nint g(void) { return f(1); }\nstatic int f(int a) { return a; }"
    )
    assert [d.qualified for d in facts.definitions] == ["g", "f"]


def test_what_headers_define_for_some_and_declare_for_others_is_both() -> None:
    facts = read("#ifdef A\nint f(void);\n#else\nstatic inline int f(void) { return 1; }\n#endif\n")
    assert {(d.qualified, d.flags) for d in facts.definitions} == {
        ("f", 0),
        ("f#2", EXPORTED | DECLARATION),
    }


def test_calls_in_macros_belong_to_them() -> None:
    facts = read("#define RUN(x) do { start(x); stop(x, (x)->end()); } while (0)\n")
    assert callees(facts) == ["start", "stop"]
    assert find(facts, "RUN").yields == (0, 1)


def test_guards_and_names_that_mean_themselves_are_no_definitions() -> None:
    facts = read("#ifndef SHOP_ITEM_H\n#define SHOP_ITEM_H\n#define stat stat\n#endif\n")
    assert facts.definitions == ()


def test_documentation_and_signatures() -> None:
    facts = read(
        "/* SPDX-License-Identifier: MIT */\n/**\n * start - begin the work\n */\n"
        "int start(int a,\n          int b)\n{\n}\nint x; // not of y\nint y;\n"
    )
    assert find(facts, "start").doc == "begin the work"
    assert find(facts, "start").signature == "int start(int a, int b)"
    assert find(facts, "y").doc == ""


BEFORE = '// does\nint f(int a, char *b)\n{\n\tint x = g(a, "a  b");\n\treturn h(x);\n}\n'


@pytest.mark.parametrize(
    ("text", "signature", "body"),
    [
        (BEFORE.replace("\n\tint x", "\n\n\t/* why */\n\tint   x"), True, True),
        (BEFORE.replace("\n{\n", " {\n"), True, True),
        (BEFORE.replace("char *b", "char * b"), True, True),
        (BEFORE.replace("char *b", "int b"), False, True),
        (BEFORE.replace("a  b", "a b"), True, False),
        (BEFORE.replace("h(x)", "h(a)"), True, False),
    ],
)
def test_fingerprints_follow_meaning(text: str, signature: bool, body: bool) -> None:
    before, after = find(read(BEFORE), "f"), find(read(text), "f")
    assert (before.signature_print == after.signature_print) is signature
    assert (before.body_print == after.body_print) is body


def test_broken_files_keep_what_parses() -> None:
    facts = read("int f(void) { return g(); }\n\n@ @ 3 4;\n\nint h(void) { return f(); }\n")
    assert {"f", "h"} <= {d.qualified for d in facts.definitions}
    assert [d.severity for d in facts.diagnostics] == ["error"]


def test_macros_that_are_no_c_by_themselves_are_no_errors() -> None:
    facts = read(
        "void f(struct list *l)\n{\n\teach(p, l) {\n\t\tg(member(p, struct item, list));\n\t}\n}\n"
    )
    assert facts.diagnostics == ()
    assert callees(facts) == ["each", "g", "member"]
    assert "struct item" in {reference.chain for reference in facts.references}


# Conditions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "int a;\n#ifdef X\nint b;\n#else\nint c;\n#endif\n",
            "int a; #ifdef X int b; #else int c; #endif",
        ),
        ("int a[] = { 1,\n#ifdef X\n 2,\n#endif\n 3 };\n", "int a[] = { 1, 2, 3 };"),
        (
            "int f(int a\n#ifdef X\n , int b\n#else\n , int c\n#endif\n ) {}\n",
            "int f(int a , int b ) {}",
        ),
        ("#ifdef X\nint f(void) {\n#else\nint f(int a) {\n#endif\n}\n", "int f(void) { }"),
        ("#ifdef X\nchar a = '{';\n#endif\n", "#ifdef X char a = '{'; #endif"),
        ("A::A(int a)\n :\n#ifdef X\n b(a),\n#endif\n c(a) {}\n", "A::A(int a) : b(a), c(a) {}"),
    ],
)
def test_conditions(text: str, kept: str) -> None:
    settled = settle_conditions(text.encode()).decode()
    assert " ".join(settled.split()) == kept
    assert [len(line) for line in settled.split("\n")] == [len(line) for line in text.split("\n")]


PIECES = ["#if A\n", "#else\n", "#elif B\n", "#endif\n", "int f(void) {\n", "}\n", "x,\n", "y +\n"]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_settling_moves_nothing(text: str) -> None:
    settled = settle_conditions(text.encode())
    assert [len(line) for line in settled.split(b"\n")] == [len(x) for x in text.split("\n")]


# Garbage ------------------------------------------------------------------------------------------

SCRAPS = [
    *"(){}[]<>;,*&=#\\\n\"':~.",
    "int ",
    "struct s",
    "typedef ",
    "static ",
    "enum ",
    "#define f(x) ",
    "#define X",
    "#include ",
    "return ",
    "->",
    "::",
    "a",
    "class A ",
    "namespace n ",
    "template <",
    "operator",
    "using ",
    "é",
    "\udcff",
]


@pytest.mark.parametrize("language", ["c", "cpp"])
@given(text=st.lists(st.sampled_from(SCRAPS), max_size=40).map("".join))
def test_any_text_has_facts(language: str, text: str) -> None:
    data = text.encode("utf-8", "surrogateescape")
    assert extract_facts(language, data) == extract_facts(language, data)
    assert len(prepare_source(language, data)) == len(data)


@pytest.mark.parametrize("language", ["c", "cpp"])
@given(data=st.binary(max_size=80))
def test_any_bytes_have_facts(language: str, data: bytes) -> None:
    assert extract_facts(language, data).language == language


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("text", ["(", "{", "[", "f(", "struct a {", "*", "!", "a->b.", "x ? "])
def test_deep_nesting_is_no_problem(language: str, text: str) -> None:
    facts = extract_facts(language, f"int f(void) {{ return {text * 3000}".encode())
    assert facts.language == language


# Includes -----------------------------------------------------------------------------------------


@dataclass
class Project:
    """A project of which only some files have content."""

    files: dict[str, str]
    paths: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.paths = frozenset(self.files)

    def read(self, path: str) -> bytes | None:
        return self.files[path].encode() if path in self.files else None


def resolve(paths: str, spec: str, importer: str, commands: object = None) -> list[str]:
    files = dict.fromkeys(paths.split(), "")
    if commands is not None:
        files["compile_commands.json"] = json.dumps(commands)
    found = IncludeResolver(Project(files)).resolve(spec, importer)
    return [*found.paths, *([found.external] if found.external else [])]


@pytest.mark.parametrize(
    ("paths", "spec", "importer", "found"),
    [
        ("src/a.h a.h", "a.h", "src/x.c", ["src/a.h"]),
        ("src/a.h a.h", "../a.h", "src/x.c", ["a.h"]),
        ("include/a.h", "<a.h>", "src/x.c", ["include/a.h"]),
        ("lib/include/p/a.h", "<p/a.h>", "src/x.c", ["lib/include/p/a.h"]),
        ("one/p/a.h two/p/a.h", "<p/a.h>", "two/src/x.c", ["two/p/a.h"]),
        ("one/p/a.h two/p/a.h", "<p/a.h>", "src/x.c", ["one/p/a.h", "two/p/a.h"]),
        ("a.h", "<stdio.h>", "x.c", ["<stdio.h>"]),
        ("a.h", "missing.h", "x.c", []),
        ("lib/poll.h", "<poll.h>", "src/x.c", ["<poll.h>"]),
        ("lib/poll.h", "poll.h", "src/x.c", ["lib/poll.h"]),
        ("include/stdio.h", "<stdio.h>", "src/x.c", ["include/stdio.h"]),
        ("a.h", "/etc/a.h", "x.c", []),
        ("a.h", "../../a.h", "x.c", ["a.h"]),
    ],
)
def test_includes(paths: str, spec: str, importer: str, found: list[str]) -> None:
    assert resolve(paths, spec, importer) == found


COMMAND = {"directory": "/w/out", "file": "../src/x.c", "command": "cc -I../two -isystem ../one"}


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (COMMAND, ["two/a.h"]),
        ({**COMMAND, "command": "cc -I ../one -I../two"}, ["one/a.h"]),
        ({**COMMAND, "command": "cc -I../two -iquote ../one"}, ["one/a.h"]),
        ({**COMMAND, "command": None, "arguments": ["cc", "-I/w/one"]}, ["one/a.h"]),
        ({**COMMAND, "command": "cc -I/usr/include"}, []),
        ({**COMMAND, "command": "cc '"}, []),
    ],
)
def test_search_paths(entry: object, found: list[str]) -> None:
    assert resolve("one/a.h two/a.h src/x.c", "a.h", "src/x.c", [entry]) == found


@pytest.mark.parametrize("commands", [{}, [1], [{"file": 1}], [[]], "x"])
def test_odd_databases_say_nothing(commands: object) -> None:
    assert resolve("one/a.h src/x.c", "a.h", "src/x.c", commands) == ["one/a.h"]


def test_what_a_new_file_could_change_is_noted() -> None:
    resolver = IncludeResolver(Project({"one/p/a.h": ""}))
    found = resolver.resolve("p/a.h", "src/x.c")
    assert found.probed == ("src/p/a.h", "p/a.h", f"{ANYWHERE}a.h")
    later = IncludeResolver(Project({"one/p/a.h": "", "src/include/p/a.h": ""}))
    assert later.find_redirected(resolver, ()).words == {f"{ANYWHERE}a.h"}


def test_remarks_before_code_are_not_taken_apart_in_every_way() -> None:
    """A pattern that gave them back one by one would not come to an end."""
    text = b"#ifndef A_H\n" + b"/* one */\n" * 200 + b"int f(void);\n#endif\n"
    assert [item.name for item in extract_facts("c", text).definitions] == ["f"]
