"""Random edits of the projects of frameworks: each update gives the graph of a whole scan."""

from functools import partial
from pathlib import Path

import pytest

from tests.support.questions import find_frameworks, make_project
from tests.support.walks import Walk, check_walk

FEW, MANY = 6, 60


@pytest.mark.parametrize("name", find_frameworks())
def test_random_steps(tmp_path: Path, name: str) -> None:
    check_walk(Walk(1, prepare=partial(make_project, name)), FEW, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("name", find_frameworks())
def test_many_random_steps(tmp_path: Path, name: str, seed: int) -> None:
    check_walk(Walk(seed, prepare=partial(make_project, name)), MANY, tmp_path)
