"""Excerpts of memories, with the size of the rest and how to see it."""

from __future__ import annotations

_HEADINGS = ("Dead end: ",)
"""Words that titles begin with which the type of a memory says already."""


def write_title_and_text(title: str, content: str) -> str:
    """Put the text of a memory on one line, behind its title where that says something else."""
    text = " ".join(content.split())
    bare = " ".join(title.split())
    for heading in _HEADINGS:
        bare = bare.removeprefix(heading)
    start = bare.rstrip("….").casefold()
    return text if text.casefold().startswith(start) else f"{bare}: {text}"


def shorten(text: str, length: int | None, *, see: str) -> str:
    """Cut a text between words; the mark counts what is missing, and `see` is how to see it."""
    if length is None or len(text) <= length:
        return text
    gap = text.rfind(" ", length // 2, length + 1)
    kept = text[: gap if gap > 0 else length].rstrip()
    return f"{kept}… [{len(text) - len(kept):,} more characters: {see}]"


def describe_how_to_see(memory_id: str) -> str:
    return f"ripple memories show {memory_id[-8:]}"
