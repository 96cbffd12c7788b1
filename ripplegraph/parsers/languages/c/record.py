"""C, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.c.conditions import drop_conditions
from ripplegraph.parsers.languages.c.dialect import find_dialect
from ripplegraph.parsers.languages.c.prepare import blank_annotations, blank_cpp_annotations
from ripplegraph.parsers.lazy_import import LazyFunction

_SEMANTICS = LazyFunction("ripplegraph.parsers.families.c.semantics", "CSemantics")
_EXTRACT = LazyFunction("ripplegraph.parsers.languages.c.extract", "extract")
_RESOLVER = LazyFunction("ripplegraph.parsers.languages.c.resolver", "IncludeResolver")
_PACKAGE = "ripplegraph.parsers.languages.c"
_BUILTINS = frozenset(read_query(_PACKAGE, "builtins.txt").split())


def _prepare(data: bytes) -> bytes:
    """Return a file as its grammar can read it; some headers are C++."""
    return blank_annotations(data) if find_dialect(data) is None else blank_cpp_annotations(data)


C = Language(
    name="c",
    grammar="c",
    level="full",
    extensions=(".c", ".h"),
    query=read_query(_PACKAGE),
    extract=_EXTRACT,
    resolver=_RESOLVER,
    prepare=_prepare,
    recover=drop_conditions,
    dialect=find_dialect,
    builtins=_BUILTINS,
    family="c",
    semantics=_SEMANTICS,
)
LANGUAGES = (C,)
