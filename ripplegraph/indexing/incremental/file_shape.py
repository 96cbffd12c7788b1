"""The shape of a file: all that others see of it, name by name, wherever it stands.

Two versions of a file with the same shape are the same to everybody else: a comment, a local
variable, another statement in a function whose result stays, change nothing outside. A shape has
an entry for each name of the module and for each member of its classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ripplegraph.graph.expressions import (
    Expr,
)
from ripplegraph.graph.facts import ANONYMOUS, Declaration, Extension
from ripplegraph.indexing.incremental.file_descriptions import FileDescriber, Sink, hash_parts
from ripplegraph.linking.files.file_tables import IMPLEMENTS, METHODS
from ripplegraph.linking.files.scopes import USING
from ripplegraph.linking.semantics import FileView

REST = ""
"""The name of what belongs to no name: star imports and exports, parts of `__all__`."""
LISTED = "listed"
"""Part of the entry of a name that `__all__` lists."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one name stands for."""

    digest: bytes
    """Of all that is said about it."""
    bound: bytes
    """Of which definitions and imports bind it."""
    words: frozenset[str]
    """Every identifier that it is written with: it changes when one of them does."""
    literals: frozenset[str]
    """The names by which things without a name are asked for that are part of it: they can be
    reached by value alone."""
    names: frozenset[str]
    """The names that others may ask for it by."""
    is_export: bool
    """Whether it only leads to another name, which decides what it is bound to."""


@dataclass(frozen=True)
class ShapeChange:
    """The names that stand for something else in another version of a file."""

    said: frozenset[str]
    """Names of which something else is said."""
    bound: frozenset[str]
    """Names that other definitions or imports bind."""
    literals: frozenset[str]
    """The names by which things without a name are asked for that may be different."""
    is_whole: bool
    """Whether something that belongs to no name is different, see `REST`."""


class Shape:
    """The entries of a file, and the functions without a name in each of its definitions."""

    def __init__(self, view: FileView) -> None:
        self._view = view
        self._describer = FileDescriber(view)
        self.entries: dict[str, Entry] = {}
        self.unnamed: dict[str, tuple[bytes, ...]] = {}
        """By the id they belong to, the functions without a name of their own, in order."""
        self._add_all()

    def compare(self, other: Shape) -> ShapeChange:
        """Return the names that stand for something else in the other shape, either way."""
        bound = {
            name
            for name in self.entries.keys() | other.entries.keys()
            if self._bound(name) != other._bound(name)
        }
        said = bound | {
            name
            for name in self.entries.keys() | other.entries.keys()
            if self._digest(name) != other._digest(name)
        }
        users = _index_users(self, other)
        # An export is bound to what the name is bound to that it leads to.
        _add_users(bound, users, lambda name: self._is_export(name, other))
        # Where a name of its own file leads, nobody asks: who is written with it may find another
        # thing. What is said about that thing has its own name, which whoever looks at it asks for.
        said |= {name for changed in bound for name in users.get(_last(changed), ())}
        said |= bound
        return ShapeChange(
            said=self._names_of(said, other),
            bound=self._names_of(bound, other),
            literals=self._literals_of(said, other),
            is_whole=REST in said,
        )

    def _names_of(self, changed: Iterable[str], other: Shape) -> frozenset[str]:
        """Return the names that others may have asked for changed entries by."""
        found: set[str] = set()
        for name in changed:
            for shape in (self, other):
                if name in shape.entries:
                    found |= shape.entries[name].names
        return frozenset(found)

    def _literals_of(self, changed: Iterable[str], other: Shape) -> frozenset[str]:
        """Return the names by which the things without a name in changed entries are asked for.

        What is new is reached by its name, or through something that is not the same either.
        """
        found: set[str] = set()
        for name in changed:
            if name in self.entries:
                found |= self.entries[name].literals
                if name in other.entries:
                    found |= other.entries[name].literals
        return frozenset(found)

    def _is_export(self, name: str, other: Shape) -> bool:
        return any(name in s.entries and s.entries[name].is_export for s in (self, other))

    def _digest(self, name: str) -> bytes | None:
        entry = self.entries.get(name)
        return entry.digest if entry is not None else None

    def _bound(self, name: str) -> bytes | None:
        entry = self.entries.get(name)
        return entry.bound if entry is not None else None

    # Entries ----------------------------------------------------------------------------------

    def _add_all(self) -> None:
        view = self._view
        for scope, current in enumerate(view.scopes):
            if current.kind == "module":
                self._add_scope(scope, "")
            elif current.kind == "class" and current.definition >= 0:
                self._add_scope(scope, view.key(current.definition).partition("::")[2])
        for extension in view.facts.extensions:
            self._add_extension(extension)
        for owner, definition in enumerate(view.definitions):
            if definition.kind in ("class", "interface", "function"):
                self._add_sets(owner)
            self._add_methods(definition)
            if view.scopes[definition.scope].kind in ("function", "block"):
                sink = Sink()
                self._describer.add_definition(owner, sink)
                self._bind_definition(owner, sink)
                self._keep(view.key(owner).partition("::")[2], sink, is_split=True)
            if definition.flags & ANONYMOUS or not definition.qualified:
                sink = Sink()
                self._describer.add_definition(owner, sink)
                found = self.unnamed.get(view.ids[owner], ())
                self.unnamed[view.ids[owner]] = (*found, sink.hash())
        for name, index in view.semantics.other_names(view):
            sink = Sink()
            self._describer.add_definition(index, sink)
            self._keep(name, sink)
        self._add_rest()

    def _add_methods(self, definition: Declaration) -> None:
        """Add the names of what an interface declares, for those who ask for all of them."""
        if definition.kind == "interface" and definition.body >= 0:
            sink = Sink()
            sink.parts += [binding.name for binding in self._view.scopes[definition.body].bindings]
            self._keep(f"{definition.name}{METHODS}", sink)

    def _add_extension(self, extension: Extension) -> None:
        """Add the members of an extension; which type they are members of is part of them."""
        scope, end = extension.scope, self._view.scopes[extension.scope].end
        self._add_scope(scope, extension.name, extension.type)
        if extension.base is not None:
            sink = Sink()
            self._describer.add_expression(extension.type, scope, end, sink)
            self._describer.add_expression(extension.base, scope, end, sink)
            self._keep(f"{extension.name}{IMPLEMENTS}", sink)

    def _add_scope(self, scope: int, prefix: str, named: Expr = None) -> None:
        view = self._view
        for name, indexes in view.table(scope).items():
            if name.startswith("*"):
                continue
            sink = Sink()
            if named is not None:
                self._describer.add_expression(named, scope, view.scopes[scope].end, sink)
            for index in indexes:
                self._describer.add_binding(scope, index, sink)
            for inner, index in view.rebound.get((scope, name), ()):
                self._describer.add_binding(inner, index, sink)
            live = view.reaching(scope, name, view.scopes[scope].end)
            sink.parts.append(repr([indexes.index(i) for i in live]))
            sink.bound.append(sink.parts[-1])
            for at, index in ((scope, i) for i in indexes):
                self._bind(at, index, sink)
            for inner, index in view.rebound.get((scope, name), ()):
                self._bind(inner, index, sink)
            self._keep(f"{prefix}.{name}" if prefix else name, sink, is_split=named is None)

    def _add_sets(self, owner: int) -> None:
        view = self._view
        own = view.key(owner).partition("::")[2]
        for name, indexes in view.set_members(owner).items():
            sink = Sink()
            for index in indexes:
                self._describer.add_set(index, sink)
                number = view.facts.attributes[index].index
                sink.bound.append(f"set {view.key(number) if number >= 0 else ''}")
            self._keep(f"{own}.{name}", sink, is_split=True)

    def _add_rest(self) -> None:
        view = self._view
        facts = view.facts
        sink = Sink()
        names_all = facts.all_names is not None
        sink.parts.append(repr((facts.language, names_all, facts.all_parts, facts.condition)))
        for name in facts.all_names or ():
            listed = Sink(parts=[LISTED], bound=[LISTED])
            self._keep(name, listed, is_split=True)
        for chain in facts.all_parts:
            sink.words.update(chain.split("."))
        for at, scope in enumerate(view.scopes):
            sink.parts += [
                f"{USING} {scope.bindings[i].spec}" for i in view.table(at).get(USING, ())
            ]
            for word in view.semantics.star_names:
                stars = [scope.bindings[i] for i in view.table(at).get(word, ())]
                sink.parts += [f"{word}{star.spec} {star.member}".rstrip() for star in stars]
        for export in facts.exports:
            own = sink if export.name in ("*", "=") else Sink()
            own.parts.append(repr((export.name, export.local, export.spec, export.member)))
            own.words.add(export.local)
            self._describer.add_expression(export.value, export.scope, export.position, own)
            if own is not sink:
                own.bound.append(repr((export.name, export.local, export.spec, export.member)))
                is_split = export.value is None
                self._keep(f"export.{export.name}", own, is_split=is_split, is_export=True)
            sink.parts.append(repr(export.value is None and not (export.local or export.spec)))
        self._keep(REST, sink)

    def _keep(
        self, name: str, sink: Sink, *, is_split: bool = False, is_export: bool = False
    ) -> None:
        """Add an entry; one that is not split is bound to something else with every change."""
        known = self.entries.get(name)
        if known is not None:
            sink.parts.append(known.digest.hex())
            sink.bound.append(known.bound.hex())
            sink.words |= known.words
            sink.literals |= known.literals
            sink.names |= known.names
            is_export = is_export or known.is_export
        digest = sink.hash()
        self.entries[name] = Entry(
            digest,
            hash_parts(sink.bound) if is_split else digest,
            frozenset(sink.words),
            frozenset(sink.literals),
            frozenset({name.rpartition(".")[2], *sink.names}),
            is_export,
        )

    def _bind(self, scope: int, index: int, sink: Sink) -> None:
        """Add what binds a name, and nothing of what is said about it."""
        view = self._view
        binding = view.scopes[scope].bindings[index]
        sink.bound.append(f"{binding.kind} {binding.spec} {binding.member}")
        if binding.index >= 0 and binding.kind != "p":
            # Reading a variable leads to its symbol, where it has one.
            sink.bound.append(view.ids[binding.index])
        if binding.kind == "d":
            self._bind_definition(binding.index, sink)

    def _bind_definition(self, index: int, sink: Sink) -> None:
        view = self._view
        item = view.definitions[index]
        has = (bool(item.decorators), item.body >= 0, view.scopes[item.scope].kind)
        sink.bound.append(f"{view.key(index)} {item.kind} {item.flags} {has}")
        sink.names.add(item.name)


def _index_users(*shapes: Shape) -> dict[str, list[str]]:
    users: dict[str, list[str]] = {}
    for name, word in _pairs(*shapes):
        users.setdefault(word, []).append(name)
    return users


def _pairs(*shapes: Shape) -> Iterator[tuple[str, str]]:
    for shape in shapes:
        for name, entry in shape.entries.items():
            for word in entry.words:
                yield name, word


def _add_users(
    changed: set[str],
    users: Mapping[str, Sequence[str]],
    is_wanted: Callable[[str], bool],
) -> None:
    """Add the entries that are written in terms of changed ones."""
    todo = list(changed)
    while todo:
        for name in users.get(_last(todo.pop()), ()):
            if name not in changed and is_wanted(name):
                changed.add(name)
                todo.append(name)


def _last(name: str) -> str:
    return name.rpartition(".")[2]
