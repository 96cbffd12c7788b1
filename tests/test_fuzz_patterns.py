"""Patterns that no text keeps busy; the search for such texts finds those that it must find."""

from __future__ import annotations

import re

import pytest

from scripts.fuzz_patterns import find_hangs, find_patterns

_REMARKS = re.compile(rb"class(?:\s|/\*.*?\*/)*constructor", re.DOTALL)
_PARTS = re.compile(r"\|((?:\s*\w+\s*:[^|,]*,?)+)\|")
_FINE = re.compile(r"\|((?:\s*+\w++\s*+:[^|,]*+,?+)++)\|")


def test_patterns_that_take_too_long_are_found() -> None:
    names = list(find_patterns(__name__))
    assert len(names) == 3
    found = {hang.pattern.partition(":")[2] for hang in find_hangs(names, [60], 1)}
    assert found == {"_REMARKS", "_PARTS"}


@pytest.mark.slow
def test_no_pattern_takes_a_time_that_doubles_with_each_token() -> None:
    assert list(find_hangs(list(find_patterns("ripplegraph")), [40], 20)) == []
