"""What parameters receive: receivers, fixtures, defaults, and the arguments of known call sites."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import dirname
from typing import TYPE_CHECKING

from ripplegraph.graph.facts import (
    FIXTURE,
    TEST,
    Call,
    Definition,
    Expr,
    Param,
)
from ripplegraph.indexing.linking.values import (
    CALLABLE,
    EMPTY,
    FUNC,
    PARAM,
    UNKNOWN,
    Value,
    Values,
    generic,
    join,
    one,
)
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

Site = tuple[str, int, int]
"""Path and index of a call, and how many parameters come before its first argument."""
MOST_SITES = 200
CALLS = "<calls>"
"""Stands for every file in a look for the call sites of a function."""


class Flows:
    """The values parameters get: from declarations, else from call sites."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.sites: dict[tuple[str, int], list[Site]] = {}
        """Call sites of each function that names and types show."""
        self.passed_sites: dict[tuple[str, int], list[Site]] = {}
        """Call sites that call flow shows, as found in the round before."""
        self._bits: dict[tuple[str, int], int] = {}
        self._fixtures: dict[tuple[str, str], tuple[str, int] | None] = {}

    def bit(self, function: tuple[str, int]) -> int:
        """Return the bit that marks answers which depend on the call sites of a function."""
        found = self._bits.get(function)
        if found is None:
            found = self._bits[function] = 1 << len(self._bits) + 1
        return found

    def pass_along(self, sites: dict[tuple[str, int], list[Site]]) -> int:
        """Set the call sites that call flow shows; return the bits of the functions it changes."""
        before, self.passed_sites = self.passed_sites, sites
        changed = 1
        for function in {**before, **sites}:
            if before.get(function) != sites.get(function):
                changed |= self._bits.get(function, 0)
        return changed

    def param_values(self, view: FileView, scope: int, index: int) -> Values:
        """Return what a parameter is, or the PARAM that stands for what it will be given."""
        owner = view.scopes[scope].definition
        definition = view.definitions[owner]
        if index >= len(definition.params):
            return EMPTY
        param = definition.params[index]
        if index == 0:
            own = self._world.receivers.first_parameter(view, definition)
            if own:
                return own
        if param.annotation is not None:
            found = self._world.annotations.parameter(view.path, owner, index)
            if found and all(value[0] == CALLABLE for value in found):
                # The type says how it is called, the call sites say what it is.
                return found | {(PARAM, view.path, owner, index)}
            if found:
                return self._gathered(param.kind, found)
        elif view.rules.contextual:
            found = self._world.contexts.parameter(view, owner, index)
            if found:
                return found
        return one(PARAM, view.path, owner, index)

    @staticmethod
    def _gathered(kind: str, found: Values) -> Values:
        if kind == "*":
            return generic("iter", found)
        return generic("map", found) if kind == "**" else found

    def passed(self, value: Value) -> Values:
        """Return what the PARAM `value` is given at known call sites, by fixtures and defaults."""
        return self._world.solver.solve(("p", *value[1:]), lambda: self._passed(value))

    def _passed(self, value: Value) -> Values:
        view = self._world.views[value[1]]
        definition = view.definitions[value[2]]
        param = definition.params[value[3]]
        if definition.flags & (TEST | FIXTURE):
            fixture = self.fixture(view, definition, param.name)
            if fixture is not None:
                return self._world.calls.function_result((FUNC, *fixture), None)
        self._world.solver.touched |= self.bit((value[1], value[2]))
        world = self._world
        found = self._default(view, definition, param.default)
        key = (value[1], value[2])
        view.lookups[(CALLS, view.ids[value[2]])] = key in self.sites
        sites = (*self.sites.get(key, ()), *self.passed_sites.get(key, ()))
        for path, call, offset in sites[:MOST_SITES]:
            caller = world.views[path]
            site = caller.facts.calls[call]
            for argument in arguments_for(site, param, value[3] - offset):
                given = world.evaluate(argument, caller, site.scope, site.position)
                if not given <= found:
                    found = join((found, world.expand(given)))
            if found == UNKNOWN:
                break
        return frozenset(v for v in found if v[0] != PARAM)

    def _default(self, view: FileView, definition: Definition, default: Expr) -> Values:
        if default is None:
            return EMPTY
        return self._world.evaluate(
            default, view, definition.scope, view.scopes[definition.body].start
        )

    def fixture(self, view: FileView, definition: Definition, name: str) -> tuple[str, int] | None:
        """Return the pytest fixture a parameter name means in this file."""
        own = self._fixture_in(view, definition, name)
        if own is not None:
            return own
        if not view.rules.fixtures:
            return None
        folder = dirname(view.path)
        key = (folder, name)
        if key not in self._fixtures:
            self._fixtures[key] = self._fixture_above(view, *key)
        found = self._fixtures[key]
        for path in self._fixture_files(folder, view):
            view.lookups[(path, name)] = found is not None and found[0] == path
        return None if found == (view.path, definition.body) else found

    def _fixture_in(
        self, view: FileView, definition: Definition, name: str
    ) -> tuple[str, int] | None:
        scopes = [definition.scope, 0] if definition.scope else [0]
        for scope in scopes:
            for slot in self._world.names.slots(view, scope, name, view.scopes[scope].end):
                for found in self._world.slot_values(slot):
                    if found[0] == FUNC:
                        target = self._world.views[found[1]].definitions[found[2]]
                        same = found[1] == view.path and target is definition
                        if target.flags & FIXTURE and not same:
                            return found[1], found[2]
        return None

    def _fixture_above(self, view: FileView, folder: str, name: str) -> tuple[str, int] | None:
        for path in self._fixture_files(folder, view):
            for slot in self._world.modules.attribute_slots(path, name):
                for found in self._world.slot_values(slot):
                    if found[0] == FUNC:
                        target = self._world.views[found[1]].definitions[found[2]]
                        if target.flags & FIXTURE:
                            return found[1], found[2]
        return None

    @staticmethod
    def _fixture_files(folder: str, view: FileView) -> Iterator[str]:
        """Return where fixtures for the tests of a folder may stand, the nearest file first."""
        while folder:
            yield f"{folder}/{view.rules.fixtures}"
            folder = dirname(folder)
        yield view.rules.fixtures


def arguments_for(call: Call, param: Param, at: int) -> Sequence[Expr]:
    """Return the arguments a call passes for one parameter, the `at`-th that arguments fill."""
    args, kind = call.args, param.kind
    if kind == "*":
        return [a for a in args[max(0, at) :] if a is not None and not _is_splat(a)]
    if kind != "k" and 0 <= at < len(args) and not any(map(_is_splat, args[: at + 1])):
        return (args[at],) if args[at] is not None else ()
    if kind in ("", "k"):
        return [value for name, value in call.keywords if name == param.name and value is not None]
    return ()


def _is_splat(argument: Expr) -> bool:
    return isinstance(argument, (tuple, list)) and argument[0] == "*"
