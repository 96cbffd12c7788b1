"""Breaks lines between words, for terminals that are narrower than they are."""

from __future__ import annotations

from collections.abc import Iterator


def wrap(text: str, width: int | None, indent: str = "") -> Iterator[str]:
    """Yield a text in lines of at most `width`, where it has gaps; all but the first indented."""
    if not text:
        return
    lead = ""
    while width is not None and len(lead) + len(text) > width:
        start = len(text) - len(text.lstrip())
        gap = text.rfind(" ", start + 1, width - len(lead) + 1)
        if gap < 0:
            gap = text.find(" ", start + 1)
        if gap < 0:
            break
        yield lead + text[:gap].rstrip()
        text, lead = text[gap:].lstrip(), indent
    yield lead + text
