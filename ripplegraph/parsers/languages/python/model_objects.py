"""Objects of classes that stand for tables: what managers give, and where relations lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ripplegraph.frameworks.catalog import find_models
from ripplegraph.frameworks.mechanisms.shapes import last_name
from ripplegraph.graph.expressions import Expr, TextLiteral
from ripplegraph.graph.facts import Call
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.lookup.packages import nearest
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, OutsideSlot, Slot
from ripplegraph.linking.values.value import EMPTY, Class, External, Instance, Typed, Values
from ripplegraph.linking.values.value_sets import generic, join

_MODELS: Final = find_models()
_BASES: Final = frozenset(name for models in _MODELS for name in models.bases)
_MANAGERS: Final = frozenset(name for models in _MODELS for name in models.managers)
_TO_ONE: Final = frozenset(name for models in _MODELS for name in models.to_one)
_RELATIONS: Final = _TO_ONE | {name for models in _MODELS for name in models.to_many}
_UNIQUE: Final = frozenset(name for models in _MODELS for name in models.unique)
_REVERSE: Final = frozenset(name for models in _MODELS for name in models.reverse)
_NAMED: Final = frozenset(
    name for models in _MODELS if models.names_reverse for name in (*models.to_one, *models.to_many)
)
"""Relations that lead back under a name of their own."""
_AS_MANAGER: Final = "as_manager"
_RELATED: Final = "<related>"
"""The key under which files declare the names by which objects lead back."""
_CLASSES: Final = "<model>"
"""The key under which files declare classes that relations may name by a text."""


class Relation(NamedTuple):
    """An attribute of a class that leads to objects of another one."""

    owner: int
    """The class that has it."""
    call: int
    reverse: str
    """The name by which objects lead back, if they do."""
    is_one: bool
    """Whether they lead back to one object only."""
    words: str
    """How it is written."""


class ModelObjects:
    """Says what attributes of classes that stand for tables, and of their objects, are."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def of_class(self, value: Class, name: str, slots: Sequence[Slot]) -> Values:
        """Return what a manager gives, besides what its own class says."""
        if name == _AS_MANAGER and all(type(slot) is OutsideSlot for slot in slots):
            return frozenset({value})
        if name not in _MANAGERS or not self._is_model(value):
            return EMPTY
        own = join(self._analysis.slot_values(slot) for slot in slots)
        made: Values = frozenset({Instance(value.path, value.definition)})
        return join((own, generic("iter", made)))

    def of_object(self, value: Instance, name: str, slots: Sequence[Slot]) -> Values:
        """Return what a relation leads to; nothing where no relation has that name."""
        if len(slots) == 1 and type(slots[0]) is BindingSlot:
            return self._follow(slots[0])
        if any(type(slot) is not OutsideSlot for slot in slots) or not self._is_model(value):
            return EMPTY
        return self._follow_back(value, name)

    def _is_model(self, value: Typed) -> bool:
        order = self._analysis.classes.order(value.path, value.definition)
        return any(type(b) is External and b.name.rpartition(".")[2] in _BASES for b in order)

    def _follow(self, slot: BindingSlot) -> Values:
        view = self._analysis.view(slot.path)
        scope = view.scopes[slot.scope]
        binding = scope.bindings[slot.index]
        value = binding.value
        if scope.kind != "class" or not isinstance(value, int):
            return EMPTY
        name = last_name(view.sites[value].callee)
        if name not in _RELATIONS or binding.annotation is not None:
            return EMPTY
        self._analysis.ask(view, binding.name)
        made = self._find_objects(view, view.calls[value], scope.definition)
        if name in _TO_ONE:
            return made
        # A relation of which nobody says whether it leads to one or to many may do both.
        return join((generic("iter", made), EMPTY if name in _NAMED else made))

    def _find_objects(self, view: FileView, call: Call, owner: int) -> Values:
        """Return an object of the class that a relation names, in code or by a text."""
        named = _find_class(call)
        if type(named) is TextLiteral:
            return self._find_named(view, named.text, owner)
        values = self._analysis.evaluate(named, view, call.scope, call.position)
        return frozenset(Instance(v.path, v.definition) for v in values if type(v) is Class)

    def _find_named(self, view: FileView, text: str, owner: int) -> Values:
        if text == "self":
            return frozenset({Instance(view.path, owner)})
        name = text.rpartition(".")[2]
        found: list[Instance] = []
        for path in nearest(self._analysis.packages.find(_CLASSES, name), view.path):
            other = self._analysis.view(path)
            self._analysis.ask(other, name)
            found += [
                Instance(path, index)
                for index, item in enumerate(other.definitions)
                if item.name == name and item.kind == "class" and not item.scope
            ]
        return frozenset(found) if len(found) == 1 else EMPTY

    def _follow_back(self, value: Instance, name: str) -> Values:
        found: list[Values] = []
        for path in self._analysis.packages.find(_RELATED, name):
            view = self._analysis.view(path)
            for relation in find_relations(view):
                if relation.reverse == name:
                    # What leads back is said in the body of a class, and not by its name.
                    self._analysis.packages.find(_RELATED, relation.words)
                    self._analysis.ask_definition(view, relation.owner)
                    call = view.calls[relation.call]
                    led = self._find_objects(view, call, relation.owner)
                    if Instance(value.path, value.definition) in led:
                        made: Values = frozenset({Instance(path, relation.owner)})
                        found.append(made if relation.is_one else generic("iter", made))
        return join(found)


def find_relations(view: FileView) -> Iterator[Relation]:
    """Yield the relations of the classes of a file."""
    for owner, item in enumerate(view.definitions):
        if item.kind != "class" or item.body < 0 or not item.bases:
            continue
        for binding in view.scopes[item.body].bindings:
            if isinstance(binding.value, int):
                name = last_name(view.sites[binding.value].callee)
                if name in _RELATIONS:
                    call = view.calls[binding.value]
                    reverse = _find_reverse(view, call, name, item.name)
                    words = f"{reverse}={item.qualified} {name} {_find_class(call)!r}"
                    yield Relation(owner, binding.value, reverse, name in _UNIQUE, words)


def _find_class(call: Call) -> Expr:
    if call.args:
        return call.args[0]
    return next((value for key, value in call.keywords if key in ("to", "argument")), None)


def _find_reverse(view: FileView, call: Call, name: str, owner: str) -> str:
    for key, value in call.keywords:
        if key in _REVERSE:
            inner = view.calls[value].args[:1] if isinstance(value, int) else (value,)
            return next((text.text for text in inner if type(text) is TextLiteral), "")
    if name not in _NAMED:
        return ""
    return owner.lower() if name in _UNIQUE else f"{owner.lower()}_set"


def declare_relations(view: FileView) -> set[tuple[str, str]]:
    """Return the names by which objects lead back, and classes, as files declare names."""
    found: set[tuple[str, str]] = set()
    for relation in find_relations(view):
        if relation.reverse:
            found |= {(_RELATED, relation.reverse), (_RELATED, relation.words)}
    for item in view.definitions:
        if item.kind == "class" and item.bases and not item.scope:
            found.add((_CLASSES, item.name))
    return found
