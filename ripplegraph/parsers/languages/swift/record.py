"""Swift, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.swift.names import find_module, spell_name
from ripplegraph.parsers.languages.swift.resolver import SwiftResolver
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.tags import LINES, Tags

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.swift.semantics", "SwiftSemantics")
_PACKAGE = "ripplegraph.parsers.languages.swift"
_TAGS = Tags(
    layout=LINES,
    receiver="self",
    qualified=True,
    reads=True,
    spell=spell_name,
    locate=find_module,
    separators=("?.", "!."),
    keywords=frozenset(read_query(_PACKAGE, "keywords.txt").split()),
    own_types=frozenset({"Self"}),
    tests=r"test[A-Z_0-9]\w*",
    main="main",
    forms={
        "simple_identifier": ("name",),
        "type_identifier": ("name",),
        "user_type": ("name",),
        "self_expression": ("receiver",),
        "super_expression": ("receiver", "super"),
        "navigation_expression": ("chain", "target", "suffix"),
        "call_expression": ("call",),
        "constructor_expression": ("call",),
        "try_expression": ("inner", "expr"),
        "await_expression": ("awaited", "expr"),
        "postfix_expression": ("inner", "target"),
        "as_expression": ("cast",),
        "ternary_expression": ("either", "if_true", "if_false"),
        "value_argument": ("inner", "value"),
        "line_string_literal": ("builtin", "str"),
        "multi_line_string_literal": ("builtin", "str"),
        "integer_literal": ("builtin", "int"),
        "real_literal": ("builtin", "float"),
        "boolean_literal": ("builtin", "bool"),
        "array_literal": ("builtin", "list"),
        "dictionary_literal": ("builtin", "dict"),
    },
)

SWIFT = Language(
    name="swift",
    grammar="swift",
    level="good",
    extensions=(".swift",),
    query=read_query(_PACKAGE),
    extract=TaggedExtractor("swift", _TAGS),
    resolver=SwiftResolver,
    family="swift",
    semantics=_SEMANTICS,
)
LANGUAGES = (SWIFT,)
