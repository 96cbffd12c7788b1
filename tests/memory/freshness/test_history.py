"""After each commit of a history each memory has the verdict that a person would give.

What happens and what is expected is told in `tests/support/chronicle/`: what is not named there is
fresh, and where it was. The revert of each commit heals everything.
"""

from collections.abc import Callable

import pytest

from tests.support.chronicle.telling import Teller, call_ripple

PARTS = 3


@pytest.mark.parametrize("part", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
@pytest.mark.parametrize("language", ["python", pytest.param("typescript", marks=pytest.mark.slow)])
def test_every_commit_and_its_revert(
    begin: Callable[[str], Teller], language: str, part: int
) -> None:
    teller = begin(language)
    surprises = []
    for chapter in teller.story.chapters[part::PARTS]:
        teller.commit(chapter)
        call_ripple(teller.root, "scan")
        found = teller.find_surprises(teller.read(), chapter.outcomes)
        teller.revert()
        call_ripple(teller.root, "scan")
        found += [f"reverted: {item}" for item in teller.find_surprises(teller.read(), {})]
        surprises += [f"{chapter.title}: {item}" for item in found]
    assert not surprises, "\n".join(surprises)


@pytest.mark.parametrize("language", ["python", "typescript"])
def test_a_sweep_finds_the_same_from_nothing(begin: Callable[[str], Teller], language: str) -> None:
    teller = begin(language)
    for chapter in teller.story.chapters[::5]:
        teller.commit(chapter)
        call_ripple(teller.root, "scan")
        (teller.root / ".ripple" / "graph.db").unlink()
        call_ripple(teller.root, "sweep")
        far = {name: outcome for name, outcome in chapter.outcomes.items() if not outcome.notes}
        found = {name: memory for name, memory in teller.read().items() if name in far}
        assert not teller.find_surprises(found, far), chapter.title
        teller.revert()
