"""Scala, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.java.resolver import JvmResolver
from ripplegraph.parsers.languages.scala.extract import extract

_PACKAGE = "ripplegraph.parsers.languages.scala"

SCALA = Language(
    name="scala",
    grammar="scala",
    level="good",
    extensions=(".scala", ".sc"),
    query=read_query(_PACKAGE),
    extract=extract,
    resolver=JvmResolver,
    builtins=frozenset(read_query(_PACKAGE, "builtins.txt").split()),
    family="scala",
)
LANGUAGES = (SCALA,)
