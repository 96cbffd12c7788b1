"""Java syntax trees to facts."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.facts import Diagnostic, FileFacts
from ripplegraph.parsers.language import Captures, first_error
from ripplegraph.parsers.languages.java.context import JavaFile
from ripplegraph.parsers.languages.java.descriptions import read_descriptions, read_fingerprints
from ripplegraph.parsers.languages.java.imports import read_imports, read_package
from ripplegraph.parsers.languages.java.references import (
    read_bindings,
    read_calls,
    read_method_references,
    read_references,
)
from ripplegraph.parsers.languages.java.structure import open_structure
from ripplegraph.parsers.source import Source


def extract(root: Node, captures: Captures, source: Source) -> FileFacts:
    """Return the facts of one Java file."""
    file = JavaFile(root, captures, source)
    read_package(file)
    open_structure(file)
    read_calls(file)
    read_bindings(file)
    read_imports(file)
    read_references(file)
    read_method_references(file)
    read_descriptions(file)
    surface, body = read_fingerprints(file)
    _read_errors(file)
    is_program = any(d.fields.get("entry") == "main" for d in file.builder.definitions)
    return file.builder.finish(
        surface_print=surface,
        body_print=body,
        entry="main" if is_program else "",
        package=file.package,
    )


def _read_errors(file: JavaFile) -> None:
    if file.root.has_error:
        line = first_error(file.root).start_point[0] + 1
        file.builder.diagnostics.append(
            Diagnostic("error", line, "syntax error; what did parse is kept")
        )
