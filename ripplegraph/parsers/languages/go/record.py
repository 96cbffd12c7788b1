"""Go, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.lazy_import import LazyFunction

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.go.semantics", "GoSemantics")
_EXTRACT = LazyFunction("ripplegraph.parsers.languages.go.extract", "extract")
_RESOLVER = LazyFunction("ripplegraph.parsers.languages.go.resolver", "GoResolver")
_PACKAGE = "ripplegraph.parsers.languages.go"
_BUILTINS = frozenset(read_query(_PACKAGE, "builtins.txt").split())

GO = Language(
    name="go",
    grammar="go",
    level="full",
    extensions=(".go",),
    query=read_query(_PACKAGE),
    extract=_EXTRACT,
    resolver=_RESOLVER,
    builtins=_BUILTINS,
    family="go",
    semantics=_SEMANTICS,
)
LANGUAGES = (GO,)
