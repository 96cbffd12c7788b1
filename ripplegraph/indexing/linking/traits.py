"""Methods that types from outside the project have from what a file defines or imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ripplegraph.indexing.linking.slots import BINDING
from ripplegraph.indexing.linking.values import EMPTY, FUNC, Values, join, one
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

_IMPORTING = "fd"


class Traits:
    """Finds interfaces by their methods, among those that a file has names for."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[str, tuple[dict[str, Values], int]] = {}

    def find(self, view: FileView, name: str) -> Values:
        """Return the methods of a name that objects from outside may have in a file.

        What such objects have anyway comes first.
        """
        if f".{name}" in view.language.builtins:
            return EMPTY
        solver = self._world.solver
        known = self._known.get(view.path)
        if known is None:
            outer = solver.start_reading()
            methods = self._find_all(view)
            known = self._known[view.path] = methods, solver.stop_reading(outer)
        solver.read.add(known[1])
        return known[0].get(name, EMPTY)

    def _find_all(self, view: FileView) -> dict[str, Values]:
        found: dict[str, Values] = {}
        for at, scope in enumerate(view.scopes):
            for i, binding in enumerate(scope.bindings):
                if binding.kind in _IMPORTING and scope.kind != "class":
                    for slot in self._world.names.follow(view, at, i):
                        if slot[0] == BINDING:
                            self._add_methods(slot[1], slot[2], slot[3], found)
        return found

    def _add_methods(self, path: str, scope: int, index: int, found: dict[str, Values]) -> None:
        view = self._world.view(path)
        binding = view.scopes[scope].bindings[index]
        definition = view.definitions[binding.index] if binding.kind == "d" else None
        if definition is None or definition.kind != "interface" or definition.body < 0:
            return
        view.asked.add(definition.name)
        for method in view.scopes[definition.body].bindings:
            if method.kind == "d" and view.definitions[method.index].kind == "function":
                view.asked.add(method.name)
                own = one(FUNC, path, method.index)
                found[method.name] = join((found.get(method.name, EMPTY), own))
