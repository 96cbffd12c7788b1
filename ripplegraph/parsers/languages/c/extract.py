"""C syntax trees to facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tree_sitter import Node

from ripplegraph.graph.facts import Diagnostic, FileFacts
from ripplegraph.parsers.language import Captures
from ripplegraph.parsers.languages.c.context import CPLUSPLUS, CFile
from ripplegraph.parsers.languages.c.declarations import define_prototypes
from ripplegraph.parsers.languages.c.descriptions import read_descriptions, read_fingerprints
from ripplegraph.parsers.languages.c.macro_calls import read_chained_calls
from ripplegraph.parsers.languages.c.references import (
    TOKENS,
    read_bindings,
    read_calls,
    read_includes,
    read_references,
    read_sets,
)
from ripplegraph.parsers.languages.c.structure import HANDLERS, Handler, open_structure
from ripplegraph.parsers.source import Source


class DialectReader(NamedTuple):
    """What another language reads besides."""

    define_rest: Callable[[CFile], None] | None = None
    """Defines what can be told when everything else is defined."""
    read_rest: Callable[[CFile], None] | None = None
    """Reads what can be told when calls have numbers."""


_NOTHING = DialectReader()


def extract(root: Node, captures: Captures, source: Source) -> FileFacts:
    """Return the facts of one C file."""
    return read_facts(CFile(root, captures, source, TOKENS))


def read_facts(
    file: CFile, handlers: Mapping[str, Handler] = HANDLERS, extra: DialectReader = _NOTHING
) -> FileFacts:
    """Return the facts of a file."""
    read_includes(file)
    open_structure(file, handlers)
    define_prototypes(file)
    if extra.define_rest is not None:
        extra.define_rest(file)
    called = read_calls(file)
    read_bindings(file)
    if extra.read_rest is not None:
        extra.read_rest(file)
    read_sets(file)
    read_references(file, called)
    if file.is_cpp:
        read_chained_calls(file)
    documentation = read_descriptions(file)
    surface, body = read_fingerprints(file)
    _read_errors(file)
    is_program = any(d.fields.get("entry") == "main" for d in file.builder.definitions)
    return file.builder.finish(
        doc=documentation,
        surface_print=surface,
        body_print=body,
        entry="main" if is_program else "",
        package=CPLUSPLUS if file.is_cpp else "",
    )


_FILE_LEVEL = frozenset(
    {
        "translation_unit",
        "preproc_if",
        "preproc_ifdef",
        "preproc_else",
        "preproc_elif",
        "linkage_specification",
        "declaration_list",
    }
)


def _is_outside(node: Node) -> bool:
    return node.parent is None or node.parent.type in _FILE_LEVEL


def _read_errors(file: CFile) -> None:
    """Report an error outside functions: inside, it is a macro that is no C by itself."""
    lost = [node for node in file.captures.get("error", ()) if _is_outside(node)]
    if not lost:
        return
    line = lost[0].start_point[0] + 1
    file.builder.diagnostics.append(
        Diagnostic("error", line, "syntax error; what did parse is kept")
    )
