"""Links methods to what overrides them, and classes to the constructor they run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ripplegraph.indexing.linking.edges import INFERRED, FileLinks, symbol_id
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
                order = self._world.classes.order(view.path, i)[1:]
                self._add_overrides(view, definition.body, order, links)
        if view.rules.extensions_by_path:
            self._add_extensions(view, links)

    def _add_extensions(self, view: FileView, links: FileLinks) -> None:
        """Add the edges to members that implement something by an extension of their type."""
        classes, packages = self._world.classes, self._world.packages
        for extension in view.facts.extensions:
            if extension.base is None:
                continue
            for base in packages.base_of(view, extension):
                if base[0] == CLASS:
                    order = classes.order(base[1], base[2])
                    self._add_overrides(view, extension.scope, order, links)

    def _add_constructor(self, view: FileView, index: int, links: FileLinks) -> None:
        found = self._world.classes.constructor(view.path, index)
        if found is not None:
            target = symbol_id(self._world, *found)
            line = view.definitions[index].line
            links.add(view.ids[index], _KIND, target, line, INFERRED, 1, _CONFIDENCE)

    def _add_overrides(
        self, view: FileView, scope: int, order: Sequence[Value], links: FileLinks
    ) -> None:
        for binding in view.scopes[scope].bindings:
            if binding.kind != "d" or view.definitions[binding.index].kind != "function":
                continue
            if binding.name in view.rules.constructors:
                continue
            own, line = view.ids[binding.index], view.definitions[binding.index].line
            for source in self._overridden(order, binding.name):
                links.add(source, _KIND, own, line, INFERRED, 1, _CONFIDENCE)

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
                    found.append(symbol_id(world, cls[1], binding.index))
                    hidden.update(world.classes.order(cls[1], cls[2]))
        return found
