"""Characters that drive or deceive whoever shows a text: they are spelled out instead."""

import re

# Control characters, the marks that reorder text, what is not seen at all (such as the copies of
# letters that are called tags, and the selectors of variants, which can hide any bytes), and what
# stands for undecodable bytes. What joins letters, and the selectors of emoji, are in use.
UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def spell_out(text: str) -> str:
    """Show a text on one line, with everything that is not to be obeyed spelled out."""
    return UNSAFE.sub(lambda match: _name(ord(match.group())), text)


def _name(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
