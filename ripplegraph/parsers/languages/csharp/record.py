"""C#, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.csharp.conditions import leave_out_alternatives
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.qualified import qualified_resolver
from ripplegraph.parsers.tagged.tags import FREE, Tags

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.csharp.semantics", "CSharpSemantics")
_PACKAGE = "ripplegraph.parsers.languages.csharp"


def spell_name(text: str) -> str:
    """Return a name without what only says where to begin, or that it is no keyword."""
    return text.removeprefix("global.").removeprefix("@")


_TAGS = Tags(
    layout=FREE,
    receiver="this",
    qualified=True,
    inner_imports=True,
    reads=True,
    separators=("?.", "::"),
    spell=spell_name,
    optional="?",
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
        "object_creation_expression": ("created", "type"),
        "implicit_object_creation_expression": ("call",),
        "array_creation_expression": ("typed", "type"),
        "conditional_access_expression": ("conditional", "condition"),
        "default_expression": ("typed", "type"),
        "declaration_expression": ("typed", "type"),
        "assignment_expression": ("inner", "right"),
        "checked_expression": ("last",),
        "prefix_unary_expression": ("operator",),
        "binary_expression": ("operator", "left", "right"),
        "is_pattern_expression": ("builtin", "bool"),
        "is_expression": ("builtin", "bool"),
        "lambda_expression": ("lambda", "parameters"),
        "anonymous_method_expression": ("lambda", "parameters"),
        "typeof_expression": ("builtin", "Type"),
        "sizeof_expression": ("builtin", "int"),
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
        "verbatim_string_literal": ("builtin", "str"),
        "raw_string_literal": ("builtin", "str"),
        "character_literal": ("builtin", "char"),
        "boolean_literal": ("builtin", "bool"),
        "null_literal": ("builtin", "null"),
        "integer_literal": ("number",),
        "real_literal": ("number",),
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
    semantics=_SEMANTICS,
)
LANGUAGES = (CSHARP,)
