"""Dart, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.dart.resolver import DartResolver, find_library
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.tags import FREE, Tags

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.dart.semantics", "DartSemantics")
_PACKAGE = "ripplegraph.parsers.languages.dart"
_TAGS = Tags(
    layout=FREE,
    receiver="this",
    reads=True,
    exports=True,
    loose_types=True,
    locate=find_library,
    main="main",
    separators=("?.", "!."),
    keywords=frozenset(read_query(_PACKAGE, "keywords.txt").split()),
    forms={
        "identifier": ("name",),
        "type_identifier": ("name",),
        "this": ("receiver",),
        "super": ("receiver", "super"),
        "selector": ("trailing",),
        "unconditional_assignable_selector": ("trailing",),
        "new_expression": ("call",),
        "const_object_expression": ("call",),
        "parenthesized_expression": ("last",),
        "type_cast_expression": ("cast",),
        "unary_expression": ("last",),
        "await_expression": ("awaited_last",),
        "argument": ("last",),
        "string_literal": ("builtin", "str"),
        "decimal_integer_literal": ("builtin", "int"),
        "list_literal": ("builtin", "list"),
        "set_or_map_literal": ("builtin", "dict"),
    },
)

DART = Language(
    name="dart",
    grammar="dart",
    level="good",
    extensions=(".dart",),
    query=read_query(_PACKAGE),
    extract=TaggedExtractor("dart", _TAGS),
    resolver=DartResolver,
    family="dart",
    semantics=_SEMANTICS,
)
LANGUAGES = (DART,)
