"""Arguments of operations, as people write them in Python."""

from collections.abc import Iterable


def list_names(value: str | Iterable[str], *, of: str) -> tuple[str, ...]:
    """Return one name, or several, as a tuple; a text is one name, not its letters."""
    if isinstance(value, str):
        return (value,)
    names = tuple(value) if isinstance(value, Iterable) else (value,)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"{of} must be a text or several, not {type(name).__name__}")
    return names
