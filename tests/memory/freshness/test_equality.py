"""What is kept about memories is what a sweep finds, and what a sweep from nothing finds."""

from pathlib import Path

import pytest

from tests.support.standings import Witness
from tests.support.walks import Walk


def take_steps(walk: Walk, count: int, folder: Path) -> None:
    editor, _ = walk.start(folder)
    witness = Witness(editor.root, folder / "witness", walk.seed)
    log = [f"learned {item}" for item in witness.learn(12)]
    for number in range(count):
        log.append(editor.step(number))
        differences = witness.find_differences()
        assert not differences, "\n".join([*log, *differences])
        if number % 5 == 4:
            log += [f"learned {item}" for item in witness.learn(2)]
            log.append(f"confirmed {witness.confirm()}")


@pytest.mark.parametrize(
    "in_git", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["git", "folder"]
)
@pytest.mark.parametrize("language", ["python", "typescript"])
@pytest.mark.parametrize("steps", [4, pytest.param(25, marks=pytest.mark.slow)])
def test_random_steps(tmp_path: Path, language: str, in_git: bool, steps: int) -> None:
    take_steps(Walk(1, (language,), in_git=in_git), steps, tmp_path)
