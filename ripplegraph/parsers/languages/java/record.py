"""Java, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.java.extract import extract
from ripplegraph.parsers.languages.java.resolver import JvmResolver

_PACKAGE = "ripplegraph.parsers.languages.java"
_BUILTINS = frozenset(read_query(_PACKAGE, "builtins.txt").split())

JAVA = Language(
    name="java",
    grammar="java",
    level="full",
    extensions=(".java",),
    query=read_query(_PACKAGE),
    extract=extract,
    resolver=JvmResolver,
    builtins=_BUILTINS,
    family="jvm",
)
LANGUAGES = (JAVA,)
