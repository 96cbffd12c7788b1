"""What the graph keeps about a file or definition besides its own columns, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from ripplegraph.graph import facts as flags
from ripplegraph.graph.facts import Definition, Expr, FileFacts

FLAG_WORDS: Final[Mapping[int, str]] = {
    flags.ASYNC: "async",
    flags.GENERATOR: "generator",
    flags.PROPERTY: "property",
    flags.STATIC: "static",
    flags.CLASS_METHOD: "class_method",
    flags.ABSTRACT: "abstract",
    flags.OVERLOAD: "overload",
    flags.EXPORTED: "exported",
    flags.CONTEXT_MANAGER: "context_manager",
    flags.DECLARATION: "declaration",
    flags.CONSTANT: "constant",
    flags.FIXTURE: "fixture",
    flags.TEST: "test",
}

_encode = msgspec.json.Encoder().encode


def describe_definition(definition: Definition, facts: FileFacts) -> str | None:
    """Return the metadata of a definition; what is empty is left out."""
    return _to_json(
        {
            "flags": [word for flag, word in FLAG_WORDS.items() if definition.flags & flag],
            "params": [[param.name, param.kind] for param in definition.params],
            "decorators": list(_find_names(definition.decorators, facts)),
            "literal": definition.literal,
            "entry": definition.entry,
        }
    )


def describe_file(facts: FileFacts | None, *, status: str, generated: bool) -> str | None:
    """Return the metadata of a file."""
    return _to_json(
        {
            "status": status,
            "generated": generated,
            "entry": facts.entry if facts else "",
        }
    )


def describe_import(names: Iterable[str], kind: str) -> str | None:
    """Return the metadata of an import statement."""
    return _to_json({"names": list(names), "import_kind": kind})


def _find_names(expressions: Iterable[Expr], facts: FileFacts) -> Iterable[str]:
    """Yield the dotted names of decorators, also of those that are called."""
    for expression in expressions:
        if isinstance(expression, int):
            expression = facts.calls[expression].callee  # noqa: PLW2901
        if isinstance(expression, str):
            yield expression


def _to_json(values: Mapping[str, object]) -> str | None:
    kept = {key: value for key, value in values.items() if value not in (None, "", [], False)}
    return _encode(kept).decode() if kept else None
