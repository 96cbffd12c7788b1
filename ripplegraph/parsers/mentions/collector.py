"""Collects the texts of a file that may name something elsewhere, whatever its language.

The text is searched, not the tree: most files name nothing, and finding that out must cost next to
nothing. Where something was found, the tree says whether it is a string.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace
from tree_sitter import Node

from ripplegraph.graph.expressions import TextLiteral
from ripplegraph.graph.facts import FileFacts, Mention
from ripplegraph.parsers.mentions.addresses import find_addresses, find_made_requests
from ripplegraph.parsers.mentions.calls import CallMentions
from ripplegraph.parsers.mentions.page_links import find_page_links
from ripplegraph.parsers.mentions.requests import find_request_objects
from ripplegraph.parsers.mentions.schemas import find_schemas
from ripplegraph.parsers.mentions.strings import find_strings
from ripplegraph.parsers.source import Source

_TABLE_NAMES = frozenset({"__tablename__", "db_table"})
MOST = 5_000
"""A file with more texts of a kind is data."""


def add_mentions(facts: FileFacts, root: Node, source: Source) -> FileFacts:
    """Return the facts with what the file mentions and offers."""
    calls = CallMentions(facts, source)
    found = [*calls.mentions]
    found += find_request_objects(source, root)
    found += find_schemas(source)
    if facts.exports or facts.imports:
        found += find_page_links(facts, source)
    strings = list(find_strings(source, root))
    if strings:
        known = {(item.position, item.text) for item in found}
        specs = {item.spec for item in facts.imports}
        found += [
            item
            for item in strings
            if item.text not in specs and (item.position, item.text) not in known
        ]
    found += find_made_requests(facts, source)
    offers = [*calls.offers, *find_addresses(facts, source), *_find_tables(facts, "table")]
    found += _find_tables(facts, "mapped")
    if not found and not offers:
        return facts
    found.sort(key=lambda item: (item.position, item.kind, item.text))
    offers.sort(key=lambda item: (item.position, item.kind, item.text))
    return replace(facts, mentions=tuple(found[:MOST]), offers=tuple(offers[:MOST]))


def _find_tables(facts: FileFacts, kind: str) -> Iterator[Mention]:
    """Find the tables that classes say they stand for."""
    for item in facts.definitions:
        if item.name in _TABLE_NAMES and type(item.value) is TextLiteral:
            position = facts.scopes[item.scope].start
            yield Mention(kind, item.value.text.lower(), position, item.line)
