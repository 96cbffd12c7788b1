"""Bytes of a file to its facts, by the grammar and query of its language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from msgspec.structs import replace
from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser, QueryCursor
from tree_sitter_language_pack import get_language

from ripplegraph.errors import GrammarMissingError
from ripplegraph.graph.facts import FileFacts
from ripplegraph.parsers.language import Language, compiled_query, find_captures
from ripplegraph.parsers.mentions.collector import add_mentions
from ripplegraph.parsers.quiet_ranges import find_quiet_ranges
from ripplegraph.parsers.registry import find_languages
from ripplegraph.parsers.source import Source, replace_undecodable
from ripplegraph.parsers.tagged.extract import TaggedExtractor

_MUCH_LOST = 20
"""Lines that an error of syntax may swallow before another form of the file is tried."""
_DEEPEST = 60_000
"""How deep a match may begin: a query keeps depths in 16 bits, and takes for ever below them."""


def extract_facts(language_name: str, data: bytes) -> FileFacts:
    """Return what a file says; the same bytes give the same facts, everywhere."""
    return extract_prepared_facts(language_name, prepare_source(language_name, data))


def prepare_source(language_name: str, data: bytes) -> bytes:
    """Return the part of a file that its grammar parses: all of it, or a notebook's cells."""
    language = find_languages()[language_name]
    return data if language.prepare is None else language.prepare(data)


def is_prepared(language_name: str) -> bool:
    """Whether a language changes a file before its grammar parses it."""
    return find_languages()[language_name].prepare is not None


def extract_prepared_facts(language_name: str, data: bytes) -> FileFacts:
    """Return what a file says whose bytes `prepare_source` has seen."""
    language = find_languages()[language_name]
    if language.extract is None:
        return FileFacts(language_name, Source(data).line_count)
    other = language.dialect(data) if language.dialect is not None else None
    read_by = find_languages()[other or language_name]
    extract = read_by.extract or language.extract
    if isinstance(extract, TaggedExtractor):
        data = replace_undecodable(data)
    parser, cursor = get_tools(read_by.name)
    root = parser.parse(data).root_node
    if read_by.recover is not None and root.has_error:
        data, root = _recover(read_by.recover, parser, data, root)
    source = Source(data)
    if isinstance(extract, TaggedExtractor):
        facts = extract.read(root, cursor.matches(root), source)
    else:
        facts = extract(root, find_captures(cursor, root), source)
    facts = add_mentions(facts, root, source)
    facts = replace(facts, quiet=find_quiet_ranges(root, load_grammar(read_by)))
    if facts.language != language_name:
        rest = FileFacts.__struct_fields__[1:]
        facts = FileFacts(language_name, *(getattr(facts, name) for name in rest))
    return facts


def _recover(
    recover: Callable[[bytes], bytes], parser: Parser, data: bytes, root: Node
) -> tuple[bytes, Node]:
    """Return a file with its tree, both in another form if much is lost in this one."""
    lost = _count_lost(root)
    if lost < _MUCH_LOST:
        return data, root
    other = recover(data)
    again = parser.parse(other).root_node
    return (other, again) if _count_lost(again) < lost else (data, root)


def _count_lost(root: Node) -> int:
    """Return how many lines of a file its grammar could not make sense of."""
    count = 0
    todo = [root]
    while todo:
        node = todo.pop()
        if node.type == "ERROR":
            count += node.end_point[0] - node.start_point[0] + 1
        elif node.has_error:
            todo += node.children
    return count


def load_grammar(language: Language) -> Grammar:
    """Return a language's grammar; a missing one is an error that names it."""
    try:
        return get_language(language.grammar)  # type: ignore[arg-type]
    except (LookupError, ImportError, OSError, ValueError) as error:
        raise GrammarMissingError(
            f"The tree-sitter grammar {language.grammar!r} for {language.name} is missing.",
            hint="Reinstall tree-sitter-language-pack (0.13 or newer, below 1).",
            grammar=language.grammar,
        ) from error


@cache
def get_tools(language_name: str) -> tuple[Parser, QueryCursor]:
    """Return the parser of a language and its query, compiled once in a process."""
    language = find_languages()[language_name]
    grammar = load_grammar(language)
    cursor = QueryCursor(compiled_query(grammar, language.query))
    cursor.set_max_start_depth(_DEEPEST)
    return Parser(grammar), cursor
