"""What functions from outside the project give back, for those that hand project values through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.indexing.linking.models import METHODS, MODELS
from ripplegraph.indexing.linking.values import (
    CLASS,
    EMPTY,
    FUNC,
    GENERIC,
    INSTANCE,
    OBJECT,
    TEXT,
    Values,
    generic,
    join,
    one,
    outside_result,
)
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

Caller = tuple[FileView, int]
"""A file and which of its call sites."""


class Outside:
    """Applies functions and methods that nobody here can look into."""

    def __init__(self, world: World) -> None:
        self._world = world

    def function(self, name: str, caller: Caller | None) -> Values:
        """Return what a call of a function, known by its dotted name, gives."""
        return self._apply(name, MODELS.get(name.rpartition(".")[2], ""), caller)

    def method(self, name: str, caller: Caller | None) -> Values:
        """Return what a call of something gives that came from outside, by what it is called."""
        model = METHODS.get(_method_name(caller[0].sites[caller[1]]), "") if caller else ""
        return self._apply(name, model, caller)

    def plain_result(self, name: str, call: CallSite, *, is_method: bool) -> Values | None:
        """Return what a call gives that hands nothing through; None where it may."""
        known = METHODS if is_method else MODELS
        word = _method_name(call) if is_method else name.rpartition(".")[2]
        return None if word in known else outside_result(name)

    def _apply(self, name: str, model: str, caller: Caller | None) -> Values:
        if not model or caller is None:
            return outside_result(name)
        view, call = caller[0], caller[0].calls[caller[1]]
        args = [
            self._world.evaluate(a, view, call.scope, call.position) if a is not None else EMPTY
            for a in call.args
        ]
        # The outside result stays among the answers: what the model adds may come later in a cycle.
        added = self._of_values(model, args) or self._of_call(model, args, caller)
        return join((outside_result(name), added))

    def _of_values(self, model: str, args: Sequence[Values]) -> Values:
        first = args[0] if args else EMPTY
        containers = self._world.containers
        if model == "same":
            return first
        if model == "elements":
            return generic("iter", containers.elements(first))
        if model == "element":
            return containers.elements(first)
        if model == "enumerate":
            return generic("iter", one(GENERIC, "pairs", containers.elements(first), EMPTY))
        if model == "zipped" and args:
            places = tuple((str(i), containers.elements(a)) for i, a in enumerate(args))
            return one(GENERIC, "iter", one(OBJECT, places), EMPTY)
        if model == "entered":
            return containers.entered(first)
        if model == "awaited":
            given = self._world.expand(first)
            return join(v[2] for v in given if v[0] == GENERIC and v[1] == "await")
        if model == "property":
            return generic("property", frozenset(v for v in first if v[0] == FUNC))
        return EMPTY

    def _of_call(self, model: str, args: Sequence[Values], caller: Caller) -> Values:
        first = args[0] if args else EMPTY
        world, view, call = self._world, caller[0], caller[0].calls[caller[1]]
        if model == "type":
            return frozenset((CLASS, v[1], v[2]) for v in world.expand(first) if v[0] == INSTANCE)
        if model == "cast" and call.args:
            return world.annotations.instances(call.args[0], view, call.scope, call.position)
        if model == "getattr" and len(args) > 1:
            names = [v[1] for v in args[1] if v[0] == TEXT]
            return join(world.attributes(first, n) for n in names)
        if model == "import":
            specs = [v[1] for v in first if v[0] == TEXT]
            return join(world.modules.import_values(view, spec, "") for spec in specs)
        if model == "mapped" and len(args) > 1:
            given = [v for v in world.expand(first) if v[0] in (FUNC, CLASS)]
            return generic("iter", join(world.calls.apply(v, None) for v in given))
        return EMPTY


def _method_name(call: CallSite) -> str:
    callee = call.callee
    if isinstance(callee, str):
        return callee.rpartition(".")[2]
    return str(callee[2]) if isinstance(callee, (tuple, list)) and callee[0] == "." else ""
