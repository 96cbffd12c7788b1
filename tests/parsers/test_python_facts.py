"""What extraction reads from real Python source, and what it survives."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ripplegraph.graph.expressions import GenericType
from ripplegraph.graph.facts import (
    ABSTRACT,
    ANONYMOUS,
    ASYNC,
    CLASS_METHOD,
    CONTEXT_MANAGER,
    GENERATOR,
    INJECTED,
    OVERLOAD,
    PROPERTY,
    RAISED,
    STATIC,
    TEST,
    Definition,
    FileFacts,
)
from ripplegraph.graph.stored_facts import decode_facts, encode_facts, store_facts
from ripplegraph.parsers.extraction import extract_facts


def facts_of(text: str | bytes) -> FileFacts:
    return extract_facts("python", text.encode() if isinstance(text, str) else text)


def definitions(text: str | bytes) -> dict[str, Definition]:
    return {d.qualified: d for d in facts_of(text).definitions if d.qualified}


# Definitions ----------------------------------------------------------------------------------


def test_names_nest_with_dots() -> None:
    found = definitions(
        "class Outer:\n"
        "    LIMIT = 1\n"
        "    def method(self):\n"
        "        def inner(): pass\n"
        "    class Inner:\n"
        "        def deep(self): pass\n"
    )
    assert list(found) == [
        "Outer",
        "Outer.method",
        "Outer.method.inner",
        "Outer.Inner",
        "Outer.Inner.deep",
        "Outer.LIMIT",
    ]
    assert [d.kind for d in found.values()] == [
        "class",
        "function",
        "function",
        "class",
        "function",
        "variable",
    ]


def test_two_definitions_of_one_name_are_numbered() -> None:
    found = definitions(
        "def f(): pass\ndef f():\n    def g(): pass\nclass f:\n    def m(self): pass\n"
    )
    assert list(found) == ["f", "f#2", "f.g", "f#3", "f.m"]


def test_lines_span_the_definition_from_its_keyword_to_its_end() -> None:
    found = definitions("@mark\n@other(1)\ndef f(\n    a,\n):\n    return 1\n\n\nclass C: pass\n")
    assert (found["f"].line, found["f"].end_line) == (3, 6)
    assert (found["C"].line, found["C"].end_line) == (9, 9)


@pytest.mark.parametrize(
    ("head", "signature"),
    [
        ("def f():", "f()"),
        ("async def f(a, b = 1):", "f(a, b = 1)"),
        ("def f(a: int, /, b: str = 'x', *args, c, **kw) -> list[int]:",
         "f(a: int, /, b: str = 'x', *args, c, **kw) -> list[int]"),
        ("def f(\n    a,\n    b,\n):", "f( a, b, )"),
        ("class f:", "f"),
        ("class f():", "f"),
        ("class f(A, b.C, metaclass=M):", "f(A, b.C, metaclass=M)"),
    ],
)  # fmt: skip
def test_signatures(head: str, signature: str) -> None:
    assert definitions(f"{head}\n    pass\n")["f"].signature == signature


def test_parameters_know_their_kind_annotation_and_default() -> None:
    text = "def f(a, /, b: Foo = make, *args: Bar, c=1, d: 'Baz', **kw: m.Qux): pass\n"
    params = definitions(text)["f"].params
    assert [(p.name, p.kind) for p in params] == [
        ("a", "/"), ("b", ""), ("args", "*"), ("c", "k"), ("d", "k"), ("kw", "**")
    ]  # fmt: skip
    assert [p.annotation for p in params] == [None, "Foo", "Bar", None, "Baz", "m.Qux"]
    assert params[1].default == "make"


def test_a_bare_star_makes_what_follows_keyword_only() -> None:
    params = definitions("def f(a, *, b): pass\n")["f"].params
    assert [(p.name, p.kind) for p in params] == [("a", ""), ("b", "k")]


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("def f(): pass", 0),
        ("async def f(): pass", ASYNC),
        ("def f():\n    yield 1", GENERATOR),
        ("def f():\n    yield from g()", GENERATOR),
        ("def f():\n    x = yield", GENERATOR),
        ("async def f():\n    yield 1", ASYNC | GENERATOR),
        ("def f():\n    def g():\n        yield 1", 0),
        ("def f():\n    return (x for x in y)", 0),
        ("@property\ndef f(self): pass", PROPERTY),
        ("@functools.cached_property\ndef f(self): pass", PROPERTY),
        ("@staticmethod\ndef f(): pass", STATIC),
        ("@classmethod\ndef f(cls): pass", CLASS_METHOD),
        ("@abc.abstractmethod\ndef f(self): pass", ABSTRACT),
        ("@property\n@abstractmethod\ndef f(self): pass", PROPERTY | ABSTRACT),
        ("@typing.overload\ndef f(a): ...", OVERLOAD),
        ("@contextmanager\ndef f():\n    yield", CONTEXT_MANAGER | GENERATOR),
        ("@pytest.fixture\ndef f(): pass", INJECTED),
        ("@pytest.fixture(scope='module')\ndef f(): pass", INJECTED),
    ],
)
def test_flags(text: str, flags: int) -> None:
    assert definitions(text + "\n")["f"].flags == flags


def test_a_lambda_has_a_definition_without_a_name() -> None:
    (found,) = facts_of("sorted(x, key=lambda a: a.b)\n").definitions
    assert found.flags & ANONYMOUS
    assert found.qualified == ""
    assert [p.name for p in found.params] == ["a"]
    assert found.results == ("a.b",)


@pytest.mark.parametrize(
    ("text", "doc"),
    [
        ('def f():\n    """One line."""\n', "One line."),
        ("def f():\n    '''\n    Second line.\n\n    More.\n    '''\n", "Second line."),
        ('def f():\n    r"""Raw \\d."""\n    pass\n', "Raw \\d."),
        ('def f():\n    # first\n    "After a comment."\n', "After a comment."),
        ('def f():\n    x = 1\n    "No documentation."\n', ""),
        ('def f():\n    x = "No documentation."\n', ""),
        ('def f(): "Short."\n', "Short."),
        ('class f:\n    """Größe."""\n', "Größe."),
    ],
)
def test_documentation_is_its_first_line(text: str, doc: str) -> None:
    assert definitions(text)["f"].doc == doc


def test_the_module_has_documentation_too() -> None:
    assert facts_of('#!/usr/bin/python\n"""What it is.\n\nMore."""\nx = 1\n').doc == "What it is."
    assert facts_of("x = 1\n'''No.'''\n").doc == ""


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("X = 3", "3"),
        ("X = 'text'", "'text'"),
        ("X: float = 1.5", "1.5"),
        ("X = True", "True"),
        ("X = None", "None"),
        ("X = make()", None),
        ("X = [1, 2]", None),
        ("X = '" + "x" * 300 + "'", None),
    ],
)
def test_literal_values_of_constants(text: str, literal: str | None) -> None:
    assert definitions(text + "\n")["X"].literal == literal


def test_a_variable_assigned_twice_is_one_definition() -> None:
    assert list(definitions("x = 1\nx = 2\nx += 3\n")) == ["x"]


def test_what_functions_bind_is_no_definition() -> None:
    assert list(definitions("def f():\n    x = 1\n    for y in x: pass\n")) == ["f"]


def test_bases_and_decorators() -> None:
    found = definitions(
        "@mark\n@lib.register('x')\nclass C(A, m.B, Generic[T], metaclass=M): pass\n"
    )
    assert found["C"].bases == ("A", "m.B", GenericType("Generic", ("T",)))
    assert found["C"].decorators[0] == "mark"
    assert isinstance(found["C"].decorators[1], int)


def test_results_of_a_function() -> None:
    found = definitions("def f(a):\n    if a:\n        return a.b\n    return None\n    yield a\n")
    assert found["f"].results[0] == "a.b"
    assert found["f"].yields == ("a",)


# Entry points ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decorator", "name", "entry"),
    [
        ("@click.command()", "run", "cli"),
        ("@click.command", "run", "cli"),
        ("@cli.group(name='x')", "run", "cli"),
        ("@app.route('/orders')", "run", "route /orders"),
        ("@router.get('/orders/{id}')", "run", "route /orders/{id}"),
        ("@app.post(\n    '/x', status_code=201\n)", "run", "route /x"),
        ("@cache.get('key')", "run", ""),
        ("@pytest.fixture", "run", "fixture"),
        ("@pytest.mark.slow", "test_run", "test"),
        ("@mark", "run", ""),
    ],
)
def test_entry_points(decorator: str, name: str, entry: str) -> None:
    assert definitions(f"{decorator}\ndef {name}(): pass\n")[name].entry == entry


def test_tests_are_functions_and_methods_but_not_inner_functions() -> None:
    found = definitions(
        "def test_a():\n    def test_inner(): pass\nclass TestX:\n    def test_b(self): pass\n"
        "    def helper(self): pass\n"
    )
    assert {name for name, d in found.items() if d.flags & TEST} == {"test_a", "TestX.test_b"}


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("if __name__ == '__main__':\n    main()\n", "main"),
        ('if __name__=="__main__": main()\n', "main"),
        ('x = "__name__"\n', ""),
        ("# if __name__ == '__main__':\n", ""),
        ("def f():\n    if __name__ == '__main__': pass\n", ""),
    ],
)
def test_a_main_guard_makes_the_file_an_entry_point(text: str, entry: str) -> None:
    assert facts_of(text).entry == entry


# Imports and __all__ --------------------------------------------------------------------------


def imports(text: str) -> list[tuple[str, tuple[str, ...], str]]:
    return [(i.spec, i.names, i.kind) for i in facts_of(text).imports]


def test_every_form_of_import() -> None:
    assert imports("import a, b.c as d\n") == [("a", (), ""), ("b.c", (), "")]
    assert imports("from a.b import c, d as e\n") == [("a.b", ("c", "d"), "")]
    assert imports("from . import a\nfrom ..b import c\nfrom ... import d\n") == [
        (".", ("a",), ""), ("..b", ("c",), ""), ("...", ("d",), "")
    ]  # fmt: skip
    assert imports("from a import *\n") == [("a", ("*",), "")]
    assert imports("from a import (  # why\n    b,  # c\n    d,\n)\n") == [("a", ("b", "d"), "")]
    assert imports("import a . b\n") == [("a.b", (), "")]


def test_imports_know_when_they_happen() -> None:
    text = (
        "import always\n"
        "if TYPE_CHECKING:\n    import typed\n"
        "if typing.TYPE_CHECKING:\n    from typed import x\n"
        "try:\n    import maybe\nexcept ImportError:\n    import other\n"
        "def f():\n    import later\n"
        "class C:\n    import inside\n"
    )
    assert {i.spec: i.kind for i in facts_of(text).imports} == {
        "always": "",
        "typed": "type",
        "maybe": "conditional",
        "other": "conditional",
        "later": "lazy",
        "inside": "",
    }


def test_future_imports_are_no_imports() -> None:
    assert imports("from __future__ import annotations\n") == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("x = 1\n", None),
        ("__all__ = ['a', 'b']\n", ("a", "b")),
        ("__all__ = ('a',)\n", ("a",)),
        ("__all__ = 'a', 'b'\n", ("a", "b")),
        ("__all__: list[str] = []\n", ()),
        ("__all__ = ['a']\n__all__ += ['b']\n", ("a", "b")),
        ("__all__ = ['a'] + ['b']  # c\n", ("a", "b")),
        ("__all__ = [\n    'a',  # first\n    'b',\n]\n", ("a", "b")),
        ("__all__ = make()\n", None),
        ("__all__ = ['a', name]\n", None),
    ],
)
def test_all_names(text: str, names: tuple[str, ...] | None) -> None:
    assert facts_of(text).all_names == names


# Calls and reads ------------------------------------------------------------------------------


def test_calls_stand_at_the_last_name_of_what_is_called() -> None:
    text = "a.b.c(1)\nx = f(y).g()\nf()()\nraise E\n"
    calls = sorted((c.position, c.line) for c in facts_of(text).calls)
    expected = [text.index("c("), text.index("f(y)"), text.index("g("), text.index("f()("),
                text.index("()()") + 2, text.index("E\n")]  # fmt: skip
    assert [position for position, _ in calls] == expected
    assert [line for _, line in calls] == [1, 2, 2, 3, 3, 4]
    assert [c.flags for c in facts_of("raise E\n").calls] == [RAISED]


def test_reads_are_chains_once_a_scope() -> None:
    text = "x = a.b\ny = a.b\ndef f():\n    return a.b, self.c\n"
    assert [(r.scope, r.chain) for r in facts_of(text).references] == [
        (0, "a.b"), (1, "a.b"), (1, "self.c")
    ]  # fmt: skip


# Bad input ------------------------------------------------------------------------------------


def test_a_syntax_error_keeps_what_parsed_and_says_where() -> None:
    facts = facts_of(
        "import os\n\ndef good():\n    return 1\n\ndef broken(:\n\ndef after():\n    good()\n"
    )
    names = {d.qualified for d in facts.definitions}
    assert {"good", "after"} <= names
    assert [i.spec for i in facts.imports] == ["os"]
    assert [d.severity for d in facts.diagnostics] == ["error"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1\ny = = 2\nz = 3\n", 2),
        ("def f():\n    pass\n\n\nx = (1,\n", 5),
        ("x = 1\n\ndef f(:\n    pass\n", 3),
    ],
)
def test_a_syntax_error_says_its_line(text: str, line: int) -> None:
    assert [d.line for d in facts_of(text).diagnostics] == [line]


def test_correct_source_has_no_diagnostics() -> None:
    assert (
        facts_of(
            "match x:\n    case [1, *_]: pass\ntype A[T] = list[T]\nprint(f'{x!r}')\n"
        ).diagnostics
        == ()
    )


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\n\n\n", id="blank"),
        pytest.param(b"# only\n# comments", id="comments"),
        pytest.param(b"\xef\xbb\xbf", id="only a mark"),
        pytest.param(b"\x00", id="nul"),
        pytest.param(b"def f(): pass\n\x00\x00\ndef g(): pass\n", id="nul inside"),
        pytest.param(b"\xff\xfe\x00d\x00e\x00f", id="utf-16"),
        pytest.param(bytes(range(256)) * 40, id="every byte"),
        pytest.param(b"x = '" + b"y" * 1_000_000 + b"'\n", id="long line"),
        pytest.param(b"x = " + b"1 + " * 250_000 + b"1\n", id="long sum"),
        pytest.param(b"x = [" + b"f(1), " * 20_000 + b"]\n", id="list"),
        pytest.param(
            b"x = [" + b"f(1), " * 150_000 + b"]\n", id="long list", marks=pytest.mark.slow
        ),
        pytest.param(b"x = '''never closed\n" * 3, id="open string"),
        pytest.param(b"if x:\n" * 3, id="no bodies"),
        pytest.param(b"class\ndef\nimport\nfrom\nlambda\n@\nwith\n", id="bare keywords"),
        pytest.param(b"from import x\nimport\nfrom . import\n", id="broken imports"),
        pytest.param(b"global\nnonlocal\ndel\nraise\nreturn\nyield\n", id="bare statements"),
        pytest.param(b"f(**)\nf(*)\nx[]\nx.\n{**}\n[*]\n", id="broken expressions"),
    ],
)  # fmt: skip
def test_odd_input_gives_facts(data: bytes) -> None:
    facts = facts_of(data)
    assert decode_facts(encode_facts(store_facts(facts))).lines == facts.lines


@pytest.mark.parametrize("count", [1_000, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("opening", "middle", "closing"),
    [
        pytest.param("(", "x", ")", id="parentheses"),
        pytest.param("[", "x", "]", id="brackets"),
        pytest.param("{1: ", "x", "}", id="dicts"),
        pytest.param("f(", "x", ")", id="calls"),
        pytest.param("not ", "x", "", id="operators"),
        pytest.param("-", "x", "", id="signs"),
        pytest.param("lambda: ", "x", "", id="lambdas"),
        pytest.param("a if b else ", "x", "", id="conditions"),
        pytest.param("", "a", ".b", id="attributes"),
        pytest.param("", "a", "[0]", id="subscripts"),
        pytest.param("", "a", "()", id="called results"),
        pytest.param("", "a", " + a", id="sums"),
        pytest.param("", "a", " or a", id="alternatives"),
        pytest.param("await ", "x", "", id="awaits"),
        pytest.param("", "'a' ", "'b' ", id="strings"),
    ],
)
def test_deep_nesting_gives_facts(opening: str, middle: str, closing: str, count: int) -> None:
    text = (
        f"def before(): pass\nx = {opening * count}{middle}{closing * count}\ndef after(): pass\n"
    )
    facts = facts_of(text)
    assert "before" in {d.qualified for d in facts.definitions}
    encode_facts(store_facts(facts))


def test_long_chains_of_method_calls_are_all_read() -> None:
    text = "x = a" + ".b().c()" * 3_000 + "\ndef after(): pass\n"
    facts = facts_of(text)
    assert len(facts.calls) == 6_000
    assert "after" in {d.qualified for d in facts.definitions}
    encode_facts(store_facts(facts))


def test_deep_blocks_give_facts() -> None:
    lines = [" " * i + "if x:" for i in range(300)]
    facts = facts_of("\n".join(lines) + "\n" + " " * 300 + "f()\ndef after(): pass\n")
    assert [c.line for c in facts.calls] == [301]
    nested = [" " * i + f"def f{i}():" for i in range(90)]
    found = definitions("\n".join(nested) + "\n" + " " * 90 + "pass\n")
    assert len(found) == 90


PLAIN = (
    "import os\n\n\ndef f(a):\n    '''Say.'''\n    if a:\n        return g(a)\n\n\n"
    "class C(B):\n    x = 1\n"
)


def without_positions(facts: FileFacts) -> tuple[object, ...]:
    return (
        [(d.qualified, d.kind, d.line, d.end_line, d.doc, d.signature_print, d.body_print)
         for d in facts.definitions],
        [(c.scope, c.line, c.callee) for c in facts.calls],
        [(r.scope, r.line, r.chain) for r in facts.references],
        [(i.spec, i.line) for i in facts.imports],
        facts.lines, facts.surface_print, facts.body_print, facts.diagnostics,
    )  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xef\xbb\xbf" + PLAIN.encode(), id="byte order mark"),
        pytest.param(PLAIN.replace("\n", "\r\n").encode(), id="crlf"),
        pytest.param(PLAIN.replace("    ", "\t").encode(), id="tabs"),
        pytest.param(PLAIN.replace("class C", "\x0cclass C").encode(), id="form feed"),
        pytest.param(PLAIN.replace("a):\n", "a):\r\n").encode(), id="mixed line ends"),
        pytest.param(PLAIN.rstrip("\n").encode(), id="no last newline"),
    ],
)
def test_the_way_text_is_written_changes_no_fact(data: bytes) -> None:
    assert without_positions(facts_of(data)) == without_positions(facts_of(PLAIN))


def test_invalid_utf_8_is_replaced_and_the_rest_read() -> None:
    facts = facts_of(b"# caf\xe9\ndef f():\n    '''caf\xe9'''\n    return '\xff'\n\ndef g(): f()\n")
    assert [d.qualified for d in facts.definitions] == ["f", "g"]
    assert facts.definitions[0].doc == "caf\N{REPLACEMENT CHARACTER}"
    encode_facts(store_facts(facts))


def test_names_beyond_ascii() -> None:
    text = "def größe(ä): return ä.ö\n\nnaïve = größe(1)\n日本.語()\n"
    found = facts_of(text)
    assert {d.qualified for d in found.definitions} == {"größe", "naïve"}
    assert [c.callee for c in found.calls] == ["größe", "日本.語"]
    data = text.encode()
    assert [c.position for c in found.calls] == [
        data.index("größe(1".encode()), data.index("語".encode())
    ]  # fmt: skip
    assert {r.chain for r in found.references} == {"ä.ö", "日本"}


# The same bytes, the same facts ---------------------------------------------------------------

_PRINT_HASH = """
import hashlib, sys
from pathlib import Path
from ripplegraph.graph.stored_facts import encode_facts, store_facts
from ripplegraph.parsers.extraction import extract_facts
for path in sys.argv[1:]:
    data = encode_facts(store_facts(extract_facts("python", Path(path).read_bytes())))
    print(hashlib.sha256(data).hexdigest())
"""


def test_the_same_bytes_give_the_same_facts_in_every_process() -> None:
    root = Path(__file__).parents[2]
    files = sorted(str(p) for p in (root / "ripplegraph" / "parsers").glob("*.py"))
    outputs = set()
    for seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", _PRINT_HASH, *files],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert len(outputs.pop().split()) == len(files) > 5


def test_facts_survive_a_round_trip() -> None:
    data = encode_facts(store_facts(facts_of(Path(__file__).read_bytes())))
    assert encode_facts(decode_facts(data)) == data
