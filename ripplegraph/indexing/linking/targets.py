"""What call sites call: values turned into targets, each combination worked out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ripplegraph.graph.facts import ANONYMOUS, CONSTANT, MACRO, Declaration, Param
from ripplegraph.indexing.linking.calls import OUTSIDE_KINDS
from ripplegraph.indexing.linking.edges import (
    AMBIGUOUS,
    EXACT,
    INFERRED,
    STRENGTH,
    outside_id,
    symbol_id,
)
from ripplegraph.indexing.linking.evaluator import NO_FLOWS, Flows
from ripplegraph.indexing.linking.values import (
    ADDED_TO,
    Bound,
    Called,
    Class,
    External,
    Function,
    Instance,
    Module,
    Result,
    Value,
    Values,
)
from ripplegraph.indexing.linking.views import FileView
from ripplegraph.indexing.linking.world import World
from ripplegraph.indexing.linking.written_types import NEVER, WrittenTypes, score

MOST_EXPANDED = 24
"""How many functions a call of a macro calls at most."""


@dataclass(frozen=True, slots=True)
class CallTarget:
    """One thing a call site may call."""

    id: str
    resolution: str
    definition: tuple[str, int] | None = None
    """The function or class of the project; None for what lies outside."""
    function: tuple[str, int] | None = None
    """The function whose parameters the arguments go to: a class' constructor."""
    offset: int = 0
    """How many parameters come before the first argument: the receiver's."""
    candidates: int = 1
    unnamed: bool = False
    """Whether it is a function without a name, which belongs to what encloses it."""
    vague: bool = False
    """Whether it belongs to a value from outside whose type is not known."""

    @property
    def path(self) -> str:
        """Where it is defined; empty for what lies outside."""
        return "" if self.definition is None else self.definition[0]


Targets = tuple[CallTarget, ...]


class CallTargets:
    """Finds the targets of values, remembering what does not depend on call flow."""

    def __init__(self, world: World, *, ambiguous_limit: int) -> None:
        self._world = world
        self._limit = ambiguous_limit
        self._written = WrittenTypes(world)
        self._known: dict[tuple[Values, str, bool], tuple[Targets, Values, int]] = {}

    def of_member(
        self, values: Values, rest: str, direct: bool, passed: Flows
    ) -> tuple[Targets, Values]:
        """Return what calling `values.rest` calls, as targets and as values.

        `passed` has the flows that decide the values; afterwards `solver.touched` has those that
        decide the answer. `solver.read` gets the marks of what was looked at.
        """
        world, solver = self._world, self._world.solver
        key = (values, rest, direct)
        found = self._known.get(key) if not passed else None
        if found is not None:
            solver.touched = NO_FLOWS
            solver.read.add(found[2])
            return found[:2]
        solver.touched = passed
        outer = solver.start_reading()
        called = world.calls.called(world.chain_of(values, rest) if rest else values)
        passed = solver.touched
        targets = self.of_values(called, direct, passed)
        solver.touched = passed
        mark = solver.stop_reading(outer)
        if not passed:
            self._known[key] = targets, called, mark
        return targets, called

    def of_values(self, values: Values, direct: bool, passed: Flows) -> Targets:
        """Return the targets of what is called, in the order of their ids."""
        found: list[CallTarget] = []
        if len(values) > 1 and any(type(v) is Function or type(v) is Bound for v in values):
            # A member that can be called is meant, and no constant or field of its name.
            values = frozenset(value for value in values if not self._is_constant(value))
        for value in values:
            self._collect(value, direct, found)
        if len(found) > 1:
            found = self._without_parts(_distinct(found))
            if passed or self._are_alternatives(found):
                found = list(self.weigh(found))
        for value in values:
            if type(value) is Class and self._world.views[value.path].rules.counted_overloads:
                self._collect_constructors(value, direct, found)
        self._expand(found)
        return tuple(found)

    def _without_parts(self, targets: list[CallTarget]) -> list[CallTarget]:
        """Of a class that is declared in parts, return the part that makes objects."""
        made: dict[str, list[CallTarget]] = {}
        for target in targets:
            full = self._full_name(target)
            if full:
                made.setdefault(full, []).append(target)
        left_out: set[str] = set()
        for parts in made.values():
            if len(parts) > 1:
                best = next((part for part in parts if part.function is not None), parts[0])
                left_out.update(part.id for part in parts if part is not best)
        return [target for target in targets if target.id not in left_out]

    def _full_name(self, target: CallTarget) -> str:
        """Return the full name of a class that may be declared in parts, "" for all else."""
        if target.definition is None:
            return ""
        view = self._world.view(target.definition[0])
        if not view.rules.extensions or view.rules.shared_names != "qualified":
            return ""
        return view.full_names.owners.get(target.definition[1], "")

    def _expand(self, targets: list[CallTarget]) -> None:
        """Add the functions that macros among the targets call, themselves or by other macros."""
        known = {target.definition for target in targets}
        todo = list(targets)
        while todo and len(known) < MOST_EXPANDED:
            target = todo.pop()
            if target.definition is None:
                continue
            view = self._world.views[target.definition[0]]
            definition = view.definitions[target.definition[1]]
            if not definition.flags & MACRO:
                if target.definition not in known:
                    known.add(target.definition)
                    targets.append(target)
                continue
            self._world.view(view.path)
            self._world.ask_definition(view, target.definition[1])
            known.add(target.definition)
            for call in [view.sites[i] for i in definition.yields if isinstance(i, int)]:
                found: list[CallTarget] = []
                for value in self._world.evaluate(call.callee, view, call.scope, call.position):
                    self._collect(value, False, found)
                found = [t for t in found if t.definition not in known]
                if len(found) < 2 or not self._are_alternatives(found):
                    todo += _distinct(found)

    def _are_alternatives(self, targets: list[CallTarget]) -> bool:
        """Whether only one of several definitions is part of a program.

        Those of one file are what conditions make of one thing.
        """
        own = {t.definition[0] for t in targets if t.definition is not None}
        return len(own) > 1 and self._world.views[min(own)].rules.alternatives

    def _is_constant(self, value: Value) -> bool:
        return type(value) is Instance and not self._world.call_name(value)

    def weigh(self, targets: Sequence[CallTarget]) -> Targets:
        """Return targets of which each is only a possibility: values that call sites pass along."""
        own = [target for target in targets if target.definition is not None]
        count = len({target.id for target in own})
        if count < 2:
            return tuple(targets)
        if count > self._limit:
            return tuple(target for target in targets if target.definition is None)
        return tuple(replace(target, resolution=AMBIGUOUS, candidates=count) for target in own)

    def _collect(self, value: Value, direct: bool, found: list[CallTarget]) -> None:
        """Add what calling one value calls."""
        if type(value) is Function or type(value) is Class:
            found.append(self._own(value, EXACT if direct else INFERRED, int(type(value) is Class)))
        elif type(value) is Bound:
            exact = direct and type(value.receiver) is Class
            found.append(self._own(value, EXACT if exact else INFERRED, 1))
        elif type(value) is Instance:
            name = self._world.call_name(value)
            if not name:
                found.append(self._own(Class(value.path, value.definition), INFERRED, 1))
            for method in self._world.attribute(value, name) if name else ():
                if type(method) is Bound:
                    found.append(self._own(method, INFERRED, 1))
        elif type(value) is Module:
            for whole in self._world.modules.export_values(value.path, "="):
                self._collect(whole, direct, found)
        elif type(value) in OUTSIDE_KINDS:
            name = value.name if (type(value) is External or type(value) is Result) else "builtins"
            vague = type(value) is Result and "." not in name
            found.append(CallTarget(outside_id(name), EXACT if direct else INFERRED, vague=vague))

    def _collect_constructors(self, value: Class, direct: bool, found: list[CallTarget]) -> None:
        """Add the constructors of a class, of which one runs when an object is made."""
        world = self._world
        for name in world.view(value.path).rules.constructors:
            for slot in world.classes.inherited_slots(value.path, value.definition, name):
                for method in world.slot_values(slot):
                    if type(method) is Function and method.definition >= 0:
                        found.append(self._own(method, EXACT if direct else INFERRED, 1))

    def fit(self, targets: Targets, view: FileView, index: int) -> Targets:
        """Of functions of one name, return those that what a call site passes fits best."""
        names = {t: self._name_of(t) for t in targets if t.definition is not None}
        groups = Counter(name for name in names.values() if name is not None)
        if not any(count > 1 for count in groups.values()):
            return targets
        kept: list[CallTarget] = []
        chosen: dict[str, list[CallTarget]] = {}
        for target in targets:
            name = names.get(target)
            if name is None or groups[name] < 2:
                kept.append(target)
                continue
            if name not in chosen:
                group = [t for t in targets if names.get(t) == name]
                chosen[name] = self._choose(group, view, index)
            fitting = chosen[name]
            if target in fitting:
                count = len({t.id for t in fitting})
                if count > self._limit:
                    continue
                own = replace(target, resolution=AMBIGUOUS, candidates=count)
                kept.append(own if count > 1 else target)
        return tuple(kept)

    def _choose(self, group: list[CallTarget], view: FileView, index: int) -> list[CallTarget]:
        """Return the functions that take as much as is passed, and of what types."""
        call = view.calls[index]
        fitting = [t for t in group if self.takes(t, len(call.args))] or group
        if len(fitting) < 2:
            return fitting
        types = self._written.of_arguments(view, call)
        if any(types):
            scores = [score(self._definition(t), types) for t in fitting]
            best = max(scores)
            if best > NEVER:
                fitting = [t for t, fit in zip(fitting, scores, strict=True) if fit == best]
        kinds = {self._definition(t).flags & CONSTANT for t in fitting}
        if len(kinds) > 1:
            wanted = CONSTANT if self._written.is_const(view, view.sites[index]) else 0
            fitting = [t for t in fitting if self._definition(t).flags & CONSTANT == wanted]
        return fitting

    def _definition(self, target: CallTarget) -> Declaration:
        path, index = target.definition or ("", -1)
        view = self._world.view(path)
        self._world.ask_definition(view, index)
        return view.definitions[index]

    def _name_of(self, target: CallTarget) -> str | None:
        """Return the name that a function shares with others; None for macros and classes."""
        if target.definition is None:
            return None
        definition = self._world.views[target.definition[0]].definitions[target.definition[1]]
        is_function = definition.kind == "function" and not definition.flags & MACRO
        return definition.name if is_function else None

    def takes(self, target: CallTarget, count: int) -> bool:
        """Whether a function can be called with so many arguments."""
        if target.definition is None:
            return True
        view = self._world.views[target.definition[0]]
        self._world.ask_definition(view, target.definition[1])
        definition = view.definitions[target.definition[1]]
        params = definition.params
        if count > len(params) and not any(p.kind == "*" for p in params):
            return False
        return _count_needed(params) <= count or any(
            _count_needed(declared) <= count for declared in self._declared(view, definition)
        )

    def _declared(self, view: FileView, definition: Declaration) -> Iterator[tuple[Param, ...]]:
        """Yield the parameters of a function as others see them: only these have defaults."""
        world, taken = self._world, len(definition.params)
        name = definition.qualified.partition("#")[0].replace(".", "::")
        for path, index in world.qualified.declarations(view, name, taken):
            other = world.view(path)
            world.ask_definition(other, index)
            yield other.definitions[index].params
        for slot in world.includes.declarations(view, name):
            other = world.view(slot.path)
            index = other.scopes[slot.scope].bindings[slot.index].index
            world.ask_definition(other, index)
            if len(other.definitions[index].params) == taken:
                yield other.definitions[index].params

    def _own(self, value: Called | Class, resolution: str, offset: int) -> CallTarget:
        path, index = value.path, value.definition
        view = self._world.view(path)
        definition = view.definitions[index]
        self._world.ask_binding(view, definition.name)
        function: tuple[str, int] | None = (path, index)
        if definition.kind != "function":
            function = self._world.classes.constructor(path, index)
        is_added = type(value) is Bound and value.receiver == ADDED_TO
        offset = 0 if view.rules.receiver and not is_added else offset
        return CallTarget(
            symbol_id(self._world, path, index),
            resolution,
            (path, index),
            function,
            offset,
            unnamed=bool(definition.flags & ANONYMOUS),
        )


def _count_needed(params: Sequence[Param]) -> int:
    return sum(1 for param in params if param.default is None and param.kind != "*")


def _distinct(targets: list[CallTarget]) -> list[CallTarget]:
    """Return targets in one order, the best resolved of those that are one definition."""
    targets.sort(key=lambda t: (t.id, t.definition or ("", -1), -STRENGTH[t.resolution], t.offset))
    found: dict[tuple[str, tuple[str, int] | None], CallTarget] = {}
    for target in targets:
        found.setdefault((target.id, target.definition), target)
    return list(found.values())
