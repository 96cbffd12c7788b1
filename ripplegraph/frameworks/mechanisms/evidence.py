"""Puts the words of declarations together with what was found."""

from __future__ import annotations

LONGEST = 200


def fill(words: str, **texts: str) -> str:
    """Return words with texts in their places, as one printable line."""
    for name, text in texts.items():
        words = words.replace(f"{{{name}}}", text)
    shown = "".join(character if character.isprintable() else " " for character in words)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 3]}..."
