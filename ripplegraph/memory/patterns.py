"""Patterns that memories can be about: which targets are some, and what they match."""

import re

from ripplegraph.graph.ids import RESERVED_PREFIXES, SEPARATOR

_GLOB = re.compile(r"[*?]")


def is_glob(target: str) -> bool:
    """Tell whether a target can be a pattern; where there is a file of that name it is none."""
    is_plain = target.startswith(RESERVED_PREFIXES) or SEPARATOR in target
    return not is_plain and _GLOB.search(target) is not None


def get_fixed_folder(pattern: str) -> str:
    """Return the folder, with its slash, that all matches of a pattern are in; or nothing."""
    glob = _GLOB.search(pattern)
    return pattern[: pattern.rfind("/", 0, glob.start()) + 1] if glob else ""


def translate_glob(pattern: str) -> re.Pattern[str]:
    """Build the expression for a pattern in which `**` matches across folders, `*` within one."""
    parts = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    pieces = re.findall(r"\*\*/|\*\*|\*|\?|\[[^\]/]+\]|.", pattern, re.DOTALL)
    return re.compile(
        "".join(
            parts.get(piece)
            or (piece.replace("[!", "[^").replace("\\", r"\\") if len(piece) > 1 else None)
            or re.escape(piece)
            for piece in pieces
        ),
        re.DOTALL,
    )
