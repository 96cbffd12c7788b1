"""Java, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.lazy_import import LazyFunction

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.java.semantics", "JavaSemantics")
_EXTRACT = LazyFunction("ripplegraph.parsers.languages.java.extract", "extract")
_RESOLVER = LazyFunction("ripplegraph.parsers.languages.java.resolver", "JvmResolver")
_PACKAGE = "ripplegraph.parsers.languages.java"
_BUILTINS = frozenset(read_query(_PACKAGE, "builtins.txt").split())

JAVA = Language(
    name="java",
    grammar="java",
    level="full",
    extensions=(".java",),
    query=read_query(_PACKAGE),
    extract=_EXTRACT,
    resolver=_RESOLVER,
    builtins=_BUILTINS,
    family="jvm",
    semantics=_SEMANTICS,
)
LANGUAGES = (JAVA,)
