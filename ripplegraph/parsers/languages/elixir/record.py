"""Elixir, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.qualified import qualified_resolver
from ripplegraph.parsers.tagged.tags import Tags

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.elixir.semantics", "ElixirSemantics")
_PACKAGE = "ripplegraph.parsers.languages.elixir"
_TAGS = Tags(
    receiver="__MODULE__",
    qualified=True,
    clauses=True,
    aliases=True,
    functions_in_blocks=True,
    keywords=frozenset(read_query(_PACKAGE, "keywords.txt").split()),
    arity="/",
    words=r"[^\W\d]\w*[?!]?(?:/\d+)?",
    forms={
        "identifier": ("name",),
        "alias": ("name",),
        "dot": ("chain", "left", "right"),
        "call": ("call",),
        "string": ("builtin", "str"),
        "list": ("builtin", "list"),
        "map": ("builtin", "dict"),
        "integer": ("builtin", "int"),
    },
)

ELIXIR = Language(
    name="elixir",
    grammar="elixir",
    level="good",
    extensions=(".ex", ".exs"),
    query=read_query(_PACKAGE),
    extract=TaggedExtractor("elixir", _TAGS),
    resolver=qualified_resolver("elixir"),
    family="elixir",
    semantics=_SEMANTICS,
)
LANGUAGES = (ELIXIR,)
