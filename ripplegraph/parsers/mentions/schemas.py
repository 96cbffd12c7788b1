"""Files that say in their first lines which schema they were generated from."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ripplegraph.graph.facts import Mention
from ripplegraph.parsers.source import Source

_HEAD = 2_000
_SOURCE = re.compile(r"^\W{0,4}[ \t]*(?:source|file|from):?[ \t]+([\w./-]+\.proto)\b", re.MULTILINE)


def find_schemas(source: Source) -> Iterator[Mention]:
    """Yield the schema that a generated file names."""
    head = source.raw[:_HEAD]
    if ".proto" in head:
        for found in _SOURCE.finditer(head):
            yield Mention("schema", found[1], found.start(1), source.line_at(found.start(1)))
