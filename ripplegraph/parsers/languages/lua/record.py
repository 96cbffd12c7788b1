"""Lua, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.lua.resolver import LuaResolver
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.tags import FREE, Tags

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.lua.semantics", "LuaSemantics")
_PACKAGE = "ripplegraph.parsers.languages.lua"
_TAGS = Tags(
    layout=FREE,
    receiver="self",
    reads=True,
    keywords=frozenset(read_query(_PACKAGE, "keywords.txt").split()),
    forms={
        "identifier": ("name",),
        "dot_index_expression": ("chain", "table", "field"),
        "function_call": ("call", "setmetatable"),
        "parenthesized_expression": ("inner",),
        "binary_expression": ("either", "left", "right"),
        "bracket_index_expression": ("item", "table"),
        "string": ("builtin", "str"),
        "number": ("builtin", "int"),
        "table_constructor": ("builtin", "dict"),
    },
)

LUA = Language(
    name="lua",
    grammar="lua",
    level="good",
    extensions=(".lua", ".rockspec"),
    query=read_query(_PACKAGE),
    extract=TaggedExtractor("lua", _TAGS),
    resolver=LuaResolver,
    builtins=frozenset(read_query(_PACKAGE, "builtins.txt").split()),
    family="lua",
    semantics=_SEMANTICS,
)
LANGUAGES = (LUA,)
