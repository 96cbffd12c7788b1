"""Which changes of a signature break those who use it, in real source."""

from __future__ import annotations

import pytest

from ripplegraph.graph.changes import GraphChange
from ripplegraph.graph.model import ChangeKind
from ripplegraph.indexing.changes.graph_changes import compute_changes
from tests.support.states import read_states


def find_change(path: str, before: str, after: str, label: str) -> GraphChange | None:
    changes = compute_changes(read_states({path: before}), read_states({path: after}), {})
    found = [
        change
        for change in changes
        if change.id == f"{path}::{label}" and change.kind is ChangeKind.SIGNATURE_CHANGED
    ]
    assert len(found) <= 1
    return found[0] if found else None


PYTHON = [
    ("a", "a, b=1", True, "optional parameter `b` added"),
    ("a", "a, *, b=1", True, "optional parameter `b` added"),
    ("a", "a, *args", True, "`*args` added"),
    ("a", "a, **kw", True, "`**kw` added"),
    ("a", "a=1", True, "parameter `a` is now optional"),
    ("a=1", "a=2", True, "default of `a` is `2`, was `1`"),
    ("a", "a: int", True, "type of `a` added"),
    ("a: int", "a", True, "type of `a` removed"),
    ("a: int", "a: int | None", True, "type of `a` is `int | None`"),
    ("a: int", "a: Optional[int]", True, "type of `a` is `Optional[int]`"),
    ("a, /", "b, /", True, "parameter `a` renamed to `b`"),
    ("a, /", "a", True, "can now be passed by name, too"),
    ("*, a", "a", True, "can now be passed by position, too"),
    ("*args", "*items", True, "renamed to `items`"),
    ("a, *, k=1", "a, *, j=2, k=1", True, "optional parameter `j` added"),
    ("*, a, b", "*, b, a", None, "declared differently"),
    ("a: int", "a: str", None, "type of `a` is `str`, was `int`"),
    ("a: int | None", "a: int", None, "type of `a`"),
    ("a, **kw", "**kw", False, "parameter `a` removed"),
    ("*, a, **kw", "**kw", None, "is now one of any others"),
    ("a", "a, b", False, "required parameter `b` added"),
    ("a", "a, *, b", False, "required parameter `b` added"),
    ("a, b", "a", False, "parameter `b` removed"),
    ("a", "", False, "parameter `a` removed"),
    ("a", "b", False, "parameter `a` renamed to `b`"),
    ("a, b", "b, a", False, "parameters at another place: `a`, `b`"),
    ("a, b", "a, c=1, b=2", False, "parameters at another place: `b`"),
    ("a=1", "a", False, "parameter `a` is now required"),
    ("a", "a, /", False, "can no longer be passed by name"),
    ("a", "*, a", False, "can no longer be passed by position"),
    ("*args", "", False, "parameter `*args` removed"),
    ("**kw", "", False, "parameter `**kw` removed"),
    ("*args", "args", False, "is now `args`"),
    ("a, *args", "a, b=1, *args", False, "takes the place of one of any others"),
    ('a="x, y"', 'a="x, y", b=(1, 2)', True, "optional parameter `b` added"),
    ("a=lambda x, y=2: x", "a=lambda x, y=2: x, b={}", True, "optional parameter `b` added"),
    ("a, b: dict[str, int]", "a, b: dict[str, int] = {}", True, "`b` is now optional"),
]


@pytest.mark.parametrize(("old", "new", "compatible", "words"), PYTHON)
def test_parameters_in_python(old: str, new: str, compatible: bool | None, words: str) -> None:
    body = "    return 1\n"
    change = find_change("m.py", f"def f({old}):\n{body}", f"def f({new}):\n{body}", "f")
    assert change is not None
    assert change.compatible is compatible, change.detail
    assert words in change.detail


@pytest.mark.parametrize(("old", "new", "compatible", "words"), PYTHON[:40:5])
def test_the_receiver_of_a_method_is_no_parameter(
    old: str, new: str, compatible: bool | None, words: str
) -> None:
    text = "class C:\n    def f(self, {}):\n        return 1\n"
    change = find_change("m.py", text.format(old), text.format(new), "C.f")
    assert change is not None
    assert (change.compatible, words in change.detail) == (compatible, True)


TYPESCRIPT = [
    ("a: string", "a: string, b?: number", True, "optional parameter `b` added"),
    ("a: string", "a: string, b = 3", True, "optional parameter `b` added"),
    ("a: string", "a: string, ...rest: string[]", True, "`*rest` added"),
    ("a: string", "a?: string", True, "parameter `a` is now optional"),
    ("a: string", "b: string", True, "parameter `a` renamed to `b`"),
    ("a: string", "a: string | number", True, "type of `a`"),
    ("a", "a: string", True, "type of `a` added"),
    ("{ x, y }: P", "{ x, y }: P, z?: number", True, "optional parameter `z` added"),
    ("a: Map<string, number>", "a: Map<string, number>, b?: X", True, "parameter `b` added"),
    ("cb: (a: number, b?: X) => void", "cb: (a: number) => void", None, "type of `cb`"),
    ("a: string", "a: number", None, "type of `a` is `number`, was `string`"),
    ("{ x }: P", "{ x }: Q", None, "type of `{0}`"),
    ("a: string", "a: string, b: number", False, "required parameter `b` added"),
    ("a: string, b: number", "a: string", False, "parameter `b` removed"),
    ("a: string, b: number", "b: number, a: string", False, "at another place: `a`, `b`"),
    ("a?: string", "a: string", False, "parameter `a` is now required"),
    ("a = 1", "a: number", False, "parameter `a` is now required"),
    ("a: string", "x: number, a: string", False, "at another place: `a`"),
    ("...rest: string[]", "rest: string[]", False, "is now `rest`"),
]


@pytest.mark.parametrize(("old", "new", "compatible", "words"), TYPESCRIPT)
@pytest.mark.parametrize("path", ["m.ts", "m.tsx"])
def test_parameters_in_typescript(
    path: str, old: str, new: str, compatible: bool | None, words: str
) -> None:
    text = "export function f({}): void {{ return }}\n"
    change = find_change(path, text.format(old), text.format(new), "f")
    assert change is not None
    assert change.compatible is compatible, change.detail
    assert words in change.detail


OTHERS = [
    ("m.py", "def f(): pass", "async def f(): pass", "f", False, "is now async"),
    ("m.py", "def f(): return 1", "def f(): yield 1", "f", False, "is now generator"),
    ("m.py", "def f() -> int: ...", "def f() -> str: ...", "f", None, "result changed"),
    ("m.py", "def f(): ...", "def f() -> str: ...", "f", True, "result changed"),
    ("m.py", "def f() -> int | None: ...", "def f() -> int: ...", "f", True, "result changed"),
    ("m.py", "def f() -> int: ...", "def f() -> int | None: ...", "f", None, "result changed"),
    ("m.py", "def f(): ...", "@cache\ndef f(): ...", "f", None, "decorators changed"),
    ("m.py", "def f(): ...", "class f: ...", "f", False, "was a function, is now a class"),
    (
        "m.py",
        "class C:\n @property\n def f(self): ...",
        "class C:\n def f(self): ...",
        "C.f",
        False,
        "is no longer property",
    ),
    (
        "m.py",
        "class C:\n @staticmethod\n def f(x): ...",
        "class C:\n def f(x): ...",
        "C.f",
        False,
        "is no longer static",
    ),
    ("m.py", "class C(A): ...", "class C(A, B): ...", "C", True, "base `B` added"),
    ("m.py", "class C(A): ...", "class C: ...", "C", False, "base `A` removed"),
    ("m.py", "class C(A): ...", "class C(A, metaclass=M): ...", "C", None, "declared as"),
    (
        "m.py",
        "class C:\n def __init__(self, a): ...",
        "class C:\n def __init__(self, a, b): ...",
        "C",
        False,
        "constructor: required parameter `b` added",
    ),
    (
        "m.py",
        "class C:\n def __init__(self, a): ...",
        "class C:\n def __init__(self, a, b=1): ...",
        "C",
        True,
        "constructor: optional parameter `b` added",
    ),
    (
        "m.py",
        "@dataclass\nclass C:\n a: int",
        "@dataclass\nclass C:\n a: int\n b: int = 1",
        "C",
        True,
        "optional field `b` added",
    ),
    (
        "m.py",
        "@dataclass(frozen=True)\nclass C:\n a: int\n b: int",
        "@dataclass(frozen=True)\nclass C:\n a: int",
        "C",
        False,
        "field `b` removed",
    ),
    (
        "m.py",
        "class C(NamedTuple):\n a: int",
        "class C(NamedTuple):\n a: int\n b: list = field()",
        "C",
        None,
        "field `b` added",
    ),
    ("m.ts", "class C extends A {}", "class C extends B {}", "C", False, "base `A` removed"),
    ("m.ts", "class C {}", "class C implements I<X, Y> {}", "C", True, "base `I` added"),
    (
        "m.ts",
        "class C { constructor(private a: string) {} }",
        "class C { constructor(private a: string, b?: X) {} }",
        "C",
        True,
        "constructor: optional parameter `b` added",
    ),
    (
        "m.ts",
        "export function f() {}",
        "function f() {}",
        "f",
        None,
        "is no longer exported where it is defined",
    ),
    ("m.ts", "const f = () => 1", "const f = async () => 1", "f", False, "is now async"),
    ("m.ts", "type T = { a: string }", "type T = { a: number }", "T", None, "declared as"),
    (
        "m.ts",
        "function f<T>(a: T) {}",
        "function f<T extends X>(a: T) {}",
        "f",
        None,
        "type parameters changed",
    ),
    ("m.ts", "interface I { a: string }", "interface I { a: number }", "I.a", None, "type changed"),
]


@pytest.mark.parametrize(("path", "old", "new", "label", "compatible", "words"), OTHERS)
def test_other_parts_of_a_signature(
    path: str, old: str, new: str, label: str, compatible: bool | None, words: str
) -> None:
    change = find_change(path, f"{old}\n", f"{new}\n", label)
    assert change is not None
    assert change.compatible is compatible, change.detail
    assert words in change.detail


@pytest.mark.parametrize(
    ("path", "old", "new", "label"),
    [
        ("m.py", "def f(a, b = 1): ...", "def f(\n    a,\n    b=1,  # why\n): ...", "f"),
        ("m.py", 'def f(a="x"): ...', "def f(a='x'): ...", "f"),
        ("m.ts", "function f(a: string) {}", "function f(\n  a: string,\n) {}", "f"),
        ("m.py", "class C(): ...", "class C: ...", "C"),
        ("m.py", "def f(a): return a", "def f(a): return -a", "f"),
    ],
)
def test_another_way_to_write_it_is_no_change(path: str, old: str, new: str, label: str) -> None:
    assert find_change(path, f"{old}\n", f"{new}\n", label) is None


def test_what_cannot_be_taken_apart_is_unknown() -> None:
    """TypeScript keeps 400 characters of a signature; what is added after them cannot be judged."""
    long = ", ".join(f"parameter{n}: SomeQuiteLongName" for n in range(20))
    old, new = f"function f({long}) {{}}\n", f"function f({long}, last?: X) {{}}\n"
    change = find_change("m.ts", old, new, "f")
    assert change is not None
    assert change.compatible is None
    assert "parameter `last` added" in change.detail


def test_the_worst_finding_decides_and_comes_first() -> None:
    change = find_change("m.py", "def f(a, b): ...\n", "def f(a: int, c, d=1): ...\n", "f")
    assert change is not None
    assert change.compatible is False
    assert change.detail.split("; ") == [
        "parameter `b` renamed to `c`",
        "type of `a` added",
        "optional parameter `d` added",
    ]
    assert (change.old_signature, change.new_signature) == ("f(a, b)", "f(a: int, c, d=1)")
