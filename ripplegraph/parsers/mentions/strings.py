"""Strings that are nothing but a dotted name or the path of a file, or begin as statements do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from ripplegraph.graph.facts import Mention
from ripplegraph.parsers.mentions.queries import find_tables
from ripplegraph.parsers.source import Source

_QUOTED = re.compile(
    r"""["'`](?:(?=[\w@-]*+[./])"""
    r"""(?:([A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+)++(?::[A-Za-z_]\w*+)?)"""
    r"""|((?:\.{1,2}/)*+[\w@-][\w@.-]*+(?:/[\w@.-]++)+|(?:\.{1,2}/)++[\w@-][\w@.-]*+))["'`]"""
    r"""|(?=[\sSIUDWATRMCsiud])\s*+(?:SELECT\s|INSERT\s+INTO\s|UPDATE\s|DELETE\s+FROM\s"""
    r"""|WITH\s+\w+\s+AS\s|ALTER\s+TABLE\s|DROP\s+TABLE\s|TRUNCATE\s|REPLACE\s+INTO\s"""
    r"""|MERGE\s+INTO\s|CREATE\s+TABLE\s|select\s|insert\s+into\s|update\s|delete\s+from\s))""",
    re.ASCII,
)
_LOGGER = re.compile(r"(?:[gG]et_?[lL]ogger|Logger|[lL]ogging|loggers?)\W*$")
_BEFORE = 40
_SHORTEST = 5


def find_strings(source: Source, root: Node) -> Iterator[Mention]:
    """Yield the strings that may be names of code or files, other than names of loggers."""
    raw = source.raw
    for found in _QUOTED.finditer(raw):
        dotted = found[1]
        text = dotted or found[2]
        if text is None:
            yield from find_tables(source, found.start())
            continue
        if len(text) < _SHORTEST or not (dotted or "." in text.rpartition("/")[2].strip(".")):
            continue
        start = found.start() + 1
        if not is_string(root, start, found.end() - 1):
            continue
        if dotted and _LOGGER.search(raw, max(0, start - _BEFORE), start - 1):
            continue
        kind = "name" if dotted else "path"
        yield Mention(kind, text, start, source.line_at(start))


def is_string(root: Node, start: int, end: int) -> bool:
    """Whether what lies between two offsets is all of a string: neither code nor part of more."""
    node = root.descendant_for_byte_range(start, end - 1)
    return node is not None and node.start_byte >= start - 1 and node.end_byte <= end + 1
