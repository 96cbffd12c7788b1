"""Names as Ruby writes them."""

from __future__ import annotations


def spell_name(text: str) -> str:
    """Return a name: variables of an object are members of it, and a symbol is what it names."""
    if text.startswith("@"):
        return f"self.{text}"
    return text.lstrip(":")
