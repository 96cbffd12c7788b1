"""Kotlin syntax trees to facts."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.facts import Diagnostic, FileFacts
from ripplegraph.parsers.language import Captures, first_error, read_query
from ripplegraph.parsers.languages.java.context import JavaFile
from ripplegraph.parsers.languages.java.descriptions import read_descriptions, read_fingerprints
from ripplegraph.parsers.languages.java.references import read_references
from ripplegraph.parsers.languages.kotlin.references import (
    read_bindings,
    read_calls,
    read_function_references,
    read_imports,
    read_member_base,
    read_package,
)
from ripplegraph.parsers.languages.kotlin.structure import open_structure
from ripplegraph.parsers.source import Source

_KEYWORDS = frozenset(read_query("ripplegraph.parsers.languages.kotlin", "keywords.txt").split())


def extract(root: Node, captures: Captures, source: Source) -> FileFacts:
    """Return the facts of one Kotlin file."""
    file = JavaFile(root, captures, source, "kotlin")
    read_package(file)
    open_structure(file)
    read_calls(file)
    read_bindings(file)
    read_imports(file)
    read_references(file, _KEYWORDS, read_member_base)
    read_function_references(file)
    read_descriptions(file)
    surface, body = read_fingerprints(file)
    if root.has_error:
        line = first_error(root).start_point[0] + 1
        message = "syntax error; what did parse is kept"
        file.builder.diagnostics.append(Diagnostic("error", line, message))
    is_program = any(d.fields.get("entry") == "main" for d in file.builder.definitions)
    return file.builder.finish(
        surface_print=surface,
        body_print=body,
        entry="main" if is_program else "",
        package=file.package,
    )
