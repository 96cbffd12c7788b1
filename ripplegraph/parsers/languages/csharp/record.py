"""C#, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.csharp.conditions import leave_out_alternatives
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.qualified import qualified_resolver
from ripplegraph.parsers.tagged.tags import FREE, Tags

_PACKAGE = "ripplegraph.parsers.languages.csharp"
_TAGS = Tags(
    layout=FREE,
    receiver="this",
    qualified=True,
    reads=True,
    separators=("?.", "::"),
    keywords=frozenset(read_query(_PACKAGE, "keywords.txt").split()),
    main="Main",
    overloads=True,
    forms={
        "identifier": ("name",),
        "generic_name": ("inner",),
        "qualified_name": ("name",),
        "this": ("receiver",),
        "base": ("receiver", "base"),
        "member_access_expression": ("chain", "expression", "name"),
        "invocation_expression": ("call",),
        "object_creation_expression": ("call",),
        "await_expression": ("awaited",),
        "parenthesized_expression": ("inner",),
        "postfix_unary_expression": ("inner",),
        "argument": ("last",),
        "cast_expression": ("typed", "type"),
        "as_expression": ("typed", "right"),
        "conditional_expression": ("either", "consequence", "alternative"),
        "element_access_expression": ("item", "expression"),
        "string_literal": ("builtin", "str"),
        "interpolated_string_expression": ("builtin", "str"),
        "integer_literal": ("builtin", "int"),
        "predefined_type": ("name",),
    },
)

CSHARP = Language(
    name="csharp",
    grammar="csharp",
    level="good",
    extensions=(".cs",),
    query=read_query(_PACKAGE),
    extract=TaggedExtractor("csharp", _TAGS),
    resolver=qualified_resolver("csharp"),
    prepare=leave_out_alternatives,
    family="csharp",
    rules={
        "receiver": "this",
        "parent": "base",
        "constructors": ("constructor",),
        "shared_names": "qualified",
        "surroundings": True,
        "members_in_scope": True,
        "foreign_names": True,
        "extensions": True,
        "members_below": False,
        "types_in_body": True,
        "overloads_by_count": True,
    },
)
LANGUAGES = (CSHARP,)
