"""Scores: one scale, more evidence never counts for less, and the terms explain the sum."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.impact.ranking import (
    WEIGHTS,
    Evidence,
    combine,
    fade,
    get_score,
    rank,
    weigh,
)

shares = st.floats(0, 1)
evidences = st.builds(Evidence, *[shares] * len(Evidence._fields))


@given(evidences)
def test_a_score_is_on_one_scale_and_its_terms_explain_it(evidence: Evidence) -> None:
    score = get_score(evidence)
    assert 0 <= score < 1
    assert score / (1 - score) == pytest.approx(sum(weigh(evidence)))


@given(evidences, st.sampled_from(Evidence._fields), shares)
def test_more_evidence_never_counts_for_less(evidence: Evidence, field: str, share: float) -> None:
    more = evidence._replace(**{field: max(share, getattr(evidence, field))})
    assert get_score(more) >= get_score(evidence)


@given(st.dictionaries(st.text(max_size=3), evidences, max_size=8))
def test_the_best_come_first_whatever_the_order_they_were_found_in(
    found: dict[str, Evidence],
) -> None:
    ranked = rank(found)
    assert [file.score for file in ranked] == sorted((file.score for file in ranked), reverse=True)
    assert rank(dict(reversed(found.items()))) == ranked
    tied = {path for path, evidence in found.items() if any(evidence._replace(recent=0.0))}
    assert {file.path for file in ranked} == tied


def test_equal_scores_are_in_the_order_of_paths() -> None:
    same = Evidence(dependent=0.9)
    assert [file.path for file in rank({"b": same, "a": same, "c": same})] == ["a", "b", "c"]


def test_a_file_that_merely_changed_recently_is_not_listed() -> None:
    assert rank({"news.md": Evidence(recent=1.0)}) == ()
    assert get_score(Evidence(dependent=0.9, recent=0.1)) > get_score(Evidence(dependent=0.9))


def test_every_kind_of_evidence_counts() -> None:
    assert all(weight > 0 for weight in WEIGHTS)


@given(shares, st.integers(1, 9))
def test_a_longer_path_counts_less(strength: float, depth: int) -> None:
    assert fade(strength, depth=1) == strength
    assert fade(strength, depth=depth + 1) <= fade(strength, depth=depth)


@given(st.lists(evidences, min_size=1, max_size=4))
def test_several_targets_count_as_the_strongest_tie(pieces: list[Evidence]) -> None:
    both = combine(pieces)
    assert all(get_score(both) >= get_score(piece) for piece in pieces)
    assert combine([both, *pieces]) == both
