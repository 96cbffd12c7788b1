"""Kotlin, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.java.context import MOST_ARGUMENTS, method_name
from ripplegraph.parsers.languages.java.resolver import JvmResolver
from ripplegraph.parsers.languages.kotlin.extract import extract

_PACKAGE = "ripplegraph.parsers.languages.kotlin"
_TYPES = frozenset(read_query(_PACKAGE, "builtins.txt").split())
_FUNCTIONS = frozenset(
    method_name(name, count)
    for name in read_query(_PACKAGE, "functions.txt").split()
    for count in range(MOST_ARGUMENTS + 2)
)

KOTLIN = Language(
    name="kotlin",
    grammar="kotlin",
    level="good",
    extensions=(".kt", ".kts"),
    query=read_query(_PACKAGE),
    extract=extract,
    resolver=JvmResolver,
    builtins=_TYPES | _FUNCTIONS,
    family="jvm",
    rules={"package_functions": True, "extension_functions": True},
)
LANGUAGES = (KOTLIN,)
