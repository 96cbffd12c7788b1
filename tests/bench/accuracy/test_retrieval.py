"""The labelled set is sound, and memories are found for questions nobody fitted anything to."""

import json

import pytest

from bench.accuracy.retrieval import (
    MODES,
    SET,
    judge,
    load,
    measure,
    read_lines,
    read_questions,
    reciprocal_rank,
    search,
)


def test_the_set_is_large_enough_and_whole() -> None:
    questions = read_questions()
    memories = list(read_lines("memories.jsonl"))
    assert len(memories) >= 150
    assert len(questions) >= 100
    assert len({memory["id"] for memory in memories}) == len(memories)
    assert all(question.answers for question in questions)
    halves = [question.is_for_testing for question in questions]
    assert abs(sum(halves) - len(halves) / 2) < 5
    assert sum(not memory["answers"] for memory in memories) >= 40


def test_edges_lead_from_and_to_files_of_one_project() -> None:
    for line in (SET / "edges.jsonl").read_text().splitlines():
        edge = json.loads(line)
        assert edge["file"] not in edge["depends_on"]
        assert len(edge["revision"]) == 12


def test_a_place_counts_by_its_number() -> None:
    question = read_questions()[0]
    (answer,) = question.answers
    assert reciprocal_rank(question, ["x", answer]) == 0.5
    assert reciprocal_rank(question, ["x"]) == 0
    assert measure([question], [[answer]], "hit@3").mean == 1


@pytest.mark.slow
@pytest.mark.required
def test_the_fused_order_is_as_good_as_the_best_list() -> None:
    half = [question for question in read_questions() if question.is_for_testing]
    with load() as loaded:
        found = {mode: [search(loaded, item, mode) for item in half] for mode in MODES}
    assert judge(half, found)
    assert measure(half, found["fused"], "hit@3").mean > 0.85
