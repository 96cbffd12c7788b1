"""C, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.c.commands import COMMANDS_FILE
from ripplegraph.parsers.languages.c.extract import extract
from ripplegraph.parsers.languages.c.prepare import blank_annotations
from ripplegraph.parsers.languages.c.resolver import IncludeResolver

_PACKAGE = "ripplegraph.parsers.languages.c"
_BUILTINS = frozenset(read_query(_PACKAGE, "builtins.txt").split())

C = Language(
    name="c",
    grammar="c",
    level="full",
    extensions=(".c", ".h"),
    query=read_query(_PACKAGE),
    extract=extract,
    resolver=IncludeResolver,
    prepare=blank_annotations,
    builtins=_BUILTINS,
    family="c",
    manifests=(COMMANDS_FILE,),
)
LANGUAGES = (C,)
