"""Bytes of a file to its facts, by the grammar and query of its language."""

from __future__ import annotations

from functools import cache

from tree_sitter import Language as Grammar
from tree_sitter import Parser, QueryCursor
from tree_sitter_language_pack import get_language

from ripplegraph.errors import GrammarMissingError
from ripplegraph.graph.facts import FileFacts
from ripplegraph.parsers.language import Language, compiled_query, find_captures
from ripplegraph.parsers.registry import find_languages
from ripplegraph.parsers.source import Source, replace_undecodable
from ripplegraph.parsers.tagged.extract import TaggedExtractor


def extract_facts(language_name: str, data: bytes) -> FileFacts:
    """Return what a file says; the same bytes give the same facts, everywhere."""
    return extract_prepared_facts(language_name, prepare_source(language_name, data))


def prepare_source(language_name: str, data: bytes) -> bytes:
    """Return the part of a file that its grammar parses: all of it, or a notebook's cells."""
    language = find_languages()[language_name]
    return data if language.prepare is None else language.prepare(data)


def extract_prepared_facts(language_name: str, data: bytes) -> FileFacts:
    """Return what a file says whose bytes `prepare_source` has seen."""
    language = find_languages()[language_name]
    if language.extract is None:
        return FileFacts(language_name, Source(data).line_count)
    parser, cursor = get_tools(language_name)
    if isinstance(language.extract, TaggedExtractor):
        data = replace_undecodable(data)
        root = parser.parse(data).root_node
        return language.extract.read(root, cursor.matches(root), Source(data))
    root = parser.parse(data).root_node
    facts = language.extract(root, find_captures(cursor, root), Source(data))
    if facts.language != language_name:
        rest = FileFacts.__struct_fields__[1:]
        facts = FileFacts(language_name, *(getattr(facts, name) for name in rest))
    return facts


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
    return Parser(grammar), QueryCursor(compiled_query(grammar, language.query))
