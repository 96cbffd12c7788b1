"""Gaps in a history, in words."""

from collections.abc import Iterator, Mapping


def describe_gaps(state: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each way in which the recorded history is not whole."""
    if problem := state.get("problem"):
        yield f"The history could not be read: {problem}"
    if state.get("shallow"):
        yield "This is a shallow clone: older commits are not here."
    if found := state.get("filter"):
        yield f"This is a partial clone ({found}): renames with changes are not recognised."
    if cuts := state.get("cuts"):
        yield f"The history breaks off at {_count(cuts, 'commit')} whose parents cannot be read."
    if unreadable := state.get("unreadable"):
        yield f"{_count(unreadable, 'commit')} left out: what changed cannot be read."
    if without := state.get("without_renames"):
        yield f"{_count(without, 'commit')} read without renames: contents are missing."


def is_damaged(state: Mapping[str, str]) -> bool:
    """Tell whether objects are missing that should be here."""
    return any(state.get(name) for name in ("problem", "cuts", "unreadable", "without_renames"))


def _count(number: str, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == "1" else "s")
