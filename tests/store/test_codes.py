"""The numbers that stand for words: complete, in one row, and never given twice."""

import pytest

from ripplegraph.graph.model import EdgeKind, NodeKind, Resolution
from ripplegraph.store.sql import codes


@pytest.mark.parametrize(
    ("words", "numbers", "listed"),
    [
        (NodeKind, codes.NODE_KIND_CODES, codes.NODE_KINDS),
        (EdgeKind, codes.EDGE_KIND_CODES, codes.EDGE_KINDS),
        (Resolution, codes.RESOLUTION_CODES, codes.RESOLUTIONS),
    ],
)
def test_every_word_has_its_number(
    words: type[NodeKind | EdgeKind | Resolution],
    numbers: dict[str, int],
    listed: tuple[str, ...],
) -> None:
    assert set(numbers) == set(words)
    assert sorted(numbers.values()) == list(range(len(numbers)))
    assert all(listed[number] == word for word, number in numbers.items())


def test_numbers_that_databases_hold_do_not_change() -> None:
    assert [kind.value for kind in codes.EDGE_KINDS[:9]] == [
        "calls",
        "references",
        "contains",
        "imports",
        "extends",
        "implements",
        "dispatches_to",
        "exports",
        "is_entrypoint_for",
    ]
    assert codes.NODE_KINDS[0] is NodeKind.FILE
    assert codes.RESOLUTIONS[0] is Resolution.EXACT
