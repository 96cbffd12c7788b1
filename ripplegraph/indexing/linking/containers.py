"""What is inside containers: displays, collections, iterators, context managers, awaitables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ripplegraph.graph.facts import Display, Expr
from ripplegraph.indexing.linking.models import is_element_callback
from ripplegraph.indexing.linking.plain import is_plain
from ripplegraph.indexing.linking.slots import ITEM, OUTSIDE, SET, Slot
from ripplegraph.indexing.linking.values import (
    ANYTHING,
    CLASS,
    DISPLAY,
    EMPTY,
    EXTERNAL,
    FUNC,
    GENERIC,
    INSTANCE,
    METHOD,
    NUMBER,
    OBJECT,
    RESULT,
    TEXT,
    UNKNOWN,
    Value,
    Values,
    generic,
    join,
    one,
    outside_result,
)
from ripplegraph.indexing.linking.views import ANY, FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

_SLICE = (RESULT, "builtins.slice")


class Containers:
    """Takes things out of containers."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._spread: set[Value] = set()
        """The literals of which it is being looked for what is spread into them."""

    def _display(self, value: Value) -> tuple[FileView, Display]:
        view = self._world.view(value[1])
        self._world.ask(view, ANY)
        return view, view.facts.displays[value[2]]

    def _items(self, value: Value, indexes: Iterable[int], part: str = "items") -> Values:
        return join(self._item(value, i, part) for i in indexes)

    def _item(self, value: Value, index: int, part: str = "items") -> Values:
        view, display = self._display(value)
        expression = getattr(display, part)[index]
        if expression is None:
            return EMPTY
        if is_plain(expression) and not isinstance(expression, int):
            return self._world.evaluate(expression, view, display.scope, display.position)
        return self._world.solver.solve(
            ("d", part, value[1], value[2], index),
            lambda: self._world.evaluate(expression, view, display.scope, display.position),
            view.answers,
            view.mark,
        )

    def item_at(self, slot: Slot) -> Values:
        """Return what an ITEM slot holds."""
        return self._item((DISPLAY, slot[1], slot[2]), slot[3])

    def item_values(self, form: Sequence[Any], view: FileView, scope: int, position: int) -> Values:
        """Return what `base[key]` may be."""
        world = self._world
        base = form[1]
        keys = world.evaluate(form[2], view, scope, position)
        values = world.expand(world.evaluate(base, view, scope, position))
        kept, found = self._set_items(base, form[2], keys, view, scope, position)
        if kept:
            found = join([found, *(self._item_of(value, keys) for value in values)])
        return found

    def _set_items(
        self, base: Expr, key: Expr, keys: Values, view: FileView, scope: int, position: int
    ) -> tuple[bool, Values]:
        """Return what `base[key] = value` statements put there.

        Where the same literal key was set before in the same scope, that replaces what was there:
        the first result says whether what the container was made with still counts.
        """
        world = self._world
        kept, found = True, EMPTY
        for index in view.item_sets(base):
            item = view.facts.attributes[index]
            written = world.expand(self._of_set(view, index, "key"))
            if keys and written and not (keys | world.expand(keys)) & written:
                continue
            value = self._of_set(view, index, "value")
            same = tag_of(key) in ("s", "#") and tag_of(item.key) and list(key) == list(item.key)
            if same and item.scope == scope and item.position < position:
                kept, found = False, value
            else:
                found = join((found, value))
        return kept, found

    def _of_set(self, view: FileView, index: int, part: str) -> Values:
        item = view.facts.attributes[index]
        return self._world.solver.solve(
            ("s", part, view.path, index),
            lambda: self._world.evaluate(getattr(item, part), view, item.scope, item.position),
            view.answers,
            view.mark,
        )

    def _item_of(self, value: Value, keys: Values) -> Values:  # noqa: C901 - one branch for each form
        tag = value[0]
        if tag == DISPLAY:
            return self._display_items(value, self._world.expand(keys))
        if tag == GENERIC:
            if value[1] not in ("iter", "map", "box"):
                return EMPTY
            return frozenset({value}) if _SLICE in keys else frozenset(value[2])
        if tag == CLASS and self._world.classes.is_enum(value[1], value[2]):
            return one(INSTANCE, value[1], value[2])
        if tag == CLASS:
            return frozenset({value})
        if tag == FUNC and self._world.view(value[1]).rules.generic_functions:
            return frozenset({value})
        if tag in (EXTERNAL, RESULT):
            return outside_result(value[1])
        if tag == INSTANCE:
            inner = self._world.classes.underlying(value)
            if inner:
                return join(self._item_of(v, keys) for v in inner if v != value)
            boxes = self._world.view(value[1]).rules.boxes
            return self._world.calls.method_result(value, "index" if boxes else "__getitem__")
        if tag == OBJECT:
            return self._placed(value, self._world.expand(keys))
        return UNKNOWN if value == ANYTHING else EMPTY

    @staticmethod
    def _placed(value: Value, keys: Values) -> Values:
        """Return the item of a tuple whose places have types."""
        if _SLICE in keys:
            return frozenset({value})
        wanted = [key[1] for key in keys if key[0] == NUMBER and -len(value[1]) <= key[1]]
        places = [value[1][w] for w in wanted if w < len(value[1])] or value[1]
        return join(inner for _, inner in places)

    def _display_items(self, value: Value, keys: Values) -> Values:
        _, display = self._display(value)
        if _SLICE in keys:
            return frozenset({value})
        wanted = [key[1] for key in keys if key[0] in (TEXT, NUMBER)]
        count = len(display.items)
        if display.kind == "dict":
            chosen = [i for i in range(count) if _may_match(display.keys[i], wanted)]
        else:
            chosen = [w % count for w in wanted if isinstance(w, int) and -count <= w < count]
            chosen = chosen or list(range(count))
        return self._items(value, chosen)

    def elements(self, values: Values, iterate: str = "__iter__", step: str = "__next__") -> Values:
        """Return what iterating over these values gives, by these methods of theirs."""
        return join(self._elements_of(value, iterate, step) for value in self._world.expand(values))

    def _elements_of(
        self, value: Value, iterate: str = "__iter__", step: str = "__next__"
    ) -> Values:
        tag = value[0]
        if tag == DISPLAY:
            _, display = self._display(value)
            part = "keys" if display.kind == "dict" else "items"
            return self._items(value, range(len(display.items)), part)
        if tag == GENERIC:
            return self._generic_elements(value)
        if tag in (EXTERNAL, RESULT):
            return outside_result(value[1])
        if tag == INSTANCE:
            inner = self._world.classes.underlying(value)
            if inner:
                return join(self._elements_of(v, iterate, step) for v in inner if v != value)
            if self._world.view(value[1]).rules.boxes:
                return self.stepped(value)
            made = self._world.calls.method_result(value, iterate)
            stepped = [
                self.awaited(self._world.calls.method_result(v, step))
                for v in made
                if v[0] == INSTANCE
            ]
            return join([*stepped, *(self._elements_of(v) for v in made if v[0] == GENERIC)])
        if tag == OBJECT:
            return join(inner for _, inner in value[1])
        if tag == CLASS and self._world.classes.is_enum(value[1], value[2]):
            return one(INSTANCE, value[1], value[2])
        return UNKNOWN if value == ANYTHING else EMPTY

    def stepped(self, value: Value) -> Values:
        """Return what an object gives that is iterated, where steps are given in boxes."""
        if self._has(value, "next"):
            return self._unboxed(value, "next")
        if not self._has(value, "into_iter"):
            return EMPTY
        made = self._world.expand(self._world.calls.method_result(value, "into_iter"))
        found = [self._generic_elements(v) for v in made if v[0] == GENERIC]
        steps = [v for v in made if v[0] == INSTANCE and self._has(v, "next")]
        return join([*found, *(self._unboxed(v, "next") for v in steps)])

    def _unboxed(self, value: Value, method: str) -> Values:
        """Return what is in the boxes that a method gives."""
        made = self._world.expand(self._world.calls.method_result(value, method))
        return join(self._generic_elements(v) for v in made if v[0] == GENERIC)

    @staticmethod
    def _generic_elements(value: Value) -> Values:
        if value[1] in ("iter", "box"):
            return frozenset(value[2])
        if value[1] == "map":
            return frozenset(value[3])
        return frozenset({value}) if value[1] == "pairs" else EMPTY

    def keys(self, values: Values) -> Values:
        """Return the keys under which these values hold their elements; channels give these."""
        found: list[Values] = []
        for value in self._world.expand(values):
            if value[0] == GENERIC and value[1] in ("map", "box"):
                found.append(frozenset(value[3] if value[1] == "map" else value[2]))
            elif value[0] in (EXTERNAL, RESULT):
                found.append(outside_result(value[1]))
            elif value[0] == INSTANCE:
                found.append(self.keys(self._world.classes.underlying(value) - {value}))
        return join(found)

    def callback(self, value: Value) -> Values:
        """Return the type of the function a container method takes, by what it is given."""
        container, name = value[1], value[2]
        if is_element_callback(name):
            return generic("taken", self._generic_elements(container))
        if name == "then" and container[1] == "await":
            return generic("taken", frozenset(container[2]))
        return EMPTY

    def unpacked(self, values: Values, index: int, rest: bool) -> Values:
        """Return element `index` of these values when they are unpacked."""
        found = []
        for value in self._world.expand(values):
            if value[0] == DISPLAY:
                _, display = self._display(value)
                count = len(display.items)
                chosen = range(index, count) if rest else range(index, min(index + 1, count))
                found.append(self._items(value, chosen))
            elif value[0] == OBJECT:
                places = value[1][index:] if rest else value[1][index : index + 1]
                found.append(join(inner for _, inner in places))
            elif value[0] == GENERIC and value[1] == "pairs":
                found.append(frozenset(value[3] if index == 0 else value[2]))
            else:
                found.append(self._elements_of(value))
        result = join(found)
        return generic("iter", result) if rest else result

    def awaited(self, values: Values) -> Values:
        """Return what awaiting these values gives; what is no awaitable stays."""
        found = []
        for value in self._world.expand(values):
            if value[0] == GENERIC and value[1] == "await":
                found.append(frozenset(value[2]))
            elif value[0] == INSTANCE and self._has(value, "__await__"):
                found.append(self.elements(self._world.calls.method_result(value, "__await__")))
            else:
                found.append(frozenset({value}))
        return join(found)

    def entered(self, values: Values) -> Values:
        """Return what `with` binds for these context managers."""
        calls = self._world.calls
        found = []
        for value in self._world.expand(values):
            if value[0] == GENERIC and value[1] == "context":
                found.append(frozenset(value[2]))
            elif value[0] == INSTANCE and self._has(value, "__enter__"):
                found.append(calls.method_result(value, "__enter__"))
            elif value[0] == INSTANCE:
                found.append(self.awaited(calls.method_result(value, "__aenter__")))
            elif value[0] == RESULT or value == ANYTHING:
                found.append(frozenset({value}))
        return join(found)

    def _has(self, value: Value, method: str) -> bool:
        return any(slot[0] != OUTSIDE for slot in self._world.member_slots(value, method))

    def display_attribute(self, value: Value, name: str) -> Values:
        """Return an attribute of a display: an object's property, or a method of its type."""
        view, display = self._display(value)
        everything = range(len(display.items))
        if view.rules.prototypes and display.kind == "dict":
            return join(self._world.slot_values(s) for s in self.display_slots(value, name))
        if display.kind == "dict":
            items, keys = self._items(value, everything), self._items(value, everything, "keys")
            made = generic("map", items, keys)
        else:
            made = generic("iter", self._items(value, everything))
        if not made:
            return one(RESULT, f"builtins.{display.kind}.{name}")
        return frozenset((METHOD, container, name) for container in made)

    def display_slots(self, value: Value, name: str) -> Sequence[Slot]:
        """Return where a property of an object literal leads."""
        view, display = self._display(value)
        if not view.rules.prototypes or display.kind != "dict":
            return ()
        found: dict[Slot, None] = {}
        for i, key in enumerate(display.keys):
            if tag_of(key) == "s" and key[1] == name:
                found[ITEM, value[1], value[2], i] = None
            elif tag_of(key) == "*" and value not in self._spread:
                # A literal may be spread into itself: `state = {...state, more}` in a loop.
                self._spread.add(value)
                for inner in self._world.expand(self._item(value, i)):
                    found.update(dict.fromkeys(self._world.member_slots(inner, name)))
                self._spread.discard(value)
        for i in view.display_members(value[2]).get(name, ()):
            found[SET, value[1], i] = None
        return list(found)


def tag_of(expression: Expr) -> str:
    """Return the tag of an expression, or "" for a name or a call."""
    return expression[0] if isinstance(expression, (tuple, list)) else ""


def _may_match(key: Expr, wanted: list[Any]) -> bool:
    if not wanted or tag_of(key) not in ("s", "#"):
        return True
    return any(type(key[1]) is type(w) and key[1] == w for w in wanted)
