"""Generated examples: a quarter of them in the quick tests, all of them in `make test-all`."""

from os import environ
from typing import Any

from hypothesis import settings

LONG_WALKS = "LONG_WALKS" in environ
_FEWEST = 10


def choose(examples: int) -> int:
    """Return how many of these examples are tried now."""
    return examples if LONG_WALKS else min(examples, max(_FEWEST, examples // 4))


def walk(examples: int, **more: Any) -> settings:
    """Try a property with so many examples."""
    return settings(max_examples=choose(examples), **more)
