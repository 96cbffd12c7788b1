"""The doors that `scripts/fuzz.py` tries hold against inputs that were made without it, too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.fuzz_targets import SEEDS, TARGETS
from tests.support.examples import walk

PIECES = (
    *(b"\x00", b"\xff", b"\xed\xa0\x80", b"\\ud800", b'"', b"{", b"}", b"[", b"]", b"\n", b"\r"),
    *(b"9" * 5_000, b"1e999", b"NaN", b"-0", b"true", b"null", b"\x1b[31m", b"[" * 3_000, b"="),
)


@st.composite
def damage(draw: st.DrawFn, whole: bytes) -> bytes:
    """Make an input from a right one: pieces put in, parts left out."""
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(whole)))
        end = draw(st.integers(start, min(len(whole), start + 10)))
        whole = whole[:start] + draw(st.sampled_from(PIECES)) + whole[end:]
    return whole


@pytest.mark.parametrize("name", TARGETS)
@walk(60)
@given(data=st.data())
def test_a_door_holds(name: str, data: st.DataObject) -> None:
    TARGETS[name](data.draw(damage(SEEDS[name]) | st.binary(max_size=60)))
