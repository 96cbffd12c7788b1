"""Regions find the innermost span around an offset."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ripplegraph.parsers.facts_builder import Regions

Span = tuple[int, int, int]


@st.composite
def nested_spans(draw: st.DrawFn) -> list[Span]:
    """Return spans of which any two are apart or one inside the other, outer first."""
    found: list[Span] = []

    def fill(start: int, end: int, depth: int) -> None:
        at = start
        while at < end and len(found) < 25 and draw(st.booleans()):
            begin = draw(st.integers(at, end - 1))
            stop = draw(st.integers(begin + 1, end))
            found.append((begin, stop, len(found) + 1))
            if depth < 4:
                fill(begin, stop, depth + 1)
            at = stop

    fill(0, draw(st.integers(1, 60)), 0)
    return sorted(found, key=lambda span: (span[0], -span[1], span[2]))


def innermost(spans: list[Span], offset: int) -> int:
    value = 0
    for start, end, number in spans:
        if start <= offset < end:
            value = number
    return value


@settings(deadline=None)
@given(nested_spans())
def test_regions_agree_with_a_plain_search(spans: list[Span]) -> None:
    regions = Regions(spans, 0)
    for offset in range(65):
        assert regions.at(offset) == innermost(spans, offset), (spans, offset)


def test_no_regions() -> None:
    assert Regions((), 7).at(0) == 7
    assert Regions((), 7).at(100) == 7


def test_the_end_of_a_span_is_outside_it() -> None:
    regions = Regions([(2, 5, 1), (5, 6, 2)], 0)
    assert [regions.at(i) for i in range(8)] == [0, 0, 1, 1, 1, 2, 0, 0]
