"""Go syntax trees to facts."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.facts import Diagnostic, FileFacts
from ripplegraph.parsers.language import Captures, first_error
from ripplegraph.parsers.languages.go.builds import read_condition
from ripplegraph.parsers.languages.go.context import GoFile
from ripplegraph.parsers.languages.go.descriptions import read_descriptions, read_fingerprints
from ripplegraph.parsers.languages.go.packages import read_imports
from ripplegraph.parsers.languages.go.references import (
    read_bindings,
    read_calls,
    read_references,
)
from ripplegraph.parsers.languages.go.structure import open_structure
from ripplegraph.parsers.source import Source


def extract(root: Node, captures: Captures, source: Source) -> FileFacts:
    """Return the facts of one Go file."""
    file = GoFile(root, captures, source)
    read_imports(file)
    open_structure(file)
    read_calls(file)
    read_bindings(file)
    read_references(file)
    documentation = read_descriptions(file)
    surface, body = read_fingerprints(file)
    _read_errors(file)
    is_program = any(d.fields.get("entry") == "main" for d in file.builder.definitions)
    return file.builder.finish(
        doc=documentation,
        surface_print=surface,
        body_print=body,
        entry="main" if is_program else "",
        package=file.package,
        condition=read_condition(_read_header(file)),
    )


def _read_header(file: GoFile) -> str:
    package = file.captures.get("package")
    return file.raw[: package[0].start_byte] if package else ""


def _read_errors(file: GoFile) -> None:
    if not file.root.has_error:
        return
    node = first_error(file.root)
    if not node.is_error and not node.is_missing:
        # The grammar misses the end of a line where a group is written on one.
        return
    line = node.start_point[0] + 1
    file.builder.diagnostics.append(
        Diagnostic("error", line, "syntax error; what did parse is kept")
    )
