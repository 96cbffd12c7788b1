"""Random walks over a project: after each step its graph equals one made from nothing.

A walk that fails is made shorter: first steps are left out, then files and lines, and what is left
is printed together with the seed that brings it back.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from tests.support import generated
from tests.support.edits.chunks import Code
from tests.support.edits.editor import Editor
from tests.support.equality import Comparison, Tree, Twin, compare_trees, read_tree, reduce_trees


def _find_codes() -> dict[str, Code]:
    """Return what writes random code, by the names of the modules that have it."""
    found: dict[str, Code] = {}
    for item in iter_modules(generated.__path__):
        module = import_module(f"{generated.__name__}.{item.name}")
        writers = [
            value
            for name, value in vars(module).items()
            if name.endswith("Writer") and value.__module__ == module.__name__
        ]
        if len(writers) == 1 and hasattr(module, "PATHS"):
            found[item.name] = Code(module.PATHS, module.SETTINGS, writers[0])
    return found


CODES = _find_codes()
_MOST_TRIALS = 80
_SHOWN = 20


@dataclass(frozen=True)
class Walk:
    """Where a walk starts and what it draws its steps from."""

    seed: int
    languages: tuple[str, ...] = ()
    in_git: bool = True
    prepare: Callable[[Path], object] | None = None
    """Makes the project; without it files are generated."""

    def start(self, folder: Path) -> tuple[Editor, Twin]:
        shutil.rmtree(folder, ignore_errors=True)
        root = folder / "project"
        if self.prepare is not None:
            self.prepare(root)
        else:
            root.mkdir(parents=True)
        codes = [CODES[name] for name in self.languages]
        editor = Editor(root, self.seed, in_git=self.in_git, codes=codes)
        editor.start()
        if not self.in_git:
            (root / "ripple.toml").touch()
        return editor, Twin(root, folder / "beside")


@dataclass(frozen=True)
class Failure:
    """A step after which the graphs differ."""

    steps: tuple[int, ...]
    """The numbers of the steps up to it."""
    log: tuple[str, ...]
    before: Tree
    after: Tree
    comparison: Comparison


def take_steps(
    walk: Walk,
    steps: Iterable[int],
    folder: Path,
    *,
    on_step: Callable[[Comparison], None] | None = None,
) -> Failure | None:
    """Walk, comparing after each step, up to the first difference."""
    editor, twin = walk.start(folder)
    twin.scan()
    before = read_tree(twin.root)
    taken: list[int] = []
    log: list[str] = []
    for number in steps:
        taken.append(number)
        log.append(editor.step(number))
        comparison = twin.compare()
        after = read_tree(twin.root)
        if comparison.differences:
            return Failure(tuple(taken), tuple(log), before, after, comparison)
        if on_step is not None:
            on_step(comparison)
        before = after
    return None


def shrink(walk: Walk, failure: Failure, folder: Path) -> Failure:
    """Leave out steps as long as some difference stays."""
    size = max(1, len(failure.steps) // 2)
    trials = 0
    while size and trials < _MOST_TRIALS:
        at = 0
        while at < len(failure.steps) and trials < _MOST_TRIALS:
            trials += 1
            fewer = failure.steps[:at] + failure.steps[at + size :]
            found = take_steps(walk, fewer, folder) if fewer else None
            if found is None:
                at += size
            else:
                failure = found
        size //= 2
    return failure


def describe(walk: Walk, failure: Failure, folder: Path) -> str:
    """Tell how to bring a failure back, with the smallest files that show it."""
    failure = shrink(walk, failure, folder / "shrink")
    lines = [
        f"The graph differs from one made from nothing: seed {walk.seed}, {walk.languages}, "
        f"in git: {walk.in_git}, steps {list(failure.steps)}",
        *failure.log,
        *failure.comparison.differences[:_SHOWN],
    ]

    def fails(before: Tree, after: Tree) -> bool:
        return bool(compare_trees(before, after, folder / "reduce").differences)

    if fails(failure.before, failure.after):
        lines += describe_trees(*reduce_trees(failure.before, failure.after, fails))
    return "\n".join(lines)


def describe_trees(before: Tree, after: Tree) -> list[str]:
    """Return the files of two trees, once where they are the same."""
    lines = []
    for name in sorted({*before, *after}):
        same = before.get(name) == after.get(name)
        sides: Sequence[tuple[str, Tree]] = (("before", before), ("after", after))
        for word, tree in sides[:1] if same else sides:
            title = name if same else f"{name} {word}"
            text = tree[name].decode(errors="replace") if name in tree else "(not there)"
            lines.append(f"--- {title}\n{text}")
    return lines


def check_walk(walk: Walk, count: int, folder: Path) -> None:
    """Fail with a description when some step makes a difference."""
    failure = take_steps(walk, range(count), folder)
    if failure is not None:
        raise AssertionError(describe(walk, failure, folder))
