"""Characters that drive or deceive whoever shows a text: they are spelled out instead."""

import re

# Control characters, the marks that reorder text, what is not seen at all (such as the copies of
# letters that are called tags), and what stands for undecodable bytes.
UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)


def spell_out(text: str) -> str:
    """Show a text on one line, with everything that is not to be obeyed spelled out."""
    return UNSAFE.sub(lambda match: _name(ord(match.group())), text)


def _name(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
