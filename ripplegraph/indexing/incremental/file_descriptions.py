"""Descriptions of the parts of a file, in words without a trace of where anything stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

from ripplegraph.graph.expressions import (
    GENERICS,
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
    TakenBy,
    TextLiteral,
    Unpacked,
)
from ripplegraph.graph.facts import Declaration, Param
from ripplegraph.linking.files.expression_places import (
    AsArgument,
    AsItem,
    AsResult,
    AsValue,
    Placed,
)
from ripplegraph.linking.files.file_tables import ANY
from ripplegraph.linking.semantics import FileView


@dataclass(slots=True)
class Sink:
    """Collects the words of a description."""

    parts: list[str] = field(default_factory=list)
    bound: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    literals: set[str] = field(default_factory=set)
    """The names by which what has no name is asked for that is part of it."""
    open: set[tuple[object, ...]] = field(default_factory=set)

    def hash(self) -> bytes:
        """Return a digest of all that was collected."""
        return hash_parts(self.parts)


class FileDescriber:
    """Describes definitions, bindings and expressions of one file."""

    def __init__(self, view: FileView) -> None:
        self._view = view

    def add_binding(self, scope: int, index: int, sink: Sink) -> None:
        """Add what binds a name, and all that is said about it."""
        view = self._view
        binding = view.scopes[scope].bindings[index]
        sink.parts.append(f"{binding.kind} {binding.spec} {binding.member}")
        if binding.kind == "d":
            self.add_definition(binding.index, sink)
        elif binding.kind == "p":
            self._parameter(scope, binding.index, sink)
        position = binding.position
        written = view.given_scope(view.type_scope(scope), position)
        given = view.given_scope(view.code_scope(scope), position)
        self.add_expression(binding.annotation, written, position, sink)
        self.add_expression(binding.value, given, position - 1, sink)
        self._appended(view.appended(scope, binding.name), sink)

    def _parameter(self, scope: int, at: int, sink: Sink) -> None:
        """Add a parameter; whoever looks at it asks for the name of its function, too."""
        view = self._view
        definition = view.definitions[view.scopes[scope].definition]
        sink.parts.append(f"{at} {definition.name}")
        for param in definition.params[at : at + 1]:
            self._param(param, scope, view.scopes[scope].start, sink)

    def add_set(self, index: int, sink: Sink) -> None:
        """Add what an attribute or item is set to."""
        item = self._view.facts.attributes[index]
        symbol = self._view.key(item.index) if item.index >= 0 else ""
        sink.parts.append(f"set {item.name} {symbol}")
        for part in (item.base, item.key, item.annotation, item.value):
            self.add_expression(part, item.scope, item.position, sink)
        if item.name:
            self._appended(self._view.appended_to_set(index), sink)

    def _appended(self, calls: Iterable[int], sink: Sink) -> None:
        for index in calls:
            if ("append", index) not in sink.open:
                sink.open.add(("append", index))
                self._call(index, sink)

    def add_definition(self, index: int, sink: Sink) -> None:
        """Add a definition: its header, and what it gives."""
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
            self.add_expression(expression, inner, end, sink)
        for signature in view.signatures_of(index):
            self.add_definition(signature, sink)
        if view.semantics.receiver:
            sink.parts.append(repr(view.owner_of_function(index)))
            self.add_display(view.display_of_function(index), sink)
        if view.semantics.contextual:
            self._places(DefinitionAt(index), sink)

    def _header(self, definition: Declaration, sink: Sink) -> None:
        view = self._view
        scope = definition.scope
        inner = definition.body if definition.body >= 0 else scope
        start = view.scopes[inner].start
        sink.parts.append(repr((definition.body >= 0, view.scopes[scope].kind, definition.entry)))
        for param in definition.params:
            self._param(param, inner, start, sink)
        sink.parts.append(repr(view.type_parameters(definition)))
        written = view.code_scope(inner)
        given = [b for b in (*definition.bases, *definition.implements) if isinstance(b, GENERICS)]
        parts = (
            ("returns", (definition.returns,), inner, view.scopes[inner].end),
            ("bases", definition.bases, scope, start),
            ("implements", definition.implements, scope, start),
            ("decorators", definition.decorators, scope, start),
            ("given", given, view.header_scope(definition), view.scopes[scope].end),
            ("type", (definition.annotation,), written, view.scopes[0].end),
            ("value", (definition.value,), scope, start),
        )
        for word, expressions, where, position in parts:
            sink.parts.append(word)
            for expression in expressions:
                self.add_expression(expression, where, position, sink)

    def _param(self, param: Param, scope: int, position: int, sink: Sink) -> None:
        sink.parts.append(f"param {param.kind} {param.name}")
        self.add_expression(param.annotation, scope, position, sink)
        self.add_expression(param.default, scope, position, sink)

    def _places(self, placed: Placed, sink: Sink) -> None:
        view = self._view
        if ("place", placed) in sink.open:
            return
        sink.open.add(("place", placed))
        for place in view.places(placed):
            sink.parts.append(type(place).__name__)
            match place:
                case AsArgument(call, at):
                    sink.parts.append(str(at))
                    self.add_expression(call, 0, 0, sink)
                case AsResult(definition):
                    self.add_definition(definition, sink)
                case AsItem(display, name):
                    sink.parts.append(name)
                    self._places(DisplayAt(display), sink)
                case AsValue(scope, number):
                    self.add_binding(scope, number, sink)

    # Expressions ------------------------------------------------------------------------------

    def add_expression(self, expression: Expr, scope: int, position: int, sink: Sink) -> None:
        """Add an expression, with the local names that it is written in terms of."""
        if expression is None:
            sink.parts.append("-")
        elif isinstance(expression, str):
            self._chain(expression, scope, position, sink)
        elif isinstance(expression, int):
            self._call(expression, sink)
        else:
            self._form(expression, scope, position, sink)

    def _form(self, form: Form, scope: int, position: int, sink: Sink) -> None:
        sink.parts.append(f"({type(form).__name__}")
        if type(form) is DisplayAt:
            self.add_display(form.index, sink)
        elif type(form) is DefinitionAt:
            self.add_definition(form.index, sink)
        else:
            _write_words(form, sink)
            for part in form.get_parts():
                self.add_expression(part, scope, position, sink)
        if type(form) is Item:
            for index in self._view.item_sets(form.base):
                if ("set", index) not in sink.open:
                    sink.open.add(("set", index))
                    self.add_set(index, sink)
        sink.parts.append(")")

    def _chain(self, chain: str, scope: int, position: int, sink: Sink) -> None:
        view = self._view
        parts = chain.split(".")
        sink.words.update(parts)
        sink.parts.append(chain)
        where = view.home(scope, parts[0])
        if view.semantics.members_in_scope:
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
                self.add_binding(where, index, sink)
            for inner, index in view.rebound.get((where, parts[0]), ()):
                self.add_binding(inner, index, sink)

    def _receivers(self, scope: int, where: int, sink: Sink) -> None:
        """Add the objects of functions around a place, whose members a name may be."""
        view = self._view
        while scope >= 0 and scope != where:
            indexes = view.table(scope).get(view.semantics.receiver, ())
            if indexes and ("receiver", scope) not in sink.open:
                sink.open.add(("receiver", scope))
                for index in indexes:
                    self.add_binding(scope, index, sink)
            scope = view.scopes[scope].parent

    def _call(self, index: int, sink: Sink) -> None:
        call = self._view.calls[index]
        sink.parts.append(f"call {call.flags}")
        for part in (call.callee, *call.args):
            self.add_expression(part, call.scope, call.position, sink)
        for name, value in call.keywords:
            sink.parts.append(f"{name}=")
            self.add_expression(value, call.scope, call.position, sink)

    def add_display(self, index: int, sink: Sink) -> None:
        """Add a list, dict or object that is written down, with what is set on it."""
        view = self._view
        if index < 0 or ("D", index) in sink.open:
            return
        sink.open.add(("D", index))
        sink.literals.add(view.display_word(index))
        display = view.facts.displays[index]
        sink.parts.append(display.kind)
        for part in (*display.keys, *display.items):
            self.add_expression(part, display.scope, display.position, sink)
        for indexes in view.display_members(index).values():
            for number in indexes:
                self.add_set(number, sink)


def _write_words(form: Form, sink: Sink) -> None:  # noqa: C901 - one branch for each form
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
    elif type(form) is TakenBy:
        sink.parts.append(str(form.argument))
    elif type(form) is CallbackParameter:
        sink.parts.append(f"{form.argument} {form.parameter}")
    elif type(form) is ObjectType:
        names = [name for name, _ in form.members]
        sink.parts.append(repr(names))
        sink.words.update(names)
    elif type(form) is FunctionType:
        sink.literals.add(ANY)


def _write_raw(text: str, more: str, sink: Sink) -> None:
    sink.parts.append(repr((text, more)))
    sink.words.update(text.split("."))


def hash_parts(parts: Iterable[str]) -> bytes:
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).digest()
