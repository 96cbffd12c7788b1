"""How much is tried: a quarter in the quick tests, all of it in `make test-all`."""

from os import environ
from typing import Any

from hypothesis import settings

LONG_WALKS = "LONG_WALKS" in environ


def choose(count: int, *, fewest: int = 10) -> int:
    """Return how many of so many examples, steps or kills are tried now.

    A test that asks has the mark `walk`, or is given its examples by hypothesis.
    """
    return count if LONG_WALKS else min(count, max(fewest, count // 4))


def walk(examples: int, **more: Any) -> settings:
    """Try a property with so many examples."""
    return settings(max_examples=choose(examples), **more)
