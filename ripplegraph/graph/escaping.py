"""Makes text from files, memories and agents harmless for whoever shows it."""

from ripplegraph.graph.unsafe_characters import UNSAFE, spell_out

_KEPT = frozenset("\n\t")
_MARKUP = {"<": "&lt;", ">": "&gt;", "`": "'"}


def escape(text: object) -> str:
    """Show a text on one line, with everything a terminal would obey spelled out."""
    return spell_out(str(text))


def escape_lines(text: object) -> str:
    """Do the same, but leave line ends and tabs as they are."""
    return UNSAFE.sub(
        lambda match: match.group() if match.group() in _KEPT else spell_out(match.group()),
        str(text),
    )


def fence(text: object) -> str:
    """Show a text on one line that cannot end a block of data: no markup, no code fence."""
    line = " ".join(str(text).split())
    return "".join(_MARKUP.get(character, character) for character in escape(line))
