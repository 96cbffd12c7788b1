"""Names found in the text of a Python file are those its tree has."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import pytest

from ripplegraph.graph.facts import Reference
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.languages.python import names

STANDARD_LIBRARY = Path(sysconfig.get_paths()["stdlib"])


def read(data: bytes) -> tuple[Reference, ...]:
    return extract_facts("python", data).references


def read_by_tree(data: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[Reference, ...]:
    """Read the references as if the text could not be trusted."""
    with monkeypatch.context() as patch:
        patch.setattr(
            names, "_chains_in_code", lambda file: list(names._chains_of(file, file.root))
        )
        return read(data)


@pytest.mark.parametrize(
    ("text", "chains"),
    [
        ("x = a.b + c", ["a.b", "c"]),
        ("x = a . b", ["a", "b"]),
        ("x = f(a)[0].b.c", ["a", "b.c"]),
        ("x = a.f(b)", ["a", "b"]),
        ("x = 'a' \"b\" + c", ["c"]),
        ("x = r'\\\\' + r'\\'' + 'a' + c", ["c"]),
        ("x = 'it\\'s a' + c", ["c"]),
        ("x = 'a \\\r\n b' + c\r\ny = d\r\n", ["c", "d"]),
        ("x = '''a ' b\n'' c''' + d", ["d"]),
        ("x = '' + a + \"\" + b", ["a", "b"]),
        ("x = bR'a' + F'b' + u'c' + d", ["d"]),
        ("x = a # b 'c\ny = 'd' # e\nz = f", ["a", "f"]),
        ("x = f'{a.b!r:>{c}} d' + e", ["a.b", "c", "e"]),
        ('x = f"{a["b"]} c" + d', ["a", "d"]),
        ("x = f'{f\"{a}\"} {b}' f'{c}' 'd'", ["a", "b", "c"]),
        ("x = f'{{a}}' + b", ["b"]),
        ("x = 0xFFab + 1e5 + 1_0j + 1.e5 + 0b1 + a", ["a"]),
        ("x = None.a or True.b or c", ["c"]),
        ("from.a import b\nx = b", ["b"]),
        ("from __future__ import annotations\nx = a", ["a"]),
        ("import a.b as c\nx = c.d", ["c.d"]),
        ("match a:\n case B(c=d):\n  x = d, e\n case _:\n  y = _", ["B", "c", "a", "d", "e", "_"]),
        ("match = case = type = a\nx = match, case, type", ["a", "match", "case", "type"]),
        ("type A = b\nx = type", ["b", "type"]),
        ("async def f():\n    x = await a\n    async for b in c: pass", ["a", "c"]),
        ("print a, b", ["a", "b"]),
        ("exec a in b", ["a", "b"]),
        ("x = print", ["print"]),
        ("x = été.b + ça", ["été.b", "ça"]),
        ("x = 'été' + a", ["a"]),
        ("\N{BYTE ORDER MARK}x = a", ["a"]),
        ("x = a if b else(c)", ["a", "b", "c"]),
        ("x = lambda a, b=c: (a, d)", ["c", "d"]),
        ("if (x := a): y = x", ["a", "x"]),
        ("x = a == b", ["a", "b"]),
        ("x = a \\\n    .b \\\n    + c", ["a", "b", "c"]),
        ("x = {**a, 'b': c, d: [*e]}", ["a", "c", "d", "e"]),
        ("x = (a +", ["a"]),
    ],
)  # fmt: skip
def test_chains_that_are_read(
    text: str, chains: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = text.encode()
    found = read(data)
    assert sorted(reference.chain for reference in found) == sorted(chains)
    assert found == read_by_tree(data, monkeypatch)


@pytest.mark.parametrize("name", ["argparse", "ast", "enum", "inspect", "typing", "dataclasses"])
def test_real_files_read_the_same_by_text_and_by_tree(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = (STANDARD_LIBRARY / f"{name}.py").read_bytes()
    found = read(data)
    assert len(found) > 100
    assert found == read_by_tree(data, monkeypatch)
