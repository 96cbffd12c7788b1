"""Makes texts of others inert: data that can be read, but begins, ends and pretends nothing.

Whatever a text holds, it stays on the lines and between the fences that the builder gave it.
"""

import re

from ripplegraph.graph.unsafe_characters import spell_out

CITATION_OPENING = "[↗"
_GAP = re.compile(r"\s+")
_FENCE = re.compile(r"`{3,}|~{3,}")
# An element, a comment or the mark of a speaker in a transcript.
_TAG = re.compile(r"<(?=[A-Za-z/!?|<])")


def make_inert(text: str) -> str:
    """Return a text on one line, without fences, tags or marks that only the builder may set."""
    line = spell_out(_GAP.sub(" ", text).strip())
    line = _FENCE.sub(lambda match: " ".join(match.group()), line)
    return _TAG.sub("&lt;", line).replace(CITATION_OPENING, "(↗")


def make_name_inert(text: str) -> str:
    """Return a name that can stand in brackets."""
    return make_inert(text).replace("[", "(").replace("]", ")")


def fence(text: str, language: str = "") -> str:
    """Put lines between fences that nothing in them can close."""
    lines = [spell_out(line.replace("\t", "    ")) for line in text.splitlines()]
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    bar = "`" * max(3, longest + 1)
    return "\n".join([f"{bar}{language}", *lines, bar])
