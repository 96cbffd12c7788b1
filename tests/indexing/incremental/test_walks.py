"""After any sequence of edits, renames, deletions and branch switches, the graph is as if new."""

from pathlib import Path
from random import Random

import pytest

from tests.support.equality import Twin
from tests.support.repository import git
from tests.support.shop import build_shop_history, copy_shop
from tests.support.walks import CODES, Walk, check_walk

FEW, MANY = 4, 30
QUICK = ("python", "typescript", "cpp")
LONG = pytest.mark.slow
PLACES = pytest.mark.parametrize(
    "in_git", [True, pytest.param(False, marks=LONG)], ids=["git", "folder"]
)
WALKS = pytest.mark.parametrize(
    ("seed", "steps"),
    [(1, FEW), pytest.param(1, MANY, marks=LONG), pytest.param(2, MANY, marks=LONG)],
)


@PLACES
@pytest.mark.parametrize(
    "languages",
    [
        *QUICK,
        *(pytest.param(name, marks=LONG) for name in sorted(CODES.keys() - {*QUICK, "mixed"})),
        "java kotlin",
        "python typescript go java rust c cpp",
    ],
)
@WALKS
def test_random_steps_on_generated_projects(
    tmp_path: Path, languages: str, in_git: bool, seed: int, steps: int
) -> None:
    walk = Walk(seed, tuple(languages.split()), in_git=in_git)
    check_walk(walk, steps, tmp_path)


@PLACES
@pytest.mark.parametrize(
    ("seed", "steps"),
    [(1, FEW), *(pytest.param(seed, MANY, marks=LONG) for seed in (1, 2, 3))],
)
def test_random_steps_where_texts_tie_files(
    tmp_path: Path, in_git: bool, seed: int, steps: int
) -> None:
    check_walk(Walk(seed, ("mixed",), in_git=in_git), steps, tmp_path)


@WALKS
def test_random_steps_on_the_shop_in_git(tmp_path: Path, seed: int, steps: int) -> None:
    check_walk(Walk(seed, prepare=build_shop_history), steps, tmp_path)


@pytest.mark.parametrize("steps", [FEW, pytest.param(MANY, marks=LONG)])
def test_random_steps_on_the_shop_outside_git(tmp_path: Path, steps: int) -> None:
    check_walk(Walk(3, in_git=False, prepare=copy_shop), steps, tmp_path)


@pytest.mark.slow
def test_the_history_of_the_shop_in_every_direction(tmp_path: Path) -> None:
    history = build_shop_history(tmp_path / "shop")
    twin = Twin(history.path, tmp_path / "beside")
    commits = git(history.path, "rev-list", "--all").split()
    jumps = Random(4).sample(commits, len(commits))  # noqa: S311
    for commit in [*reversed(commits), *commits, *jumps]:
        git(history.path, "checkout", "--quiet", "--detach", commit)
        assert twin.compare().differences == [], commit
