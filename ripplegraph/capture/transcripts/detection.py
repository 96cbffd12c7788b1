"""Detection of a transcript's form by its content."""

import json
from collections.abc import Iterable

from ripplegraph.capture.line_reader import Line
from ripplegraph.capture.transcripts.claude_code import ClaudeCode
from ripplegraph.capture.transcripts.codex import Codex
from ripplegraph.capture.transcripts.messages import Entry, Format

FORMATS: tuple[Format, ...] = (ClaudeCode(), Codex())
PLAIN = "plain text"
UNKNOWN = "unknown JSON lines"
SAMPLE = 50
"""How many lines are looked at; some at the beginning may be damaged."""


def detect_format(lines: Iterable[Line]) -> Format | str:
    """Return the form of a transcript that begins with some lines, or what else it is."""
    entries = [parse_entry(line) for line in lines if line.content.strip()]
    for entry in entries:
        for known in FORMATS:
            if entry is not None and known.fits(entry):
                return known
    if entries and all(entry is not None for entry in entries):
        return UNKNOWN
    return PLAIN


def parse_entry(line: Line) -> Entry | None:
    """Return the JSON object on a line, or None where there is none."""
    if line.is_cut or not line.content.lstrip(b"\xef\xbb\xbf \t").startswith(b"{"):
        return None
    try:
        entry = json.loads(line.text.removeprefix("\ufeff"), strict=False)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None
