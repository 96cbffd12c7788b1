"""Edits of the cases of each language leave the graph as if it were made from nothing."""

from pathlib import Path

import pytest

from ripplegraph.parsers.registry import find_languages
from tests.support.shuffles import check_shuffle

GOOD = sorted(name for name, language in find_languages().items() if language.level == "good")
STEPS = 12


@pytest.mark.parametrize("language", GOOD)
def test_random_edits_of_the_cases(tmp_path: Path, language: str) -> None:
    check_shuffle(language, 7, STEPS, tmp_path)
