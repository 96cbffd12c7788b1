"""What other files can see of a file, name by name, with no trace of where anything stands.

Two versions of a file with the same shape are the same to everybody else: a comment, a local
variable, another statement in a function whose result stays, change nothing outside. A shape has
an entry for each name of the module and for each member of its classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from ripplegraph.graph.expressions import (
    Attribute,
    Builtin,
    CallbackParameter,
    DefinitionAt,
    DisplayAt,
    Expr,
    Form,
    FunctionType,
    Item,
    ModuleMember,
    NumberLiteral,
    ObjectType,
    OperatorResult,
    TextLiteral,
    Unpacked,
)
from ripplegraph.graph.facts import ANONYMOUS, Declaration, Extension, Param
from ripplegraph.linking.files.expression_places import (
    AsArgument,
    AsItem,
    AsResult,
    AsValue,
    Placed,
)
from ripplegraph.linking.files.file_tables import IMPLEMENTS
from ripplegraph.linking.files.type_parameters import class_parameters
from ripplegraph.linking.semantics import FileView

REST = ""
"""The name of what belongs to no name: star imports and exports, `__all__`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one name stands for."""

    digest: bytes
    """Of all that is said about it."""
    bound: bytes
    """Of which definitions and imports bind it."""
    words: frozenset[str]
    """Every identifier that it is written with: it changes when one of them does."""
    literal: bool
    """Whether something without a name is part of it, which can be reached by value alone."""
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
    is_literal: bool
    """Whether something without a name may be different."""
    is_whole: bool
    """Whether something that belongs to no name is different: star imports, `__all__`."""


@dataclass(slots=True)
class _Sink:
    """Collects the canonical text of an entry."""

    parts: list[str] = field(default_factory=list)
    bound: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    literal: bool = False
    open: set[tuple[object, ...]] = field(default_factory=set)


class Shape:
    """The entries of a file, and the functions without a name in each of its definitions."""

    def __init__(self, view: FileView) -> None:
        self._view = view
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
        # What is written in terms of a changed name may have changed with it.
        _add_users(said, users)
        said |= bound
        return ShapeChange(
            said=self._names_of(said, other),
            bound=self._names_of(bound, other),
            # What is new is reached by its name, or through something that is not the same either.
            is_literal=any(
                self.entries[name].literal
                or (name in other.entries and other.entries[name].literal)
                for name in said
                if name in self.entries
            ),
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
            if view.scopes[definition.scope].kind in ("function", "block"):
                sink = _Sink()
                self._definition(owner, sink)
                self._bind_definition(owner, sink)
                self._keep(view.key(owner).partition("::")[2], sink, is_split=True)
            if definition.flags & ANONYMOUS or not definition.qualified:
                sink = _Sink()
                self._definition(owner, sink)
                found = self.unnamed.get(view.ids[owner], ())
                self.unnamed[view.ids[owner]] = (*found, _hash(sink.parts))
        for name, index in view.renamed_fixtures().items():
            sink = _Sink()
            self._definition(index, sink)
            self._keep(name, sink)
        self._add_rest()

    def _add_extension(self, extension: Extension) -> None:
        """Add the members of an extension; which type they are members of is part of them."""
        scope, end = extension.scope, self._view.scopes[extension.scope].end
        self._add_scope(scope, extension.name, extension.type)
        if extension.base is not None:
            sink = _Sink()
            self._expression(extension.type, scope, end, sink)
            self._expression(extension.base, scope, end, sink)
            self._keep(f"{extension.name}{IMPLEMENTS}", sink)

    def _add_scope(self, scope: int, prefix: str, named: Expr = None) -> None:
        view = self._view
        for name, indexes in view.table(scope).items():
            if name.startswith("*"):
                continue
            sink = _Sink()
            if named is not None:
                self._expression(named, scope, view.scopes[scope].end, sink)
            for index in indexes:
                self._binding(scope, index, sink)
            for inner, index in view.rebound.get((scope, name), ()):
                self._binding(inner, index, sink)
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
            sink = _Sink()
            for index in indexes:
                self._set(index, sink)
                sink.bound.append("set")
            self._keep(f"{own}.{name}", sink, is_split=True)

    def _add_rest(self) -> None:
        view = self._view
        facts = view.facts
        sink = _Sink()
        sink.parts.append(repr((facts.language, facts.all_names, facts.all_parts, facts.condition)))
        for chain in facts.all_parts:
            sink.words.update(chain.split("."))
        for at, scope in enumerate(view.scopes):
            for word in view.semantics.star_names:
                stars = [scope.bindings[i] for i in view.table(at).get(word, ())]
                sink.parts += [f"{word}{star.spec} {star.member}".rstrip() for star in stars]
        for export in facts.exports:
            own = sink if export.name in ("*", "=") else _Sink()
            own.parts.append(repr((export.name, export.local, export.spec, export.member)))
            own.words.add(export.local)
            self._expression(export.value, export.scope, export.position, own)
            if own is not sink:
                own.bound.append(repr((export.name, export.local, export.spec, export.member)))
                is_split = export.value is None
                self._keep(f"export.{export.name}", own, is_split=is_split, is_export=True)
            sink.parts.append(repr(export.value is None and not (export.local or export.spec)))
        self._keep(REST, sink)

    def _keep(
        self, name: str, sink: _Sink, *, is_split: bool = False, is_export: bool = False
    ) -> None:
        """Add an entry; one that is not split is bound to something else with every change."""
        known = self.entries.get(name)
        if known is not None:
            sink.parts.append(known.digest.hex())
            sink.bound.append(known.bound.hex())
            sink.words |= known.words
            sink.literal = sink.literal or known.literal
            sink.names |= known.names
            is_export = is_export or known.is_export
        digest = _hash(sink.parts)
        self.entries[name] = Entry(
            digest,
            _hash(sink.bound) if is_split else digest,
            frozenset(sink.words),
            sink.literal,
            frozenset({name.rpartition(".")[2], *sink.names}),
            is_export,
        )

    def _bind(self, scope: int, index: int, sink: _Sink) -> None:
        """Add what binds a name, and nothing of what is said about it."""
        view = self._view
        binding = view.scopes[scope].bindings[index]
        sink.bound.append(f"{binding.kind} {binding.spec} {binding.member}")
        if binding.kind == "d":
            self._bind_definition(binding.index, sink)

    def _bind_definition(self, index: int, sink: _Sink) -> None:
        view = self._view
        item = view.definitions[index]
        has = (bool(item.decorators), item.body >= 0, view.scopes[item.scope].kind)
        sink.bound.append(f"{view.key(index)} {item.kind} {item.flags} {has}")
        sink.names.add(item.name)

    # Parts ------------------------------------------------------------------------------------

    def _binding(self, scope: int, index: int, sink: _Sink) -> None:
        view = self._view
        binding = view.scopes[scope].bindings[index]
        sink.parts.append(f"{binding.kind} {binding.spec} {binding.member}")
        if binding.kind == "d":
            self._definition(binding.index, sink)
        elif binding.kind == "p":
            sink.parts.append(str(binding.index))
            self._definition(view.scopes[scope].definition, sink)
        position = binding.position
        written = view.given_scope(scope, position)
        given = view.given_scope(view.code_scope(scope), position)
        self._expression(binding.annotation, written, position, sink)
        self._expression(binding.value, given, position - 1, sink)
        self._appended(view.appended(scope, binding.name), sink)

    def _set(self, index: int, sink: _Sink) -> None:
        item = self._view.facts.attributes[index]
        sink.parts.append(f"set {item.name}")
        for part in (item.base, item.key, item.annotation, item.value):
            self._expression(part, item.scope, item.position, sink)
        if item.name:
            self._appended(self._view.appended_to_set(index), sink)

    def _appended(self, calls: Iterable[int], sink: _Sink) -> None:
        for index in calls:
            if ("append", index) not in sink.open:
                sink.open.add(("append", index))
                self._call(index, sink)

    def _definition(self, index: int, sink: _Sink) -> None:
        view = self._view
        definition = view.definitions[index]
        key = ("d", index)
        sink.parts.append(f"def {view.key(index)} {definition.kind} {definition.flags}")
        if key in sink.open:
            return
        sink.open.add(key)
        self._header(definition, sink)
        inner = definition.body if definition.body >= 0 else definition.scope
        end = view.scopes[inner].end
        for expression in (*definition.results, *definition.yields):
            sink.parts.append("gives")
            self._expression(expression, inner, end, sink)
        if view.semantics.receiver:
            sink.parts.append(repr(view.owner_of_function(index)))
            self._display(view.display_of_function(index), sink)
        if view.semantics.contextual:
            self._places(DefinitionAt(index), sink)

    def _header(self, definition: Declaration, sink: _Sink) -> None:
        view = self._view
        scope = definition.scope
        inner = definition.body if definition.body >= 0 else scope
        start = view.scopes[inner].start
        sink.parts.append(repr((definition.body >= 0, view.scopes[scope].kind, definition.entry)))
        for param in definition.params:
            self._param(param, inner, start, sink)
        if view.semantics.generic_types:
            sink.parts.append(repr(class_parameters(view, definition)))
        parts = (
            ("returns", (definition.returns,), inner, view.scopes[inner].end),
            ("bases", definition.bases, scope, start),
            ("implements", definition.implements, scope, start),
            ("decorators", definition.decorators, scope, start),
            ("type", (definition.annotation,), inner, view.scopes[0].end),
            ("value", (definition.value,), scope, start),
        )
        for word, expressions, where, position in parts:
            sink.parts.append(word)
            for expression in expressions:
                self._expression(expression, where, position, sink)

    def _param(self, param: Param, scope: int, position: int, sink: _Sink) -> None:
        sink.parts.append(f"param {param.kind} {param.name}")
        self._expression(param.annotation, scope, position, sink)
        self._expression(param.default, scope, position, sink)

    def _places(self, placed: Placed, sink: _Sink) -> None:
        view = self._view
        if ("place", placed) in sink.open:
            return
        sink.open.add(("place", placed))
        for place in view.places(placed):
            sink.parts.append(type(place).__name__)
            match place:
                case AsArgument(call, at):
                    sink.parts.append(str(at))
                    self._expression(call, 0, 0, sink)
                case AsResult(definition):
                    self._definition(definition, sink)
                case AsItem(display, name):
                    sink.parts.append(name)
                    self._places(DisplayAt(display), sink)
                case AsValue(scope, number):
                    self._binding(scope, number, sink)

    # Expressions ------------------------------------------------------------------------------

    def _expression(self, expression: Expr, scope: int, position: int, sink: _Sink) -> None:
        if expression is None:
            sink.parts.append("-")
        elif isinstance(expression, str):
            self._chain(expression, scope, position, sink)
        elif isinstance(expression, int):
            self._call(expression, sink)
        else:
            self._form(expression, scope, position, sink)

    def _form(self, form: Form, scope: int, position: int, sink: _Sink) -> None:
        sink.parts.append(f"({type(form).__name__}")
        if type(form) is DisplayAt:
            self._display(form.index, sink)
        elif type(form) is DefinitionAt:
            self._definition(form.index, sink)
        else:
            _write_words(form, sink)
            for part in form.get_parts():
                self._expression(part, scope, position, sink)
        if type(form) is Item:
            for index in self._view.item_sets(form.base):
                if ("set", index) not in sink.open:
                    sink.open.add(("set", index))
                    self._set(index, sink)
        sink.parts.append(")")

    def _chain(self, chain: str, scope: int, position: int, sink: _Sink) -> None:
        view = self._view
        parts = chain.split(".")
        sink.words.update(parts)
        sink.parts.append(chain)
        where = view.home(scope, parts[0])
        if view.semantics.receivers_in_scope:
            self._receivers(scope, where, sink)
        if where < 0:
            return
        indexes = view.table(where)[parts[0]]
        if len(indexes) > 1:
            live = view.reaching(where, parts[0], view.seen_from(scope, where, position))
            sink.parts.append(repr([indexes.index(i) for i in live]))
        if (
            view.scopes[where].kind not in ("module", "class")
            and (where, parts[0]) not in sink.open
        ):
            # A local name is seen only through what is made of it.
            sink.open.add((where, parts[0]))
            for index in indexes:
                self._binding(where, index, sink)
            for inner, index in view.rebound.get((where, parts[0]), ()):
                self._binding(inner, index, sink)

    def _receivers(self, scope: int, where: int, sink: _Sink) -> None:
        """Add the objects of functions around a place, whose members a name may be."""
        view = self._view
        while scope >= 0 and scope != where:
            indexes = view.table(scope).get(view.semantics.receiver, ())
            if indexes and ("receiver", scope) not in sink.open:
                sink.open.add(("receiver", scope))
                for index in indexes:
                    self._binding(scope, index, sink)
            scope = view.scopes[scope].parent

    def _call(self, index: int, sink: _Sink) -> None:
        call = self._view.calls[index]
        sink.parts.append(f"call {call.flags}")
        for part in (call.callee, *call.args):
            self._expression(part, call.scope, call.position, sink)
        for name, value in call.keywords:
            sink.parts.append(f"{name}=")
            self._expression(value, call.scope, call.position, sink)

    def _display(self, index: int, sink: _Sink) -> None:
        view = self._view
        if index < 0 or ("D", index) in sink.open:
            return
        sink.open.add(("D", index))
        sink.literal = True
        display = view.facts.displays[index]
        sink.parts.append(display.kind)
        for part in (*display.keys, *display.items):
            self._expression(part, display.scope, display.position, sink)
        for indexes in view.display_members(index).values():
            for number in indexes:
                self._set(number, sink)


def _write_words(form: Form, sink: _Sink) -> None:  # noqa: C901 - one branch for each form
    """Add to the sink what a form says beside the expressions that it is made of."""
    if type(form) is Attribute:
        sink.parts.append(form.name)
        sink.words.add(form.name)
    elif type(form) is TextLiteral:
        _write_raw(form.text, "", sink)
    elif type(form) is Builtin:
        _write_raw(form.name, "", sink)
    elif type(form) is NumberLiteral:
        _write_raw(str(form.number), "", sink)
    elif type(form) is ModuleMember:
        _write_raw(form.spec, form.name, sink)
    elif type(form) is OperatorResult:
        sink.parts.append(form.method)
        sink.words.add(form.method)
    elif type(form) is Unpacked:
        sink.parts.append(f"{form.index} {form.is_rest}")
    elif type(form) is CallbackParameter:
        sink.parts.append(f"{form.argument} {form.parameter}")
    elif type(form) is ObjectType:
        names = [name for name, _ in form.members]
        sink.parts.append(repr(names))
        sink.words.update(names)
    elif type(form) is FunctionType:
        sink.literal = True


def _write_raw(text: str, more: str, sink: _Sink) -> None:
    sink.parts.append(repr((text, more)))
    sink.words.update(text.split("."))


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
    is_wanted: Callable[[str], bool] = lambda _: True,
) -> None:
    """Add the entries that are written in terms of changed ones."""
    todo = list(changed)
    while todo:
        word = todo.pop().rpartition(".")[2]
        for name in users.get(word, ()):
            if name not in changed and is_wanted(name):
                changed.add(name)
                todo.append(name)


def _hash(parts: Iterable[str]) -> bytes:
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).digest()
