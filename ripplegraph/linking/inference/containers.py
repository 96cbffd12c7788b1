"""Contents of containers: displays, collections, iterators, context managers, awaitables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ripplegraph.graph.expressions import Expr, Item, NumberLiteral, Spread, TextLiteral, is_plain
from ripplegraph.graph.facts import Display
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.query_kinds import LOOKUP
from ripplegraph.linking.files.known_library import KnownLibrary
from ripplegraph.linking.semantics import (
    AWAIT,
    ENTER,
    ITEM,
    ITERATE,
    ITERATE_LATER,
    FileView,
    Semantics,
)
from ripplegraph.linking.values.slots import ItemSlot, SetSlot, Slot
from ripplegraph.linking.values.value import (
    ANYTHING,
    EMPTY,
    UNKNOWN,
    Class,
    Container,
    ContainerMethod,
    DisplayValue,
    External,
    Function,
    Instance,
    Number,
    Result,
    Text,
    TypedObject,
    Value,
    Values,
)
from ripplegraph.linking.values.value_sets import generic, join, one, outside_result

_KEYS = (TextLiteral, NumberLiteral)
_SLICE = Result("builtins.slice")


def elements_in(value: Container) -> Values:
    """Return what iterating over a container gives."""
    if value.kind in ("iter", "box"):
        return value.values
    if value.kind == "map":
        return value.more
    return frozenset({value}) if value.kind == "pairs" else EMPTY


class Containers:
    """Takes things out of containers."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def _display(self, value: DisplayValue) -> tuple[FileView, Display]:
        view = self._analysis.view(value.path)
        self._analysis.solver.read.add(view.display_mark(value.index))
        return view, view.facts.displays[value.index]

    def _items(self, value: DisplayValue, indexes: Iterable[int], part: str = "items") -> Values:
        return join(self._item(value, i, part) for i in indexes)

    def _item(self, value: DisplayValue, index: int, part: str = "items") -> Values:
        view, display = self._display(value)
        expression = getattr(display, part)[index]
        if expression is None:
            return EMPTY
        if is_plain(expression) and not isinstance(expression, int):
            return self._analysis.evaluate(expression, view, display.scope, display.position)
        return self._analysis.solver.solve(
            ("d", part, value.path, value.index, index),
            lambda: self._analysis.evaluate(expression, view, display.scope, display.position),
            view.answers,
            view.mark,
        )

    def item_at(self, slot: ItemSlot) -> Values:
        """Return what an item of a display holds."""
        return self._item(DisplayValue(slot.path, slot.display), slot.index)

    def item_values(self, form: Item, view: FileView, scope: int, position: int) -> Values:
        """Return what `base[key]` may be."""
        analysis = self._analysis
        keys = analysis.evaluate(form.key, view, scope, position)
        values = analysis.expand(analysis.evaluate(form.base, view, scope, position))
        kept, found = self._set_items(form, keys, view, scope, position)
        if kept:
            found = join([found, *(self._item_of(value, keys) for value in values)])
        return found

    def _set_items(
        self, form: Item, keys: Values, view: FileView, scope: int, position: int
    ) -> tuple[bool, Values]:
        """Return what `base[key] = value` statements put there.

        Where the same literal key was set before in the same scope, that replaces what was there:
        the first result says whether what the container was made with still counts.
        """
        analysis = self._analysis
        kept, found = True, EMPTY
        for index in view.item_sets(form.base):
            item = view.facts.attributes[index]
            written = analysis.expand(self._of_set(view, index, "key"))
            if keys and written and not (keys | analysis.expand(keys)) & written:
                continue
            value = self._of_set(view, index, "value")
            same = isinstance(form.key, _KEYS) and form.key == item.key
            if same and item.scope == scope and item.position < position:
                kept, found = False, value
            else:
                found = join((found, value))
        return kept, found

    def _of_set(self, view: FileView, index: int, part: str) -> Values:
        item = view.facts.attributes[index]
        return self._analysis.solver.solve(
            ("s", part, view.path, index),
            lambda: self._analysis.evaluate(getattr(item, part), view, item.scope, item.position),
            view.answers,
            view.mark,
        )

    def _item_of(self, value: Value, keys: Values) -> Values:  # noqa: C901 - one branch for each form
        if type(value) is DisplayValue:
            return self._display_items(value, self._analysis.expand(keys))
        if type(value) is Container:
            if value.kind not in ("iter", "map", "box"):
                return EMPTY
            return frozenset({value}) if _SLICE in keys else value.values
        if type(value) is Class and self._analysis.classes.is_enum(value.path, value.definition):
            return one(Instance(value.path, value.definition))
        if type(value) is Class:
            return frozenset({value})
        if type(value) is Function:
            return self._semantics(value).operate(ITEM, value) or EMPTY
        if type(value) is External or type(value) is Result:
            return outside_result(value.name)
        if type(value) is Instance:
            inner = self._analysis.classes.foundation(value)
            if inner:
                return join(self._item_of(v, keys) for v in inner)
            return self._semantics(value).operate(ITEM, value) or EMPTY
        if type(value) is TypedObject:
            return self._placed(value, self._analysis.expand(keys))
        return UNKNOWN if value == ANYTHING else EMPTY

    @staticmethod
    def _placed(value: TypedObject, keys: Values) -> Values:
        """Return the item of a tuple whose places have types."""
        if _SLICE in keys:
            return frozenset({value})
        members = value.members
        wanted = [key.number for key in keys if type(key) is Number]
        places = [members[w] for w in wanted if -len(members) <= w < len(members)] or members
        return join(inner for _, inner in places)

    def _display_items(self, value: DisplayValue, keys: Values) -> Values:
        _, display = self._display(value)
        if _SLICE in keys:
            return frozenset({value})
        wanted: list[str | int] = [key.text for key in keys if type(key) is Text]
        wanted += [key.number for key in keys if type(key) is Number]
        count = len(display.items)
        if display.kind != "list":
            chosen = [i for i in range(count) if _may_match(display.keys[i], wanted)]
        else:
            chosen = [w % count for w in wanted if isinstance(w, int) and -count <= w < count]
            chosen = chosen or list(range(count))
        return self._items(value, chosen)

    def elements(self, values: Values, *, is_later: bool = False) -> Values:
        """Return what iterating over these values gives, at once or awaited each time."""
        return join(self._elements_of(value, is_later) for value in self._analysis.expand(values))

    def _elements_of(self, value: Value, is_later: bool = False) -> Values:
        if type(value) is DisplayValue:
            _, display = self._display(value)
            part = "items" if display.kind == "list" else "keys"
            return self._items(value, range(len(display.items)), part)
        if type(value) is Container:
            return elements_in(value)
        if type(value) is External or type(value) is Result:
            return outside_result(value.name)
        if type(value) is Instance:
            inner = self._analysis.classes.foundation(value)
            if inner:
                return join(self._elements_of(v, is_later) for v in inner)
            operation = ITERATE_LATER if is_later else ITERATE
            return self._semantics(value).operate(operation, value) or EMPTY
        if type(value) is TypedObject:
            return join(inner for _, inner in value.members)
        if type(value) is Class and self._analysis.classes.is_enum(value.path, value.definition):
            return one(Instance(value.path, value.definition))
        return UNKNOWN if value == ANYTHING else EMPTY

    def keys(self, values: Values) -> Values:
        """Return the keys under which these values hold their elements; channels give these."""
        found: list[Values] = []
        for value in self._analysis.expand(values):
            if type(value) is Container and value.kind in ("map", "box"):
                found.append(value.more if value.kind == "map" else value.values)
            elif type(value) is External or type(value) is Result:
                found.append(outside_result(value.name))
            elif type(value) is Instance:
                found.append(self.keys(self._analysis.classes.foundation(value)))
        return join(found)

    def callback(self, value: ContainerMethod, known: KnownLibrary) -> Values:
        """Return the type of the function a container method takes, by what it is given."""
        container, name = value.container, value.name
        if known.is_callback(name):
            return generic("taken", elements_in(container))
        if name in known.later_callbacks and container.kind == "await":
            return generic("taken", container.values)
        return EMPTY

    def unpacked(self, values: Values, index: int, rest: bool) -> Values:
        """Return element `index` of these values when they are unpacked."""
        found = []
        for value in self._analysis.expand(values):
            if type(value) is DisplayValue:
                _, display = self._display(value)
                count = len(display.items)
                chosen = range(index, count) if rest else range(index, min(index + 1, count))
                found.append(self._items(value, chosen))
            elif type(value) is TypedObject:
                places = value.members[index:] if rest else value.members[index : index + 1]
                found.append(join(inner for _, inner in places))
            elif type(value) is Container and value.kind == "pairs":
                found.append(value.more if index == 0 else value.values)
            else:
                found.append(self._elements_of(value))
        result = join(found)
        return generic("iter", result) if rest else result

    def awaited(self, values: Values) -> Values:
        """Return what awaiting these values gives; what is no awaitable stays."""
        found = []
        for value in self._analysis.expand(values):
            if type(value) is Container and value.kind == "await":
                found.append(value.values)
            elif type(value) is Instance:
                given = self._semantics(value).operate(AWAIT, value)
                found.append(frozenset({value}) if given is None else given)
            else:
                found.append(frozenset({value}))
        return join(found)

    def entered(self, values: Values) -> Values:
        """Return what `with` binds for these context managers."""
        found = []
        for value in self._analysis.expand(values):
            if type(value) is Container and value.kind == "context":
                found.append(value.values)
            elif type(value) is Instance:
                found.append(self._semantics(value).operate(ENTER, value) or EMPTY)
            elif type(value) is Result or value == ANYTHING:
                found.append(frozenset({value}))
        return join(found)

    def _semantics(self, value: Instance | Function) -> Semantics:
        return self._analysis.view(value.path).semantics

    def display_attribute(self, value: DisplayValue, name: str) -> Values:
        """Return an attribute of a display: an object's property, or a method of its type."""
        display = self._display(value)[1]
        everything = range(len(display.items))
        if display.kind == "object":
            return join(self._analysis.slot_values(s) for s in self.display_slots(value, name))
        if display.kind == "dict":
            items, keys = self._items(value, everything), self._items(value, everything, "keys")
            made = generic("map", items, keys)
        else:
            made = generic("iter", self._items(value, everything))
        if not made:
            return one(Result(f"builtins.{display.kind}.{name}"))
        return frozenset(ContainerMethod(v, name) for v in made if type(v) is Container)

    def display_slots(self, value: DisplayValue, name: str) -> Sequence[Slot]:
        """Return where a property of an object literal leads."""
        view, display = self._display(value)
        if display.kind != "object":
            return ()
        if not any(type(key) is Spread for key in display.keys):
            return self._find_slots(value, name)
        # A literal may be spread into itself: `state = {...state, more}` in a loop.
        found: Sequence[Slot] = self._analysis.solver.solve(
            ("ds", value.path, value.index, name),
            lambda: self._find_slots(value, name),
            view.answers,
            view.mark,
            LOOKUP,
        )
        return found

    def _find_slots(self, value: DisplayValue, name: str) -> Sequence[Slot]:
        view, display = self._display(value)
        found: dict[Slot, None] = {}
        for i, key in enumerate(display.keys):
            if type(key) is TextLiteral and key.text == name:
                found[ItemSlot(value.path, value.index, i)] = None
            elif type(key) is Spread:
                for inner in self._analysis.in_order(self._analysis.expand(self._item(value, i))):
                    found.update(dict.fromkeys(self._analysis.member_slots(inner, name)))
        for i in view.display_members(value.index).get(name, ()):
            found[SetSlot(value.path, i)] = None
        return list(found)


def _may_match(key: Expr, wanted: list[str | int]) -> bool:
    if not wanted or not isinstance(key, _KEYS):
        return True
    written = key.text if type(key) is TextLiteral else key.number
    return written in wanted
