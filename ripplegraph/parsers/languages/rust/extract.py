"""Rust syntax trees to facts."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.facts import Diagnostic, FileFacts
from ripplegraph.parsers.language import Captures, first_error
from ripplegraph.parsers.languages.rust.context import MODULE, RustFile
from ripplegraph.parsers.languages.rust.descriptions import read_descriptions, read_fingerprints
from ripplegraph.parsers.languages.rust.references import (
    read_bindings,
    read_calls,
    read_references,
)
from ripplegraph.parsers.languages.rust.structure import open_structure
from ripplegraph.parsers.languages.rust.uses import find_own_names, read_uses
from ripplegraph.parsers.source import Source


def extract(root: Node, captures: Captures, source: Source) -> FileFacts:
    """Return the facts of one Rust file."""
    file = RustFile(root, captures, source)
    file.own_names = find_own_names(file)
    module = file.builder.scopes[MODULE]
    for name in ("crate", "super"):
        file.bind(module, name, "i", 0, spec=name)
    open_structure(file)
    read_uses(file)
    file.is_complete = True
    read_calls(file)
    read_bindings(file)
    read_references(file)
    file.bind_aliases()
    documentation = read_descriptions(file)
    surface, body = read_fingerprints(file)
    _read_errors(file)
    is_program = any(d.fields.get("entry") == "main" for d in file.builder.definitions)
    return file.builder.finish(
        doc=documentation,
        surface_print=surface,
        body_print=body,
        entry="main" if is_program else "",
    )


def _read_errors(file: RustFile) -> None:
    if not file.root.has_error:
        return
    node = first_error(file.root)
    line = node.start_point[0] + 1
    file.builder.diagnostics.append(
        Diagnostic("error", line, "syntax error; what did parse is kept")
    )
