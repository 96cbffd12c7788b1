"""Stories that are begun once and continued in many tests."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.chronicle import python_story, typescript_story
from tests.support.chronicle.telling import Teller

STORIES = {"python": python_story.STORY, "typescript": typescript_story.STORY}
Begin = Callable[[str], Teller]


@pytest.fixture(scope="session")
def beginnings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Teller]:
    """Keep what was begun: to remember all there is to remember takes a while."""
    return {}


@pytest.fixture
def begin(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, beginnings: dict[str, Teller]
) -> Begin:
    """Return what begins a story in a repository of its own."""

    def begin_story(language: str) -> Teller:
        if language not in beginnings:
            first = Teller(tmp_path_factory.mktemp(language), STORIES[language])
            first.begin()
            beginnings[language] = first
        known = beginnings[language]
        shutil.copytree(known.root, tmp_path / "story", symlinks=True)
        return Teller(tmp_path / "story", known.story, dict(known.ids))

    return begin_story
