"""After each commit of a history each memory has the verdict that a person would give."""

from pathlib import Path

import pytest

from tests.support.chronicle import python_story, typescript_story
from tests.support.chronicle.story import Chapter, Story
from tests.support.chronicle.telling import Teller, call_ripple

STORIES = {"python": python_story.STORY, "typescript": typescript_story.STORY}


def list_parts(story: Story) -> list[list[Chapter]]:
    half = len(story.chapters) // 2
    return [list(story.chapters[:half]), list(story.chapters[half:])]


@pytest.mark.parametrize("part", [0, 1])
@pytest.mark.parametrize("language", STORIES)
def test_every_commit_and_its_revert(tmp_path: Path, language: str, part: int) -> None:
    story = STORIES[language]
    teller = Teller(tmp_path, story)
    teller.begin()
    surprises = []
    for chapter in list_parts(story)[part]:
        teller.commit(chapter)
        call_ripple(tmp_path, "scan")
        found = teller.find_surprises(teller.read(), chapter.outcomes)
        call_ripple(tmp_path, "sweep")
        found += [
            f"swept: {item}" for item in teller.find_surprises(teller.read(), chapter.outcomes)
        ]
        teller.revert()
        call_ripple(tmp_path, "scan")
        found += [f"reverted: {item}" for item in teller.find_surprises(teller.read(), {})]
        surprises += [f"{chapter.title}: {item}" for item in found]
    assert not surprises, "\n".join(surprises)
