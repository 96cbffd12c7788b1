"""Edits of the cases of each language leave the graph as if it were made from nothing."""

from pathlib import Path

import pytest

from ripplegraph.parsers.registry import find_languages
from tests.support.shuffles import check_shuffle

GOOD = sorted(name for name, language in find_languages().items() if language.level == "good")


@pytest.mark.parametrize("language", GOOD)
@pytest.mark.parametrize("steps", [2, pytest.param(12, marks=pytest.mark.slow)])
def test_random_edits_of_the_cases(tmp_path: Path, language: str, steps: int) -> None:
    check_shuffle(language, 7, steps, tmp_path)
