"""Descriptions of files and definitions, kept as JSON beside their columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

import msgspec

from ripplegraph.graph import facts as flags
from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import Definition
from ripplegraph.graph.stored_facts import StoredFacts

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
    flags.INJECTED: "fixture",
    flags.TEST: "test",
    flags.ASSIGNED: "assigned",
}


class _Metadata(msgspec.Struct, omit_defaults=True, gc=False):
    """Metadata of a node; empty fields are left out."""


class _OfDefinition(_Metadata):
    flags: tuple[str, ...] = ()
    params: Sequence[tuple[str, str]] = ()
    decorators: Sequence[str] = ()
    literal: str | None = None
    entry: str = ""


class _OfFile(_Metadata):
    status: str
    generated: bool = False
    entry: str = ""


class _OfImport(_Metadata):
    names: tuple[str, ...] = ()
    import_kind: str = ""


_encode = msgspec.json.Encoder().encode


def describe_definition(definition: Definition, facts: StoredFacts) -> str | None:
    """Return the metadata of a definition."""
    decorators = definition.decorators
    return _to_json(
        _OfDefinition(
            _name_flags(definition.flags),
            tuple([(param.name, param.kind) for param in definition.params]),
            tuple(_find_names(decorators, facts)) if decorators else (),
            definition.literal or None,
            definition.entry,
        )
    )


def describe_file(facts: StoredFacts | None, *, status: str, generated: bool) -> str | None:
    """Return the metadata of a file."""
    return _to_json(_OfFile(status, generated, facts.entry if facts else ""))


def describe_import(names: tuple[str, ...], kind: str) -> str | None:
    """Return the metadata of an import statement."""
    return _to_json(_OfImport(names, kind))


@cache
def _name_flags(value: int) -> tuple[str, ...]:
    return tuple(word for flag, word in FLAG_WORDS.items() if value & flag)


def _find_names(expressions: Iterable[Expr], facts: StoredFacts) -> Iterable[str]:
    """Yield the dotted names of decorators, also of those that are called."""
    for expression in expressions:
        if isinstance(expression, int):
            expression = facts.calls[expression].callee  # noqa: PLW2901
        if isinstance(expression, str):
            yield expression


def _to_json(metadata: _Metadata) -> str | None:
    text = _encode(metadata)
    return text.decode() if text != b"{}" else None
