"""Rust, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.rust.extract import extract
from ripplegraph.parsers.languages.rust.manifest import MANIFEST
from ripplegraph.parsers.languages.rust.resolver import RustResolver

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
    extract=extract,
    resolver=RustResolver,
    builtins=_BUILTINS,
    family="rust",
    manifests=(MANIFEST,),
)
LANGUAGES = (RUST,)
