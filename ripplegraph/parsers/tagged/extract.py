"""Syntax trees to facts, by what the captures of a language's query are called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tree_sitter import Node

from ripplegraph.graph.facts import Diagnostic, FileFacts
from ripplegraph.parsers.language import Captures, first_error
from ripplegraph.parsers.source import Source
from ripplegraph.parsers.tagged.bindings import read_bindings
from ripplegraph.parsers.tagged.calls import read_calls
from ripplegraph.parsers.tagged.context import Parts, TaggedFile
from ripplegraph.parsers.tagged.descriptions import read_descriptions, read_fingerprints
from ripplegraph.parsers.tagged.modules import read_exports, read_imports
from ripplegraph.parsers.tagged.references import read_references
from ripplegraph.parsers.tagged.structure import open_structure
from ripplegraph.parsers.tagged.tags import Tags


@dataclass(frozen=True, slots=True)
class TaggedExtractor:
    """Extracts files of a language that is described by tags alone."""

    language: str
    tags: Tags

    def __call__(self, root: Node, captures: Captures, source: Source) -> FileFacts:
        """Return the facts of a file of which only captures are there: each for itself."""
        alone = [(0, {name: [node]}) for name, nodes in captures.items() for node in nodes]
        return self.read(root, alone, source)

    def read(self, root: Node, matches: Iterable[tuple[int, Parts]], source: Source) -> FileFacts:
        """Return the facts of one file."""
        file = TaggedFile(self.language, self.tags, root, matches, source)
        open_structure(file)
        read_imports(file)
        read_calls(file)
        read_bindings(file)
        read_exports(file)
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
            package=f"<{self.language}>" if self.tags.qualified else "",
        )


def _read_errors(file: TaggedFile) -> None:
    if not file.root.has_error:
        return
    node = first_error(file.root)
    if node.is_error or node.is_missing:
        line = node.start_point[0] + 1
        file.builder.diagnostics.append(
            Diagnostic("error", line, "syntax error; what did parse is kept")
        )
