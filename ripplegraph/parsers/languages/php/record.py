"""PHP, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.php.resolver import PhpResolver, find_included
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.tags import FREE, Tags

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.php.semantics", "PhpSemantics")
_PACKAGE = "ripplegraph.parsers.languages.php"
_CALL = ("call",)
_TAGS = Tags(
    layout=FREE,
    receiver="$this",
    qualified=True,
    documented_types=True,
    enclosing=False,
    reads=True,
    locate=find_included,
    separators=("?->", "->", "::", "\\"),
    words=r"\$?[^\W\d]\w*",
    keywords=frozenset(read_query(_PACKAGE, "keywords.txt").split()),
    own_types=frozenset({"self", "static"}),
    forms={
        "name": ("name",),
        "qualified_name": ("chain",),
        "variable_name": ("name",),
        "relative_scope": ("relative",),
        "member_access_expression": ("chain", "object", "name"),
        "nullsafe_member_access_expression": ("chain", "object", "name"),
        "scoped_property_access_expression": ("chain",),
        "class_constant_access_expression": ("chain",),
        "function_call_expression": _CALL,
        "member_call_expression": _CALL,
        "nullsafe_member_call_expression": _CALL,
        "scoped_call_expression": _CALL,
        "object_creation_expression": _CALL,
        "parenthesized_expression": ("inner",),
        "clone_expression": ("inner",),
        "argument": ("last",),
        "assignment_expression": ("inner", "right"),
        "binary_expression": ("either", "left", "right"),
        "conditional_expression": ("either", "body", "alternative"),
        "subscript_expression": ("item",),
        "string": ("builtin", "str"),
        "encapsed_string": ("builtin", "str"),
        "integer": ("builtin", "int"),
        "array_creation_expression": ("builtin", "list"),
    },
)

PHP = Language(
    name="php",
    grammar="php",
    level="good",
    extensions=(".php", ".phtml", ".inc"),
    query=read_query(_PACKAGE),
    extract=TaggedExtractor("php", _TAGS),
    resolver=PhpResolver,
    family="php",
    semantics=_SEMANTICS,
)
LANGUAGES = (PHP,)
