"""Python syntax trees to facts."""

from __future__ import annotations

import re
from typing import Literal

from tree_sitter import Node

from ripplegraph.graph.expressions import Element
from ripplegraph.graph.facts import GENERATOR, Diagnostic, FileFacts
from ripplegraph.parsers.language import Captures, first_error
from ripplegraph.parsers.languages.python.bindings import read_bindings
from ripplegraph.parsers.languages.python.context import PythonFile
from ripplegraph.parsers.languages.python.definitions import (
    open_definitions,
    read_definitions,
    read_documentation,
)
from ripplegraph.parsers.languages.python.expressions import read_expression
from ripplegraph.parsers.languages.python.named_fields import read_named_fields
from ripplegraph.parsers.languages.python.narrowing import read_narrowing
from ripplegraph.parsers.languages.python.normalise import read_fingerprints
from ripplegraph.parsers.languages.python.offered import read_offered
from ripplegraph.parsers.languages.python.references import (
    read_calls,
    read_raises,
    read_references,
)
from ripplegraph.parsers.languages.python.special_methods import read_special_calls
from ripplegraph.parsers.source import Source

_MAIN_GUARD = re.compile(r"^if\s+__name__\s*==\s*[\"']__main__[\"']", re.MULTILINE)


def extract(root: Node, captures: Captures, source: Source) -> FileFacts:
    """Return the facts of one Python file."""
    file = PythonFile(root, captures, source)
    opened = open_definitions(file)
    read_calls(file)
    read_definitions(file, opened)
    read_bindings(file)
    read_raises(file)
    read_special_calls(file)
    read_narrowing(file)
    _read_results(file)
    read_references(file)
    read_named_fields(file, opened)
    documentation = read_documentation(file, root)
    surface, body = read_fingerprints(file, opened)
    _read_errors(file)
    offered = read_offered(file)
    return file.builder.finish(
        all_names=offered.names,
        all_parts=offered.parts,
        doc=documentation,
        surface_print=surface,
        body_print=body,
        entry="main" if "__main__" in file.raw and _MAIN_GUARD.search(file.raw) else "",
    )


def _read_results(file: PythonFile) -> None:
    captures: tuple[tuple[str, Literal["results", "yields"]], ...]
    captures = (("result.return", "results"), ("result.yield", "yields"))
    for capture, field in captures:
        for node in file.captures.get(capture, ()):
            scope = file.scope_at(node.start_byte)
            while scope.kind == "block":
                scope = file.builder.scopes[scope.parent]
            if scope.kind != "function":
                continue
            fields = file.builder.definitions[scope.definition].fields
            if field == "yields":
                fields["flags"] |= GENERATOR
            named = node.named_children
            value = read_expression(file, named[0]) if named else None
            if value is not None and "from" in [child.type for child in node.children[1:2]]:
                value = Element(value)
            if value is not None:
                fields[field] = (*fields.get(field, ()), value)


def _read_errors(file: PythonFile) -> None:
    if file.root.has_error:
        line = first_error(file.root).start_point[0] + 1
        file.builder.diagnostics.append(
            Diagnostic("error", line, "syntax error; what did parse is kept")
        )
