"""Random edits of the cases of a language: whatever its rules are, an update finds all they change.

The cases lie beside each other in one project. Steps take files away and bring them back, rename
them, and move, drop and repeat lines, within a file and between files.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.support.equality import Tree, Twin, compare_trees, read_tree, reduce_trees, write_tree
from tests.support.languages import FIXTURES
from tests.support.walks import describe_trees

_SHOWN = 20


def read_cases(language: str) -> dict[str, bytes]:
    """Return the files of all cases of a language, as one project."""
    return read_tree(FIXTURES / language)


class Shuffle:
    """Steps through versions of a project."""

    def __init__(self, whole: Tree, seed: int) -> None:
        self._whole = dict(whole)
        self._random = Random(seed)  # noqa: S311
        self.tree = dict(whole)

    def step(self) -> str:
        """Change something, and tell what."""
        steps: list[Callable[[], str]] = [self._take, self._rename, self._drop, self._drop]
        steps += [self._repeat, self._move, self._move, self._swap]
        if len(self.tree) < len(self._whole) - 2:
            steps += [self._bring_back] * 4
        return self._random.choice(steps)()

    def _pick(self) -> str:
        return self._random.choice(sorted(self.tree))

    def _lines(self, name: str) -> list[bytes]:
        return self.tree[name].split(b"\n")

    def _take(self) -> str:
        name = self._pick()
        del self.tree[name]
        return f"take away {name}"

    def _bring_back(self) -> str:
        name = self._random.choice(sorted(self._whole))
        self.tree[name] = self._whole[name]
        return f"bring back {name}"

    def _rename(self) -> str:
        name = self._pick()
        folder, _, file = name.rpartition("/")
        other = f"{folder}/{self._random.choice(['other', 'util', 'lib'])}_{file}"
        if self._random.random() < 0.5:
            other = f"{self._pick().rpartition('/')[0]}/{file}"
        self.tree[other] = self.tree.pop(name)
        return f"rename {name} to {other}"

    def _drop(self) -> str:
        name = self._pick()
        lines = self._lines(name)
        at = self._random.randrange(len(lines))
        dropped = lines.pop(at)
        self.tree[name] = b"\n".join(lines)
        return f"drop line {at + 1} of {name}: {dropped!r}"

    def _repeat(self) -> str:
        name = self._pick()
        lines = self._lines(name)
        at = self._random.randrange(len(lines))
        lines.insert(self._random.randrange(len(lines)), lines[at])
        self.tree[name] = b"\n".join(lines)
        return f"repeat line {at + 1} of {name}"

    def _move(self) -> str:
        name, other = self._pick(), self._pick()
        lines = self._lines(name)
        start = self._random.randrange(len(lines))
        moved = lines[start : start + self._random.randrange(1, 8)]
        self.tree[other] = self.tree[other] + b"\n" + b"\n".join(moved) + b"\n"
        return f"copy {len(moved)} lines from {name} to {other}"

    def _swap(self) -> str:
        name, other = self._pick(), self._pick()
        self.tree[name], self.tree[other] = self.tree[other], self.tree[name]
        return f"swap {name} and {other}"


def check_shuffle(language: str, seed: int, count: int, folder: Path) -> None:
    """Fail with the smallest files that show it when an update differs from a scan from nothing."""
    shuffle = Shuffle(read_cases(language), seed)
    twin = Twin(folder / "project", folder / "beside")
    write_tree(twin.root, {}, shuffle.tree)
    (twin.root / "ripple.toml").touch()
    twin.scan()
    log: list[str] = []
    for _ in range(count):
        before = dict(shuffle.tree)
        log.append(shuffle.step())
        write_tree(twin.root, before, shuffle.tree)
        differences = twin.compare().differences
        if differences:
            raise AssertionError(_describe(before, shuffle.tree, [*log, *differences], folder))


def _describe(before: Tree, after: Tree, log: list[str], folder: Path) -> str:
    def fails(one: Tree, two: Tree) -> bool:
        return bool(compare_trees(one, two, folder / "reduce").differences)

    lines = log[-_SHOWN:]
    if fails(before, after):
        lines += describe_trees(*reduce_trees(before, after, fails))
    return "\n".join(lines)
