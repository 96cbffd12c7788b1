"""What the rest of the program knows about a language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from operator import attrgetter
from typing import TYPE_CHECKING

from tree_sitter import Language as Grammar
from tree_sitter import Node, Query, QueryCursor

from ripplegraph.graph.facts import FileFacts
from ripplegraph.linking.module_resolution import ModuleResolver
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.resolvers import ProjectFiles
from ripplegraph.parsers.source import Source

if TYPE_CHECKING:
    from ripplegraph.linking.semantics import Semantics

_ORDINARY = LazyFunction("ripplegraph.linking.ordinary", "OrdinarySemantics")

Captures = dict[str, list[Node]]
Extract = Callable[[Node, Captures, Source], FileFacts]


@dataclass(frozen=True, slots=True)
class Language:
    """A language: how to recognise, parse and read it, and how its module names resolve."""

    name: str
    grammar: str
    level: str
    """ "full", "good" or "known"."""
    extensions: tuple[str, ...]
    filenames: tuple[str, ...] = ()
    query: str = ""
    """Text of its tag query."""
    extract: Extract | None = None
    resolver: Callable[[ProjectFiles], ModuleResolver] | None = None
    prepare: Callable[[bytes], bytes] | None = None
    """Turns a file's bytes into what its grammar parses, such as the cells of a notebook."""
    recover: Callable[[bytes], bytes] | None = None
    """Turns what was prepared and could hardly be parsed into what the grammar makes more of."""
    dialect: Callable[[bytes], str | None] | None = None
    """Names another language by whose grammar and query a file is to be read, if its content asks
    for that; the file keeps its own language."""
    builtins: frozenset[str] = frozenset()
    """Names that are always there; they resolve to `ext:` nodes. After a dot: methods that objects
    from outside may have."""
    family: str = ""
    """Languages of one family import each other's files (TypeScript and JavaScript)."""
    semantics: Callable[..., Semantics] = _ORDINARY
    """Makes what the linker asks about the language, from this and the analysis to ask."""


def read_query(package: str, name: str = "tags.scm") -> str:
    """Return the text of a query that lies beside a language's code."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


@cache
def compiled_query(grammar: Grammar, text: str) -> Query:
    """Return the compiled form of a query, compiling it once in a process."""
    return Query(grammar, text)


_BY_PLACE = attrgetter("byte_range")


def find_captures(cursor: QueryCursor, root: Node) -> Captures:
    """Return a query's captures, each list in the order of the text, inner nodes first.

    The cursor gives the nodes of a capture in no particular order, another one in every process.
    The many that are captured as `@name` are left so: whoever reads them sorts their offsets.
    """
    captures: Captures = cursor.captures(root)
    for name, nodes in captures.items():
        if name != "name":
            nodes.sort(key=_BY_PLACE)
    return captures


def first_error(root: Node) -> Node:
    """Return the first place of a tree that did not parse: an error, or something missing."""
    node = root
    while not (node.is_error or node.is_missing):
        inner = next((child for child in node.children if child.has_error), None)
        if inner is None:
            break
        node = inner
    return node
