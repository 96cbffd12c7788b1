"""Names to account for, each with the symbols that were asked about and all that share it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ripplegraph.graph.ids import SEPARATOR, build_node_id
from ripplegraph.graph.name_places import hash_symbol
from ripplegraph.graph.tests import is_test_path
from ripplegraph.store.sql import statements

CONSTRUCTORS = frozenset({"__init__", "__new__", "constructor", "initialize", "__construct"})
"""Methods that people call by the name of their class."""

_TRAITS = (".rs",)
"""Endings of files in languages in which a call means the method of a trait, not what runs."""


class Symbol(NamedTuple):
    """A symbol that was asked about."""

    id: str
    node: int
    file: int
    name: str
    label: str
    params: Sequence[tuple[str, str]] | None
    """Its parameters, as pairs of name and kind; None for what takes none."""
    is_function: bool = False


class Subject(NamedTuple):
    """A name, and what it may mean."""

    name: str
    symbols: Sequence[Symbol]
    targets: frozenset[int]
    """The hashes of the symbols that were asked about."""
    above: frozenset[int]
    """The hashes of methods that these override."""
    lines: Mapping[int, Sequence[tuple[int, int]]]
    """By file, the first and last lines of everything that has the name."""
    sharing: int
    """How many symbols of the project have the name, stubs of tests apart."""
    below: frozenset[int] = frozenset()
    """The hashes of what implements methods of traits: a call of those names the trait's."""

    @property
    def is_member(self) -> bool:
        """Whether all symbols are members of something, which code writes before them."""
        return all("." in symbol.label for symbol in self.symbols)

    @property
    def is_method(self) -> bool:
        """Whether all symbols are functions of something."""
        return self.is_member and all(symbol.is_function for symbol in self.symbols)


def find_subjects(
    graph: sqlite3.Connection, nodes: Iterable[int], lost: Iterable[str] = ()
) -> list[Subject]:
    """Return the names of symbols, also of those that are lost; several may share one."""
    rows = graph.execute(statements.SELECT_ACCOUNTED_SYMBOLS, (json.dumps([*nodes]),))
    groups: dict[str, list[Symbol]] = {}
    for node, path, label, name, file, metadata, is_function in rows:
        written = _find_written_name(name, label)
        params = _read_params(metadata)
        place = build_node_id(path, label), node, file
        symbol = Symbol(*place, written, label, params, bool(is_function))
        groups.setdefault(written, []).append(symbol)
    for symbol in map(_describe_lost, lost):
        groups.setdefault(symbol.name, []).append(symbol)
    return [_build_subject(graph, name, symbols) for name, symbols in groups.items() if name]


def _describe_lost(symbol: str) -> Symbol:
    """Return a symbol that only an earlier graph has: by its id alone."""
    label = symbol.partition(SEPARATOR)[2]
    name = label.rpartition(".")[2].partition("#")[0]
    return Symbol(symbol, -1, -1, _find_written_name(name, label), label, None)


def _read_params(metadata: str | None) -> Sequence[tuple[str, str]] | None:
    params = json.loads(metadata).get("params") if metadata else None
    return None if params is None else [(name, kind) for name, kind in params]


def _find_written_name(name: str, label: str) -> str:
    """Return the name that code writes to use a symbol."""
    if name in CONSTRUCTORS and "." in label:
        return label.split(".")[-2].partition("#")[0]
    return name


def _build_subject(graph: sqlite3.Connection, name: str, symbols: Sequence[Symbol]) -> Subject:
    numbers = json.dumps([symbol.node for symbol in symbols])
    above = graph.execute(statements.SELECT_OVERRIDDEN_SYMBOLS, (numbers,))
    lines: dict[int, list[tuple[int, int]]] = {}
    sharing = 0
    own = {symbol.file for symbol in symbols}
    for path, file, first, last in graph.execute(statements.SELECT_LINES_OF_NAME, (name,)):
        lines.setdefault(file, []).append((first, last))
        sharing += file in own or not is_test_path(path)
    owners = {hash_symbol(symbol.id.rpartition(".")[0]) for symbol in symbols if _is_made(symbol)}
    return Subject(
        name,
        symbols,
        frozenset(hash_symbol(symbol.id) for symbol in symbols) | owners,
        frozenset(hash_symbol(build_node_id(path, label)) for path, label in above),
        lines,
        sharing,
        frozenset(_find_below(graph, symbols)),
    )


def _find_below(graph: sqlite3.Connection, symbols: Sequence[Symbol]) -> Iterator[int]:
    """Yield the hashes of what implements those symbols that are methods of traits."""
    traits = [symbol.node for symbol in symbols if _is_in_trait(graph, symbol)]
    if traits:
        for path, label in graph.execute(
            statements.SELECT_OVERRIDING_SYMBOLS, (json.dumps(traits),)
        ):
            yield hash_symbol(build_node_id(path, label))


def _is_in_trait(graph: sqlite3.Connection, symbol: Symbol) -> bool:
    owner, _, _ = symbol.label.rpartition(".")
    if not owner or not symbol.id.partition(SEPARATOR)[0].endswith(_TRAITS):
        return False
    found = graph.execute(statements.SELECT_IS_INTERFACE, (symbol.file, owner)).fetchone()
    return found is not None


def _is_made(symbol: Symbol) -> bool:
    """Whether a symbol is a constructor: whoever makes an object of its class calls it."""
    return symbol.label.rpartition(".")[2] in CONSTRUCTORS
