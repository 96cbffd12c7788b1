"""Kotlin, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.java.context import MOST_ARGUMENTS, method_name
from ripplegraph.parsers.languages.kotlin.prepare import blank_unknown
from ripplegraph.parsers.lazy_import import LazyFunction

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.kotlin.semantics", "KotlinSemantics")
_RESOLVER = LazyFunction("ripplegraph.parsers.languages.java.resolver", "JvmResolver")
_EXTRACT = LazyFunction("ripplegraph.parsers.languages.kotlin.extract", "extract")
_PACKAGE = "ripplegraph.parsers.languages.kotlin"
_TYPES = frozenset(read_query(_PACKAGE, "builtins.txt").split())
_FUNCTIONS = frozenset(
    method_name(name, count)
    for name in read_query(_PACKAGE, "functions.txt").split()
    for count in range(MOST_ARGUMENTS + 2)
)
_FOR_ALL = frozenset(
    f".{method_name(name, 1)}"
    for name in ("also", "apply", "let", "run", "takeIf", "takeUnless", "to", "use")
)
"""Functions that can be called on everything."""

KOTLIN = Language(
    name="kotlin",
    grammar="kotlin",
    level="good",
    extensions=(".kt", ".kts"),
    query=read_query(_PACKAGE),
    extract=_EXTRACT,
    prepare=blank_unknown,
    resolver=_RESOLVER,
    builtins=_TYPES | _FUNCTIONS | _FOR_ALL,
    family="jvm",
    semantics=_SEMANTICS,
)
LANGUAGES = (KOTLIN,)
