"""TypeScript, JavaScript and the files their scripts live in, as the registry knows them."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.typescript.embedded import (
    adapt_tsx,
    adapt_typescript,
    keep_scripts,
    keep_vue,
)
from ripplegraph.parsers.lazy_import import LazyFunction

_SEMANTICS = LazyFunction(
    "ripplegraph.parsers.languages.typescript.semantics", "EcmaScriptSemantics"
)
_EXTRACT = LazyFunction("ripplegraph.parsers.languages.typescript.extract", "extract")
_EXTRACT_COMPONENT = LazyFunction(
    "ripplegraph.parsers.languages.typescript.extract", "extract_component"
)
_RESOLVER = LazyFunction("ripplegraph.parsers.languages.typescript.resolver", "TypeScriptResolver")
_PACKAGE = "ripplegraph.parsers.languages.typescript"
_FAMILY = "ecmascript"
_BUILTINS = frozenset(read_query(_PACKAGE, "globals.txt").split())


def _query(*names: str) -> str:
    return "\n".join(read_query(_PACKAGE, f"{name}.scm") for name in names)


TYPESCRIPT = Language(
    name="typescript",
    grammar="typescript",
    level="full",
    extensions=(".ts", ".mts", ".cts"),
    query=_query("tags", "tags-types"),
    extract=_EXTRACT,
    resolver=_RESOLVER,
    prepare=adapt_typescript,
    builtins=_BUILTINS,
    family=_FAMILY,
    semantics=_SEMANTICS,
)
TSX = Language(
    name="tsx",
    grammar="tsx",
    level="full",
    extensions=(".tsx",),
    query=_query("tags", "tags-types", "tags-jsx"),
    extract=_EXTRACT,
    resolver=_RESOLVER,
    prepare=adapt_tsx,
    builtins=_BUILTINS,
    family=_FAMILY,
    semantics=_SEMANTICS,
)
JAVASCRIPT = Language(
    name="javascript",
    grammar="javascript",
    level="full",
    extensions=(".js", ".mjs", ".cjs", ".jsx"),
    query=_query("tags", "tags-javascript", "tags-jsx"),
    extract=_EXTRACT,
    resolver=_RESOLVER,
    builtins=_BUILTINS,
    family=_FAMILY,
    semantics=_SEMANTICS,
)
VUE = Language(
    name="vue",
    grammar="typescript",
    level="full",
    extensions=(".vue",),
    query=_query("tags", "tags-types"),
    extract=_EXTRACT_COMPONENT,
    resolver=_RESOLVER,
    prepare=keep_vue,
    builtins=_BUILTINS
    | frozenset({"defineEmits", "defineExpose", "defineModel", "defineProps", "withDefaults"}),
    family=_FAMILY,
    semantics=_SEMANTICS,
)
SVELTE = Language(
    name="svelte",
    grammar="typescript",
    level="full",
    extensions=(".svelte",),
    query=_query("tags", "tags-types"),
    extract=_EXTRACT_COMPONENT,
    resolver=_RESOLVER,
    prepare=keep_scripts,
    builtins=_BUILTINS | frozenset({"$state", "$derived", "$effect", "$props", "$bindable"}),
    family=_FAMILY,
    semantics=_SEMANTICS,
)
LANGUAGES = (TYPESCRIPT, TSX, JAVASCRIPT, VUE, SVELTE)
