"""Makes text from files, memories and agents harmless for whoever shows it."""

import re

# Control characters, the marks that reorder text, and what stands for undecodable bytes: text
# from a repository must not be able to drive or deceive the terminal that shows it.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_KEPT = frozenset("\n\t")
_MARKUP = {"<": "&lt;", ">": "&gt;", "`": "'"}


def escape(text: object) -> str:
    """Show a text on one line, with everything a terminal would obey spelled out."""
    return _UNSAFE.sub(lambda match: _spell_out(match.group()), str(text))


def escape_lines(text: object) -> str:
    """Do the same, but leave line ends and tabs as they are."""
    return _UNSAFE.sub(
        lambda match: match.group() if match.group() in _KEPT else _spell_out(match.group()),
        str(text),
    )


def fence(text: object) -> str:
    """Show a text on one line that cannot end a block of data: no markup, no code fence."""
    line = " ".join(str(text).split())
    return "".join(_MARKUP.get(character, character) for character in escape(line))


def _spell_out(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
