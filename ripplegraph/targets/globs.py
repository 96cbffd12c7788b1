"""Patterns of file names as targets: which texts are patterns, and what they match."""

import re
from functools import lru_cache

from ripplegraph.graph.globs import NOTHING, join_around_stars, read_class
from ripplegraph.graph.ids import RESERVED_PREFIXES, SEPARATOR

_GLOB = re.compile(r"[*?]")
_PIECE = re.compile(r"(?:(?<=/)|(?<![\s\S]))\*\*/|\*\*|\*|\?|\[[^\]/]+\]|.", re.DOTALL)
_ANYTHING = ".*?"
_DEEP = {"**/": "(?:.*?/)??", "**": _ANYTHING}
_INSIDE = "[^/]"


def is_glob(target: str) -> bool:
    """Tell whether a target can be a pattern; where there is a file of that name it is none."""
    is_plain = target.startswith(RESERVED_PREFIXES) or SEPARATOR in target
    return not is_plain and _GLOB.search(target) is not None


def get_fixed_folder(pattern: str) -> str:
    """Return the folder, with its slash, that all matches of a pattern are in; or nothing."""
    glob = _GLOB.search(pattern)
    return pattern[: pattern.rfind("/", 0, glob.start()) + 1] if glob else ""


@lru_cache(maxsize=256)
def translate_glob(pattern: str) -> re.Pattern[str]:
    """Build the expression for a pattern in which `**` matches across folders, `*` within one.

    Anybody may have written the pattern: the time that matching takes is bounded.
    """
    expression = ""
    lead = ""
    parts = [""]
    for piece in _PIECE.findall(pattern):
        if piece in _DEEP:
            if any(parts):
                # What follows fits from where this first does, or nowhere.
                expression += f"(?>{lead}{_join_shortest(parts)})"
                lead = ""
            lead = _ANYTHING if _ANYTHING in (lead, _DEEP[piece]) else _DEEP[piece]
            parts = [""]
        elif piece == "*":
            if parts[-1] or len(parts) == 1:
                parts.append("")
        elif piece == "?":
            parts[-1] += _INSIDE
        elif len(piece) > 1:
            parts[-1] += (read_class(piece, 1) or (NOTHING, 0))[0]
        else:
            parts[-1] += re.escape(piece)
    last = join_around_stars(parts, any_character=_INSIDE, end=r"\Z")
    return re.compile(f"{expression}{lead}{last}", re.DOTALL)


def _join_shortest(parts: list[str]) -> str:
    first, *rest = parts
    return first + "".join(f"(?>{_INSIDE}*?{part})" for part in rest if part)
