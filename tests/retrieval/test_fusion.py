"""Fusing lists: what holds whatever the lists and the weights are."""

from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.retrieval.fusion import fuse, rank_list, sort_by
from ripplegraph.retrieval.query_kinds import (
    NAME,
    QUESTION,
    WEIGHTS,
    WORDS,
    classify,
    find_paths,
    find_terms,
    weigh,
)

Lists = dict[str, dict[int, float]]
values = st.dictionaries(st.integers(0, 30), st.floats(-5, 5), min_size=1, max_size=12)
lists = st.dictionaries(st.sampled_from(["text", "vectors", "graph"]), values, min_size=1)


@given(lists, st.sampled_from(sorted(WEIGHTS)), st.integers(1, 60))
def test_relevance_is_a_share_and_weights_are_shared_out(
    given: Lists, kind: str, smoothing: int
) -> None:
    ranked = {name: rank_list(members.items()) for name, members in given.items()}
    weights = weigh(kind, ranked)
    assert abs(sum(weights.values()) - 1) < 0.001
    relevance = fuse(ranked, weights, smoothing=smoothing)
    assert set(relevance) == {number for members in given.values() for number in members}
    assert all(0 < value <= 1.000001 for value in relevance.values())


@given(lists, st.integers(1, 60))
def test_what_is_first_everywhere_has_all_relevance(given: Lists, smoothing: int) -> None:
    ranked = {name: rank_list([*members.items(), (99, 6.0)]) for name, members in given.items()}
    relevance = fuse(ranked, weigh(QUESTION, ranked), smoothing=smoothing)
    assert abs(relevance[99] - 1) < 0.001
    assert sort_by(relevance)[0] == 99


@given(values)
def test_a_single_list_keeps_its_order(members: dict[int, float]) -> None:
    ranked = rank_list(members.items())
    relevance = fuse({"text": ranked}, {"text": 1.0}, smoothing=10)
    order = sort_by(relevance)
    assert [members[number] for number in order] == sorted(members.values(), reverse=True)


def test_equal_values_share_a_place() -> None:
    ranked = rank_list([(1, 0.5), (2, 0.9), (3, 0.5), (4, 0.1)])
    assert {number: at.rank for number, at in ranked.items()} == {2: 1, 1: 2, 3: 2, 4: 3}


def test_nothing_fuses_to_nothing() -> None:
    assert fuse({}, {}, smoothing=10) == {}
    assert weigh(QUESTION, ()) == {}


def test_queries_are_told_apart() -> None:
    assert classify("session cache") == WORDS
    assert classify("resetCaches") == NAME
    assert classify("src/auth.py::Login.verify") == NAME
    assert classify("why does it fail?") == QUESTION
    assert classify("the cookie is lost after a second login") == QUESTION


def test_a_question_is_stripped_to_what_matters() -> None:
    assert find_terms("Why does the session cookie get lost after redirects?") == [
        "session", "cookie", "lost", "redirect",
    ]  # fmt: skip
    assert find_terms("how do I?") != []
    assert find_terms("???") == []


def test_files_are_found_in_a_question() -> None:
    found = find_paths("what calls src/auth.py::Login.verify, or util.py, in v1.2 e.g. here?")
    assert "src/auth.py::Login.verify" in found
    assert "util.py" in found
