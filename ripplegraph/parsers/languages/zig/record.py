"""Zig, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.lazy_import import LazyFunction

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.zig.semantics", "ZigSemantics")
_EXTRACT = LazyFunction("ripplegraph.parsers.languages.zig.extract", "extract")
_RESOLVER = LazyFunction("ripplegraph.parsers.languages.zig.resolver", "ZigResolver")
_PACKAGE = "ripplegraph.parsers.languages.zig"

ZIG = Language(
    name="zig",
    grammar="zig",
    level="good",
    extensions=(".zig",),
    query=read_query(_PACKAGE),
    extract=_EXTRACT,
    resolver=_RESOLVER,
    builtins=frozenset(read_query(_PACKAGE, "builtins.txt").split()),
    family="zig",
    semantics=_SEMANTICS,
)
LANGUAGES = (ZIG,)
