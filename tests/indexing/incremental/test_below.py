"""Members that are sought below a class: who sought one is reached where another may be found."""

from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.equality import Twin, write_tree

Tree = dict[str, str]

MIXIN = "class Mixin:\n    def run(self):\n        self.step()\n"
USE = "from mixin import Mixin\n\n\ndef use(given: Mixin):\n    given.step()\n"
OTHER = "class Other:\n    def aside(self): ...\n"
STEPPING = "class Other:\n    def step(self): ...\n"
SUB = "from mixin import Mixin\n\n\nclass Sub(Mixin):\n    def aside(self): ...\n"
SUB_STEPPING = SUB.replace("aside", "step")
BOTH = "from mixin import Mixin\nfrom other import Other\n\n\nclass Both(Mixin, Other): ...\n"
LOWER = "from sub import Sub\n\n\nclass Lower(Sub):\n    def step(self): ...\n"
BASE: Tree = {"mixin.py": MIXIN, "use.py": USE, "other.py": OTHER}


def _many(count: int) -> str:
    return "".join(f"class C{i}:\n    def step(self): ...\n\n\n" for i in range(count))


def _below(count: int) -> Tree:
    line = "from {}\n\n\nclass {}({}): ...\n"
    files = {f"low{i}.py": line.format("other import Other", f"Low{i}", "Other") for i in range(50)}
    return {name: files[name] for name in sorted(files)[:count]}


SEQUENCES: dict[str, tuple[Tree, ...]] = {
    "a class below gets the member and loses it": (
        {**BASE, "sub.py": SUB},
        {**BASE, "sub.py": SUB_STEPPING},
        {**BASE, "sub.py": SUB},
    ),
    "a class below comes and goes": (
        BASE,
        {**BASE, "sub.py": SUB_STEPPING},
        {**BASE, "sub.py": SUB_STEPPING, "two.py": SUB_STEPPING.replace("Sub", "Two")},
        {**BASE, "two.py": SUB_STEPPING.replace("Sub", "Two")},
        BASE,
    ),
    "a class below that": (
        {**BASE, "sub.py": SUB},
        {**BASE, "sub.py": SUB, "lower.py": LOWER},
        {**BASE, "sub.py": SUB.replace("(Mixin)", ""), "lower.py": LOWER},
        {**BASE, "sub.py": SUB, "lower.py": LOWER.replace("step", "other")},
    ),
    "a class beside gets the member": (
        {**BASE, "both.py": BOTH},
        {**BASE, "both.py": BOTH, "other.py": STEPPING},
        {**BASE, "both.py": BOTH},
    ),
    "a class beside that has the member comes to be beside": (
        {**BASE, "other.py": STEPPING},
        {**BASE, "other.py": STEPPING, "both.py": BOTH},
        {**BASE, "other.py": STEPPING, "both.py": BOTH.replace("Mixin, ", "")},
        {**BASE, "other.py": STEPPING, "both.py": BOTH},
    ),
    "a second class that has both above it": (
        {**BASE, "other.py": STEPPING, "both.py": BOTH, "again.py": BOTH.replace("Both", "Again")},
        {**BASE, "other.py": STEPPING, "both.py": BOTH},
        {**BASE, "other.py": STEPPING},
    ),
    "a class gets another name": (
        {**BASE, "sub.py": SUB_STEPPING, "lower.py": LOWER},
        {**BASE, "sub.py": SUB_STEPPING.replace("Sub", "New"), "lower.py": LOWER},
        {**BASE, "sub.py": SUB_STEPPING, "lower.py": LOWER},
    ),
    "so many classes have the member that it says nothing": (
        {**BASE, "sub.py": SUB_STEPPING, "many.py": _many(38)},
        {**BASE, "sub.py": SUB_STEPPING, "many.py": _many(39)},
        {**BASE, "sub.py": SUB_STEPPING, "many.py": _many(40)},
        {**BASE, "sub.py": SUB_STEPPING, "many.py": _many(90)},
        {**BASE, "sub.py": SUB_STEPPING, "many.py": _many(3)},
    ),
    "many classes lie below one that gets the member": (
        {**BASE, "both.py": BOTH, **_below(50)},
        {**BASE, "both.py": BOTH, **_below(50), "other.py": STEPPING},
        {**BASE, "both.py": BOTH, **_below(3), "other.py": STEPPING},
        {**BASE, "both.py": BOTH, **_below(3)},
    ),
}


def _write(twin: Twin, before: Tree, after: Tree) -> None:
    old, new = ({p: t.encode() for p, t in tree.items()} for tree in (before, after))
    write_tree(twin.root, old, new)
    (twin.root / "ripple.toml").touch()


@pytest.mark.parametrize("case", SEQUENCES)
def test_whoever_sought_a_member_finds_what_there_is(case: str, tmp_path: Path) -> None:
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    for before, after in pairwise([{}, *SEQUENCES[case]]):
        _write(twin, before, after)
        assert twin.compare().differences + twin.find_stale_answers() == []


COUNTS: dict[str, tuple[Tree, Tree, int]] = {
    "a class that is not below": ({}, {"other.py": STEPPING}, 1),
    "a class below without the member": ({}, {"sub.py": SUB}, 1),
    "one more class below beside others": (
        {"sub.py": SUB_STEPPING},
        {"two.py": "from sub import Sub\n\n\nclass Two(Sub): ...\n"},
        1,
    ),
    "a class below that has the member": ({}, {"sub.py": SUB_STEPPING}, 11),
}


@pytest.mark.parametrize("case", COUNTS)
def test_only_who_may_find_another_member_is_reached(case: str, tmp_path: Path) -> None:
    more, change, most = COUNTS[case]
    seeking = {f"use{i}.py": USE for i in range(8)}
    before = {**BASE, **seeking, **more}
    twin = Twin(tmp_path / "project", tmp_path / "beside")
    _write(twin, {}, before)
    twin.scan()
    _write(twin, before, {**before, **change})
    assert twin.scan().linked_files <= most
    assert twin.compare().differences == []
