"""What methods of boxes and sequences give, where what may be missing comes in a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ripplegraph.indexing.linking.models import BOX_METHODS
from ripplegraph.indexing.linking.outside import Caller
from ripplegraph.indexing.linking.values import (
    EMPTY,
    GENERIC,
    Value,
    Values,
    generic,
    join,
    one,
    outside_result,
)

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

_OUTSIDE = outside_result("builtins")


class Boxes:
    """Applies methods of options, results, vectors, maps and iterators."""

    def __init__(self, world: World) -> None:
        self._world = world

    def method(self, value: Value, caller: Caller) -> Values:
        """Return what calling a METHOD gives; what is not known comes from outside."""
        container, name = value[1], value[2]
        what = BOX_METHODS.get(name, "")
        found = self._of_function(container, what, caller) or self._of_elements(container, what)
        return found or _OUTSIDE

    @staticmethod
    def _of_elements(container: Value, what: str) -> Values:
        kind, values, more = container[1], frozenset(container[2]), frozenset(container[3])
        if what == "element":
            return values
        if what == "boxed":
            return generic("box", values)
        if what == "same":
            # A map is iterated in pairs.
            return one(GENERIC, "iter", one(GENERIC, "pairs", values, more), EMPTY) if (
                kind == "map"
            ) else frozenset({container})
        if what == "keys":
            return generic("iter", more)
        if what == "values":
            return generic("iter", values)
        if what == "numbered":
            return one(GENERIC, "iter", one(GENERIC, "pairs", values, EMPTY), EMPTY)
        return EMPTY

    def _of_function(self, container: Value, what: str, caller: Caller) -> Values:
        """Return what comes of a function that is applied to what is inside."""
        if what not in ("mapped", "opened", "given"):
            return EMPTY
        view, index = caller
        call = view.calls[index]
        if not call.args or call.args[0] is None:
            return EMPTY
        world = self._world
        given = world.evaluate(call.args[0], view, call.scope, call.position)
        made = join(world.calls.apply(v, None) for v in world.expand(given))
        if what == "given":
            return made
        inner = made if what == "mapped" else world.containers.elements(made)
        kind = "iter" if container[1] in ("iter", "map") else "box"
        return generic(kind, inner)
