"""Blanks remarks in code, so that patterns find nothing in them; places stay what they are."""

from __future__ import annotations

import re

_BLOCKS = re.compile(
    r"(?P<text>\"\"\"[\s\S]*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')"
    r"|//[^\n]*|/\*[\s\S]*?\*/"
)
_LINES = re.compile(r"(?m)^[ \t]*#(?!\[)[^\n]*")
_VISIBLE = re.compile(r"[^\n]")
_WITH_BLOCKS = frozenset({"java", "php"})
_VIEW = ".blade.php"


def blank_remarks(text: str, language: str, path: str) -> str:
    """Return the text of a file with spaces for its remarks."""
    if path.endswith(_VIEW) or not language:
        return text
    if language in _WITH_BLOCKS:
        return _BLOCKS.sub(_blank, text)
    return _LINES.sub(_blank, text)


def _blank(found: re.Match[str]) -> str:
    is_text = found.re is _BLOCKS and found["text"] is not None
    return found[0] if is_text else _VISIBLE.sub(" ", found[0])
