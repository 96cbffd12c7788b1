"""Members that files add to types, by the name of the type and by where they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ripplegraph.graph.facts import Extension
from ripplegraph.linking.files.rules import BoundNames
from ripplegraph.linking.semantics import FileView


def find_named(view: FileView, name: str) -> Sequence[Extension]:
    """Return what a file adds to types of a name."""
    return view.derive(_index_extensions).get(name, ())


def find_at(view: FileView, scope: int) -> Sequence[Extension]:
    """Return what a scope adds to a type."""
    return view.derive(_index_extensions).get(scope, ())


def _index_extensions(file: BoundNames) -> Mapping[str | int, list[Extension]]:
    """Return extensions by their names and by their scopes."""
    found: dict[str | int, list[Extension]] = {}
    for extension in file.facts.extensions:
        found.setdefault(extension.name, []).append(extension)
        found.setdefault(extension.scope, []).append(extension)
    return found
