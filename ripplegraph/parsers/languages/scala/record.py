"""Scala, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.scala.prepare import join_bodies
from ripplegraph.parsers.lazy_import import LazyFunction

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.scala.semantics", "ScalaSemantics")
_RESOLVER = LazyFunction("ripplegraph.parsers.languages.java.resolver", "JvmResolver")
_EXTRACT = LazyFunction("ripplegraph.parsers.languages.scala.extract", "extract")
_PACKAGE = "ripplegraph.parsers.languages.scala"

SCALA = Language(
    name="scala",
    grammar="scala",
    level="good",
    extensions=(".scala", ".sc"),
    query=read_query(_PACKAGE),
    extract=_EXTRACT,
    prepare=join_bodies,
    resolver=_RESOLVER,
    builtins=frozenset(read_query(_PACKAGE, "builtins.txt").split()),
    family="scala",
    semantics=_SEMANTICS,
)
LANGUAGES = (SCALA,)
