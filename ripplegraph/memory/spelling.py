"""Helps whoever misspelled a name."""

from collections.abc import Iterable
from difflib import get_close_matches


def suggest_name(name: str, known: Iterable[str]) -> str:
    """Say which known name is nearest to one that is not known."""
    listed = list(known)
    nearest = get_close_matches(name, listed, n=1, cutoff=0.0)
    return f"The nearest one is {nearest[0]!r}; there are {', '.join(listed)}."
