"""Changes of what names of a file are written with: who uses these names may get another answer."""

from pathlib import Path

import pytest

from tests.support.equality import Twin, write_tree

KINDS = "class A:\n    def go(self): ...\n\n\nclass B:\n    def go(self): ...\n"
PYTHON = {"kinds.py": KINDS, "other.py": "from kinds import B\n\n\ndef first():\n    return B()\n"}
USE = "import base\nfrom kinds import A, B\n\n\ndef use():\n    "
HEAD = "from kinds import A, B\n\n\n"
FIRST = "def first():\n    return A()\n\n\ndef second():\n    return B()\n\n\n"
CHAIN = "def pick():\n    return first()\n\n\ndef make():\n    return pick()\n"
TABLE = "TABLE = [first]\n\n\ndef make():\n    return TABLE[0]()\n"
BOX = "class Box:\n    def __init__(self, item):\n        self.item = item\n"
HOLDING = "class Box:\n    def __init__(self, item):\n        self.held = {'item': item}\n"
INNER = "def outer(item):\n    def inner():\n        return item\n\n    return inner\n"
PICK = "class Box(A):\n    def pick(self):\n        return self\n\n\n"
TS_KINDS = "export class A { go() {} }\nexport class B { go() {} }\n"
TS_HEAD = 'import { A, B } from "./kinds"\n'
TS_USE = 'import { A, B } from "./kinds"\nimport * as base from "./base"\n'
TS_CHAIN = "export function make() { return pick() }\nfunction pick() { return first() }\n"
TS_HELD = "export const held = { make() { return this.item }, item: new A() }\n"

CASES: dict[str, tuple[dict[str, str], str, str, str]] = {
    "a function that another one takes the place of": (
        PYTHON,
        HEAD + FIRST + CHAIN,
        HEAD + FIRST + "first = second\n\n\n" + CHAIN,
        USE + "base.make().go()\n",
    ),
    "an import in place of a function": (
        PYTHON,
        HEAD + FIRST + CHAIN,
        HEAD + FIRST.replace("def first", "from other import first\n\n\ndef third") + CHAIN,
        USE + "base.make().go()\n",
    ),
    "what a function gives that others call": (
        PYTHON,
        HEAD + FIRST + CHAIN,
        HEAD + FIRST.replace("return A()", "return B()") + CHAIN,
        USE + "base.make().go()\n",
    ),
    "what an item of a list leads to": (
        PYTHON,
        HEAD + FIRST + TABLE,
        HEAD + FIRST + "first = second\n" + TABLE,
        USE + "base.make().go()\n",
    ),
    "an item of a list in a function": (
        PYTHON,
        HEAD + "def make():\n    kinds = [A]\n    return kinds\n",
        HEAD + "def make():\n    kinds = [B]\n    return kinds\n",
        USE + "base.make()[0]().go()\n",
    ),
    "an item of a dict in a class": (
        PYTHON,
        HEAD + "class Base:\n    kinds = {'a': [A], 'b': [B]}\n",
        HEAD + "class Base:\n    kinds = {'a': [B], 'b': [A]}\n",
        USE + "base.Base.kinds['a'][0]().go()\n",
    ),
    "a type that a variable holds": (
        {**PYTHON, "middle.py": "import base\n\n\ndef make() -> base.Made: ...\n"},
        "from typing import Union\n\n" + HEAD + "Made = Union[A, None]\n",
        "from typing import Union\n\n" + HEAD + "Made = Union[B, None]\n",
        "import middle\n\n\ndef use():\n    middle.make().go()\n",
    ),
    "an attribute of a class that others are made from": (
        PYTHON,
        HEAD + "class Base:\n    kind = A\n\n\ndef make():\n    return Base.kind()\n",
        HEAD + "class Base:\n    kind = B\n\n\ndef make():\n    return Base.kind()\n",
        USE + "base.make().go()\n",
    ),
    "a parameter before the one that is kept": (
        PYTHON,
        BOX,
        BOX.replace("self, item", "self, other, item"),
        USE + "base.Box(A(), B()).item.go()\n",
    ),
    "a parameter before the one that is put into a dict": (
        PYTHON,
        HOLDING,
        HOLDING.replace("self, item", "self, other, item"),
        USE + "base.Box(A(), B()).held['item'].go()\n",
    ),
    "the type of a parameter that is kept": (
        PYTHON,
        HEAD + BOX,
        HEAD + BOX.replace("self, item", "self, item: B"),
        USE + "base.Box(A()).item.go()\n",
    ),
    "the default of a parameter that is kept": (
        PYTHON,
        HEAD + BOX,
        HEAD + BOX.replace("self, item", "self, item=B()"),
        USE + "base.Box().item.go()\n",
    ),
    "a parameter of the function around": (
        PYTHON,
        INNER,
        INNER.replace("outer(item", "outer(other, item"),
        USE + "base.outer(A(), B())().go()\n",
    ),
    "a method that comes to have no object": (
        PYTHON,
        HEAD + PICK,
        HEAD + PICK.replace("    def pick", "    @staticmethod\n    def pick"),
        USE + "base.Box().pick(B()).go()\n",
    ),
    "a method whose object has another name": (
        PYTHON,
        HEAD + PICK,
        HEAD + PICK.replace("pick(self", "pick(this, self"),
        USE + "base.Box().pick(B()).go()\n",
    ),
    "a function in TypeScript": (
        {"kinds.ts": TS_KINDS},
        TS_HEAD + TS_CHAIN + "function first() { return new A() }\n",
        TS_HEAD + TS_CHAIN + "const first = () => new B()\n",
        TS_USE + "function use() { base.make().go() }\n",
    ),
    "a parameter in TypeScript": (
        {"kinds.ts": TS_KINDS},
        "export class Box { constructor(item) { this.item = item } }\n",
        "export class Box { constructor(other, item) { this.item = item } }\n",
        TS_USE + "function use() { new base.Box(new A(), new B()).item.go() }\n",
    ),
    "an item beside a function": (
        {"kinds.ts": TS_KINDS},
        TS_HEAD + TS_HELD,
        TS_HEAD + TS_HELD.replace("new A", "new B"),
        TS_USE + "function use() { base.held.make().go() }\n",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_change_reaches_who_is_written_with_the_name(case: str, tmp_path: Path) -> None:
    rest, old, new, use = CASES[case]
    ending = next(iter(rest)).rpartition(".")[2]
    files = {**rest, f"use.{ending}": use, "ripple.toml": ""}
    before, after = (
        {path: text.encode() for path, text in {**files, f"base.{ending}": base}.items()}
        for base in (old, new)
    )
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    write_tree(twin.root, {}, before)
    twin.scan()
    original = [row for row in twin.read() if "use" in str(row)]
    for earlier, later in ((before, after), (after, before), (before, after)):
        write_tree(twin.root, earlier, later)
        assert twin.compare().differences + twin.find_stale_answers() == []
    assert [row for row in twin.read() if "use" in str(row)] != original
