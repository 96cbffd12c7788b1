"""Projects whose names lead in circles: a change of some files brings what a new scan would."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.support.equality import compare_trees
from tests.support.examples import choose
from tests.support.generated.knots import KNOTS
from tests.support.walks import describe_trees

PROJECTS = 12


@pytest.mark.walk
@pytest.mark.parametrize("language", sorted(KNOTS))
def test_a_change_in_a_circle_reaches_all_that_depends_on_it(language: str, tmp_path: Path) -> None:
    for seed in range(choose(PROJECTS, fewest=3)):
        random = Random(f"{language} {seed}")  # noqa: S311
        before, other = KNOTS[language].write(random), KNOTS[language].write(random)
        changed = random.sample(sorted(before), max(1, len(before) // 3))
        after = before | {path: other[path] for path in changed if path in other}
        found = compare_trees(before, after, tmp_path / str(seed)).differences
        if found:
            pytest.fail("\n".join([f"seed {seed}", *found[:8], *describe_trees(before, after)]))
