"""Builds regular expressions for patterns of paths that anybody may have written.

A plain translation tries every way to share a text among the stars, which takes forever for forty
of them. Here the part after a star is taken where it first fits and that is never tried again:
whatever follows the next star fits at least as well from there. So the time grows with the length
of the text times that of the pattern.
"""

import re

_CLASS_NAMES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": " \\t",
    "digit": "0-9",
    "lower": "a-z",
    "punct": "!-.:-@\\[-`{-~",
    "space": " \\t-\\r",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}
_CLASS_NAME = re.compile(r"\[:([a-z]+):\]")
NOTHING = "(?!)"
"""Matches nowhere."""


def join_around_stars(parts: list[str], *, any_character: str, end: str) -> str:
    """Build the expression for parts with a star between each two, up to an end.

    Each part matches texts of one length only.
    """
    first, *rest = parts
    if not rest:
        return first + end
    *inner, last = rest
    middle = "".join(f"(?>{any_character}*?{part})" for part in inner if part)
    return f"{first}{middle}{any_character}*{last}{end}"


def read_class(pattern: str, at: int) -> tuple[str, int] | None:
    """Read the brackets that open before a position; None where they do not close.

    Returns an expression for one character, which is never a slash, and where to go on.
    """
    negated = pattern[at : at + 1] in ("!", "^")
    start = at = at + negated
    items: list[str] = []
    while at < len(pattern) and (pattern[at] != "]" or at == start):
        name = _CLASS_NAME.match(pattern, at)
        if name is not None:
            items.append(_CLASS_NAMES.get(name[1], ""))
            at = name.end()
            continue
        low, at = _read_character(pattern, at)
        if pattern[at : at + 1] == "-" and pattern[at + 1 : at + 2] not in ("", "]"):
            high, at = _read_character(pattern, at + 1)
            items.append(re.escape(low) + (f"-{re.escape(high)}" if low <= high else ""))
        else:
            items.append(re.escape(low))
    if at >= len(pattern):
        return None
    inside = "".join(items)
    if negated:
        return f"[^/{inside}]", at + 1
    return (f"(?!/)[{inside}]" if inside else NOTHING), at + 1


def _read_character(pattern: str, at: int) -> tuple[str, int]:
    if pattern[at] == "\\" and at + 1 < len(pattern):
        at += 1
    return pattern[at], at + 1
