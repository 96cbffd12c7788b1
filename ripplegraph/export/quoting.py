"""Escapes names from a repository for each format: they are data there, never syntax."""

import html
import re
from typing import Final

from ripplegraph.graph.unsafe_characters import UNSAFE

# What XML forbids, besides what would break a line or drive a terminal elsewhere.
_CONTROL: Final = re.compile(f"{UNSAFE.pattern}|[\ufffe\uffff]")
_MERMAID: Final = re.compile(r"[^\w ./:,$@+=~!?-]", re.ASCII)


def spell_out_controls(text: str) -> str:
    """Show characters that are not to be printed by their number."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def quote_for_dot(text: str) -> str:
    """Return a text as a double-quoted DOT string."""
    escaped = spell_out_controls(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def quote_for_xml(text: str) -> str:
    """Return a text as it stands in an XML element or a double-quoted attribute."""
    return html.escape(spell_out_controls(text), quote=True)


def quote_for_mermaid(text: str) -> str:
    """Return a text as a Mermaid label, every special character by its number."""
    escaped = _MERMAID.sub(lambda match: f"#{ord(match.group())};", spell_out_controls(text))
    return f'"{escaped}"'
