"""Rust, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.lazy_import import LazyFunction

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.rust.semantics", "RustSemantics")
_EXTRACT = LazyFunction("ripplegraph.parsers.languages.rust.extract", "extract")
_UNFOLD = LazyFunction("ripplegraph.parsers.languages.rust.item_macros", "unfold_items")
_RESOLVER = LazyFunction("ripplegraph.parsers.languages.rust.resolver", "RustResolver")
_PACKAGE = "ripplegraph.parsers.languages.rust"
_METHODS = read_query(_PACKAGE, "methods.txt").split()
_BUILTINS = frozenset(read_query(_PACKAGE, "builtins.txt").split()).union(
    f".{name}" for name in _METHODS
)

RUST = Language(
    name="rust",
    grammar="rust",
    level="full",
    extensions=(".rs",),
    query=read_query(_PACKAGE),
    prepare=_UNFOLD,
    extract=_EXTRACT,
    resolver=_RESOLVER,
    builtins=_BUILTINS,
    family="rust",
    semantics=_SEMANTICS,
)
LANGUAGES = (RUST,)
