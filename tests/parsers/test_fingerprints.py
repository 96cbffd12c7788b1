"""Fingerprints stay when a formatter or a comment changes a file, and move with its meaning."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import black
import pytest
from black.parsing import InvalidInput

from ripplegraph.graph.facts import FileFacts
from ripplegraph.parsers.extraction import extract_facts
from tests.support.examples import choose

STANDARD_LIBRARY = Path(sysconfig.get_paths()["stdlib"])
FOLDERS = (
    "json",
    "asyncio",
    "email",
    "logging",
    "http",
    "unittest",
    "importlib",
    "concurrent/futures",
)
MODULES = (
    "argparse", "ast", "bisect", "calendar", "cmd", "configparser", "contextlib", "copy", "csv",
    "dataclasses", "dis", "doctest", "enum", "fractions", "functools", "gettext", "heapq",
    "inspect", "ipaddress", "locale", "mailbox", "optparse", "pathlib", "pickle", "pprint",
    "random", "sched", "shutil", "smtplib", "socketserver", "statistics", "string",
    "subprocess", "tarfile", "tempfile", "textwrap", "threading", "tokenize", "traceback",
    "typing", "uuid", "weakref", "zipfile",
)  # fmt: skip
SMALLEST, LARGEST = 3_000, 32_000


def real_files() -> list[Path]:
    """Return the standard library's middle-sized modules from the lists above."""
    found = [STANDARD_LIBRARY / f"{name}.py" for name in MODULES]
    for folder in FOLDERS:
        found += sorted((STANDARD_LIBRARY / folder).glob("*.py"))[:9]
    return [p for p in found if p.is_file() and SMALLEST < p.stat().st_size < LARGEST]


MODES = {
    "default": black.Mode(),
    "short lines": black.Mode(line_length=60),
    "long lines": black.Mode(line_length=140),
    "quotes kept": black.Mode(string_normalization=False),
    "commas ignored": black.Mode(magic_trailing_comma=False, line_length=120),
}


def prints(facts: FileFacts) -> dict[str, tuple[str, str]]:
    found = {"": (facts.surface_print, facts.body_print)}
    for definition in facts.definitions:
        if definition.qualified:
            found[definition.qualified] = (definition.signature_print, definition.body_print)
    return found


def prints_of(text: str) -> dict[str, tuple[str, str]]:
    facts = extract_facts("python", text.encode())
    assert facts.diagnostics == (), text
    return prints(facts)


def changed(before: str, after: str) -> set[str]:
    """Return what differs: `f signature`, `f body`; the file itself has no name."""
    old, new = prints_of(before), prints_of(after)
    assert old.keys() == new.keys()
    return {
        f"{name or 'file'} {('surface' if not name else 'signature', 'body')[i]}"
        for name in old
        for i in (0, 1)
        if old[name][i] != new[name][i]
    }


def test_there_are_real_files_enough() -> None:
    assert len(real_files()) >= 40


def files_and_modes() -> list[object]:
    """Every file with black's defaults, and every fourth one with the other modes too."""
    files = real_files()
    return [
        pytest.param(file, mode, id=f"{file.relative_to(STANDARD_LIBRARY).as_posix()} {mode}")
        for i, file in enumerate(files[: choose(len(files))])
        for mode in (MODES if i % 4 == 0 else ["default"])
    ]


@pytest.mark.walk
@pytest.mark.parametrize(("file", "mode"), files_and_modes())
def test_black_changes_no_fingerprint(file: Path, mode: str) -> None:
    text = file.read_text(encoding="utf-8")
    try:
        formatted = black.format_str(text, mode=MODES[mode])
    except InvalidInput:
        pytest.skip("black cannot parse this file")
    assert changed(text, formatted) == set()


def with_comments(text: str) -> str:
    """Return source with a comment before every line that begins a statement of its own."""
    import tokenize
    from io import StringIO

    lines = text.splitlines(keepends=True)
    starts = []
    fresh = True
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            fresh = True
        elif fresh and token.type not in (tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER):
            starts.append((token.start[0] - 1, token.start[1]))
            fresh = False
    for line, column in sorted(set(starts), reverse=True):
        if not lines[line][:column].strip():
            lines.insert(line, lines[line][:column] + "# a remark (with 'quotes', and more)\n")
    return "".join(lines)


@pytest.mark.walk
@pytest.mark.parametrize("file", real_files()[: choose(25)], ids=lambda f: f.name)
def test_comments_change_no_fingerprint(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    commented = with_comments(text)
    assert commented.count("# a remark") > 20
    assert changed(text, commented) == set()


BASE = """\
import os

LIMIT = 10


@cached
def price(order, tax=0.2, *, rounded=True):
    total = order.amount
    if rounded and tax:
        total = round(total, 2)
        log(total)
    for item in order.items:
        total += item.cost * (1 + tax)
    check(order); note(total)
    kept = (total,)
    return "total: %s" % total if total is not None else None


class Cart(Base):
    size = 3

    def add(self, item):
        self.items.append(item)
        return self

    def clear(self):
        self.items = []


if os.name == "nt":
    setup()
"""


def test_the_base_has_the_shape_the_edits_expect() -> None:
    names = {"", "LIMIT", "price", "Cart", "Cart.size", "Cart.items", "Cart.add", "Cart.clear"}
    assert set(prints_of(BASE)) == names


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("import os\n", '"""What it is."""\n\nimport os\n', id="module documentation"),
        pytest.param("    total = order.amount\n", '    """Say."""\n    total = order.amount\n',
                     id="function documentation"),
        pytest.param("    size = 3\n", "    '''Say.\n\n    More.'''\n\n    size = 3\n",
                     id="class documentation"),
        pytest.param("tax=0.2, *, rounded=True):", "tax = 0.2 , * , rounded = True , ) :",
                     id="spaces and a trailing comma"),
        pytest.param("(order, tax=0.2,", "(  # why\n    order,  # what\n    tax=0.2,",
                     id="comments in a signature"),
        pytest.param('"total: %s"', "'total: %s'", id="quotes"),
        pytest.param("check(order); note(total)", "check(order)\n    note(total)", id="semicolon"),
        pytest.param("if rounded and tax:", "if (rounded and tax):", id="needless parentheses"),
        pytest.param("kept = (total,)", "kept = total,", id="tuple without parentheses"),
        pytest.param("total += item.cost", "total += \\\n            item.cost", id="backslash"),
        pytest.param("self.items.append(item)", "self.items.append(\n            item,\n        )",
                     id="broken call"),
        pytest.param("self.items = []", "self.items = [  # none\n        ]", id="broken list"),
        pytest.param("class Cart(Base):", "class Cart(Base,):", id="trailing comma after a base"),
        pytest.param("\n    def clear", "\n\n\n\n    def clear", id="blank lines"),
        pytest.param("    setup()\n", "    setup()", id="no last newline"),
        pytest.param("import os\n", "\N{BYTE ORDER MARK}import os\n", id="byte order mark"),
        pytest.param("LIMIT = 10", "LIMIT = (10)", id="parenthesised number"),
    ],
)  # fmt: skip
def test_what_means_the_same_changes_nothing(old: str, new: str) -> None:
    assert BASE.count(old) >= 1
    assert changed(BASE, BASE.replace(old, new, 1)) == set()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("item.cost *", "item.cost /", {"price body"}, id="operator"),
        pytest.param("(1 + tax)", "(2 + tax)", {"price body"}, id="constant"),
        pytest.param("        log(total)\n", "    log(total)\n", {"price body"},
                     id="out of a block"),
        pytest.param("round(total, 2)", "round(total)", {"price body"}, id="argument removed"),
        pytest.param("add(self, item)", "add(self, item, count)",
                     {"Cart.add signature", "file surface"}, id="parameter added"),
        pytest.param("total: %s", "total : %s", {"price body"}, id="text"),
        pytest.param("total: %s", "Total: %s", {"price body"}, id="case of text"),
        pytest.param("* (1 + tax)", "* 1 + tax", {"price body"}, id="needed parentheses removed"),
        pytest.param("(total,)", "(total)", {"price body"}, id="tuple to value"),
        pytest.param("is not None", "!= None", {"price body"}, id="identity to equality"),
        pytest.param("is not None", "is None", {"price body"}, id="negation"),
        pytest.param("check(order); note(total)", "note(total); check(order)", {"price body"},
                     id="order of calls"),
        pytest.param("@cached\n", "@cached\n@logged\n", {"price signature", "file surface"},
                     id="decorator added"),
        pytest.param("@cached\n", "", {"price signature", "file surface"}, id="decorator removed"),
        pytest.param("tax=0.2", "tax=0.3", {"price signature", "file surface"}, id="default"),
        pytest.param("*, rounded", "rounded", {"price signature", "file surface"},
                     id="keyword only"),
        pytest.param("rounded and tax", "rounded or tax", {"price body"}, id="and to or"),
        pytest.param("kept =", "Kept =", {"price body"}, id="case of a name"),
        pytest.param("for item in", "async_item = 1\n    for item in", {"price body"},
                     id="statement added"),
        pytest.param("total += item", "total = item", {"price body"}, id="augmented to plain"),
        pytest.param("round(total, 2)", "round(total, -2)", {"price body"}, id="sign"),
        pytest.param("self.items = []", "self.items = {}", {"Cart.clear body"}, id="list to dict"),
        pytest.param("return self", "yield self", {"Cart.add body"}, id="return to yield"),
        pytest.param("size = 3", "size = 4", {"Cart body", "Cart.size body"},
                     id="class attribute"),
        pytest.param("size = 3", "size: int = 3", {"Cart body", "Cart.size signature"},
                     id="type of an attribute"),
        pytest.param("Cart(Base)", "Cart(Other)", {"Cart signature", "file surface"}, id="base"),
        pytest.param("LIMIT = 10", "LIMIT = 11", {"file body", "LIMIT body"},
                     id="module constant"),
        pytest.param("    setup()", "    setup()\n    LIMIT = 3", {"file body", "LIMIT body"},
                     id="another value in a condition"),
        pytest.param("    setup()", "    setup()\nLIMIT += 3", {"file body", "LIMIT body"},
                     id="a value that is added to"),
        pytest.param("    setup()", "    setup(1)", {"file body"}, id="module code"),
        pytest.param("import os\n", "import os, re\n", {"file body"}, id="import"),
        pytest.param("        return self\n", "        if item:\n            return self\n",
                     {"Cart.add body"}, id="last statement into a block"),
        pytest.param("        self.items = []\n",
                     "        if self:\n            if self:\n                self.items = []\n",
                     {"Cart.clear body"}, id="end of a class into a block"),
        pytest.param('"total: %s"', 'b"total: %s"', {"price body"}, id="text to bytes"),
        pytest.param('"total: %s"', 'f"total: %s"', {"price body"}, id="format string"),
        pytest.param('"total: %s"', '"total: \'%s"', {"price body"}, id="quote inside text"),
        pytest.param("def add(self", "async def add(self", {"Cart.add signature", "file surface"},
                     id="function to coroutine"),
    ],
)  # fmt: skip
def test_a_real_edit_changes_what_it_should(old: str, new: str, expected: set[str]) -> None:
    assert BASE.count(old) >= 1
    assert changed(BASE, BASE.replace(old, new, 1)) == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a if b else (c if d else e)", "x = a if b else c if d else e"),
        ("x = a[(b if c else d)]", "x = a[b if c else d]"),
        ("x = -(2 ** 3)", "x = -2**3"),
        ("x = '\\xEB\\uFFFD'", 'x = "\\xeb\\ufffd"'),
        ("x = '\\\\\\'\"'", 'x = "\\\\\'\\""'),
        ("x = bR'a' + U'b' + F'{c}'", "x = Rb'a' + 'b' + f'{c}'"),
        ("x = 0XFF + 1E5 + 1.e+5 + .5 + 1. + 1J", "x = 0xff + 1e5 + 1.0e5 + 0.5 + 1.0 + 1j"),
        ("a, b, = c", "a, b = c"),
        ("(a, b) = c", "a, b = c"),
        ("x = a, b,", "x = (a, b)"),
        ("x = a,", "x = (a,)"),
        ("for a in b, c,: pass", "for a in (b, c): pass"),
        ("for (a, b) in c: pass", "for a, b in c: pass"),
        ("from a import b, c", "from a import (\n    b,  # why\n    c,\n)"),
        ("while (a := b()): pass", "while a := b(): pass"),
        ("f(a=(b if c else d))", "f(a=b if c else d)"),
        ("x = lambda: (a or b)", "x = lambda: a or b"),
        ("del (a, b)", "del a, b"),
        ("class A(): pass", "class A: pass"),
        ("class A:\n    x = 1", "class A:\n\n    x = 1\n\n"),
        ("if a: b\nelse: c", "if a:\n    b\nelse:\n    c\n"),
        ("x = a if'b'else(c)", "x = a if 'b' else (c)"),
        ("x = 'a'\\\n    'b'", "x = 'a' 'b'"),
        ("x = (1 .real, 1. .real, 1E5J)", "x = (1 .real, 1.0.real, 1e5j)"),
        ("x = [a,\f\tb,\r\n]", "x = [a, b]"),
    ],
)
def test_the_same_code_written_otherwise_has_the_same_fingerprints(before: str, after: str) -> None:
    assert changed(f"{before}\n", f"{after}\n") == set()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = not (a and b)", "x = not a and b"),
        ("x = (a, b), c", "x = a, b, c"),
        ("x = [(a, b)]", "x = [a, b]"),
        ("x = f((a, b))", "x = f(a, b)"),
        ("x = (yield)", "x = (yield,)"),
        ("x = (a if b else c).d", "x = a if b else c.d"),
        ("x = (lambda: a)()", "x = lambda: a()"),
        ("x = -(a ** b)", "x = (-a) ** b"),
        ("x = (a < b) == c", "x = a < b == c"),
        ("x = a - (b - c)", "x = a - b - c"),
        ("x = (await_ for a in b)", "x = [await_ for a in b]"),
        ("x = (1).real", "x = (1.0).real"),
        ("x = '\\''", "x = '\\\\'"),
        ("x = 'a' 'b'", "x = 'ab'"),
        ("x = 'a b'", "x = 'a  b'"),
        ("x = '#'", "x = '##'"),
        ("x = r'\\n'", "x = '\\n'"),
        ("x = 0xFF", "x = 0xFE"),
        ("del (a, b)", "del a"),
        ("x = a[b, c]", "x = a[b][c]"),
        ("x = a[(b, c), d]", "x = a[b, c, d]"),
        ("x = {*a}", "x = {**a}"),
        ("assert (a, b)", "assert a, b"),
        ("x = {a, b}", "x = {a: b}"),
        ("for x in a:\n    b\nelse:\n    c", "for x in a:\n    b\nc"),
        ("if a:\n    b\nelif c:\n    d", "if a:\n    b\nelse:\n    if c:\n        d"),
        ("x = 'it''s'", 'x = "it\'s"'),
        ("x = 'a\"\"b'", "x = 'a' 'b'"),
        ("x = 'a, )'", "x = 'a,)'"),
        ("x = '1E5'", "x = '1e5'"),
        ("x = a; b = 1", "x = ab = 1"),
        ("x = a\nb(c)", "x = ab(c)"),
        ("x = 1.5", "x = 1, 5"),
        ("x = 10", "x = 1.0"),
        ("x = été", "x = étè"),
        ("x = notà", "x = not_a"),
        ("x = a1.e5", "x = a1.0e5"),
        ("x = ()", "x = (),"),
        ("return_ = x,", "return_ = x"),
        ("x = ~(a | b)", "x = ~a | b"),
        ("x = '\\\\xEB'", "x = '\\\\xeb'"),
        ("x = (a if b else c) if d else e", "x = a if b else c if d else e"),
        ("x = (a or b)[c]", "x = a or b[c]"),
        ("x = 1e-5", "x = 1e5"),
        ("x = 0xe + 1", "x = 0xe1"),
        ("x = a,", "x = a"),
    ],
)  # fmt: skip
def test_different_code_has_different_fingerprints(before: str, after: str) -> None:
    assert extract_facts("python", before.encode() + b"\n").body_print != (
        extract_facts("python", after.encode() + b"\n").body_print
    )


def test_one_more_definition_leaves_the_code_around_it_as_it_is() -> None:
    before, after = prints_of(BASE), prints_of(BASE.replace("class Cart", "X = 1\n\n\nclass Cart"))
    assert before[""][1] != after[""][1]
    after = prints_of(BASE.replace("\nclass Cart", "\ndef more():\n    pass\n\n\nclass Cart"))
    assert before[""][1] == after[""][1]
    assert {name: after[name] for name in before if name} == {n: before[n] for n in before if n}
