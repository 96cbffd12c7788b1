"""C++, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.c.conditions import drop_conditions
from ripplegraph.parsers.languages.c.prepare import blank_cpp_annotations
from ripplegraph.parsers.languages.c.record import C
from ripplegraph.parsers.lazy_import import LazyFunction

_EXTRACT = LazyFunction("ripplegraph.parsers.languages.cpp.extract", "extract")
_PACKAGE = "ripplegraph.parsers.languages.cpp"

CPP = Language(
    name="cpp",
    grammar="cpp",
    level="full",
    extensions=(
        ".cc",
        ".cpp",
        ".cxx",
        ".c++",
        ".hh",
        ".hpp",
        ".hxx",
        ".h++",
        ".inl",
        ".ipp",
        ".tpp",
        ".cu",
        ".cuh",
    ),
    query=C.query + read_query(_PACKAGE),
    extract=_EXTRACT,
    resolver=C.resolver,
    prepare=blank_cpp_annotations,
    recover=drop_conditions,
    builtins=C.builtins | {"std"},
    family=C.family,
    semantics=C.semantics,
)
LANGUAGES = (CPP,)
