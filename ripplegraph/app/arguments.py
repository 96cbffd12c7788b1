"""Arguments of operations, as people write them in Python."""

from collections.abc import Iterable


def list_names(value: str | Iterable[str]) -> tuple[str, ...]:
    """Return one name, or several, as a tuple; a text is one name, not its letters."""
    return (value,) if isinstance(value, str) else tuple(value)
