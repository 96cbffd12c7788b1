"""Scores: one scale, more evidence never counts for less, and the terms add up."""

from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.impact.ranking.score import (
    WEIGHTS,
    Evidence,
    combine,
    compute_odds,
    compute_score,
    has_evidence,
    weigh_path,
)

shares = st.floats(0, 1)
evidences = st.builds(Evidence, *[shares] * len(Evidence._fields))


@given(evidences)
def test_a_score_is_on_one_scale_and_its_terms_add_up(evidence: Evidence) -> None:
    score = compute_score(compute_odds(evidence))
    assert 0 <= score < 1
    assert score / (1 - score) == pytest.approx(sum(map(mul, WEIGHTS, evidence)), abs=0.1)


@given(evidences, st.sampled_from(Evidence._fields), shares)
def test_more_evidence_never_counts_for_less(evidence: Evidence, field: str, share: float) -> None:
    more = evidence._replace(**{field: max(share, getattr(evidence, field))})
    assert compute_odds(more) >= compute_odds(evidence)
    assert compute_score(compute_odds(more)) >= compute_score(compute_odds(evidence))


def test_every_kind_of_evidence_counts() -> None:
    assert all(weight > 0 for weight in WEIGHTS)


@pytest.mark.parametrize("field", Evidence._fields)
def test_that_a_file_merely_changed_lately_ties_it_to_nothing(field: str) -> None:
    assert has_evidence(Evidence(**{field: 0.1})) == (field != "recent")


@given(shares, st.integers(1, 9))
def test_a_longer_way_counts_less(strength: float, depth: int) -> None:
    assert weigh_path(strength, depth=1) == compute_odds(Evidence(dependent=strength))
    assert weigh_path(strength, depth=depth + 1) <= weigh_path(strength, depth=depth)


@given(st.lists(evidences, min_size=1, max_size=4))
def test_several_targets_count_as_the_strongest_tie(pieces: list[Evidence]) -> None:
    both = combine(pieces)
    assert all(compute_odds(both) >= compute_odds(piece) for piece in pieces)
    assert combine([both, *pieces]) == both
