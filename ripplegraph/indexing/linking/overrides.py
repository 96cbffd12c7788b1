"""Links methods to what overrides them, and classes to the constructor they run."""

from __future__ import annotations

from collections.abc import Iterable

from ripplegraph.graph.facts import Binding
from ripplegraph.indexing.linking.edges import INFERRED, FileLinks, slot_id, symbol_id
from ripplegraph.indexing.linking.scoping import INCLUDED
from ripplegraph.indexing.linking.values import CLASS, Value
from ripplegraph.indexing.linking.views import FileView
from ripplegraph.indexing.linking.world import World

_KIND = "dispatches_to"
_CONFIDENCE = 0.9


class Overrides:
    """Finds what a call of a method, or of a class, may really run."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add(self, view: FileView, links: FileLinks) -> None:
        """Add the edges of every class of a file to its links."""
        for i, definition in enumerate(view.definitions):
            if definition.kind not in ("class", "interface") or definition.body < 0:
                continue
            self._add_constructor(view, i, links)
            if definition.bases or definition.implements:
                self._add_overrides(view, i, links)

    def _add_constructor(self, view: FileView, index: int, links: FileLinks) -> None:
        found = self._world.classes.constructor(view.path, index)
        if found is not None:
            target = symbol_id(self._world, *found)
            line = view.definitions[index].line
            links.add(view.ids[index], _KIND, target, line, INFERRED, 1, _CONFIDENCE)

    def _add_overrides(self, view: FileView, index: int, links: FileLinks) -> None:
        order = self._world.classes.order(view.path, index)[1:]
        for binding in view.scopes[view.definitions[index].body].bindings:
            if binding.kind != "d" or view.definitions[binding.index].kind != "function":
                continue
            if binding.name in view.rules.constructors:
                continue
            line = view.definitions[binding.index].line
            for source in self._overridden(order, binding.name):
                for own in self._defined(view, binding):
                    links.add(source, _KIND, own, line, INFERRED, 1, _CONFIDENCE)

    def _defined(self, view: FileView, binding: Binding) -> list[str]:
        """Return the method that a class declares, or what defines it in another file."""
        if view.rules.shared_names == INCLUDED:
            slots = self._world.qualified.member_definitions(view, binding.index)
            found = [slot_id(self._world, slot) for slot in slots]
            if found:
                return [target for target in found if target is not None]
        return [view.ids[binding.index]]

    def _overridden(self, order: Iterable[Value], name: str) -> list[str]:
        """Return the nearest methods of that name above a class, one for each line of descent."""
        world = self._world
        found: list[str] = []
        hidden: set[Value] = set()
        for cls in order:
            if cls[0] != CLASS or cls in hidden:
                continue
            view = world.view(cls[1])
            view.asked.add(name)
            body = view.definitions[cls[2]].body
            for i in view.table(body).get(name, ())[-1:] if body >= 0 else ():
                binding = view.scopes[body].bindings[i]
                if binding.kind == "d":
                    found += self._defined(view, binding)
                    hidden.update(world.classes.order(cls[1], cls[2]))
        return found
