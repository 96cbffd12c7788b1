"""Targets of call sites: values turned into definitions, each combination worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ripplegraph.graph.facts import ANONYMOUS
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import outside_id, symbol_id
from ripplegraph.linking.engine.evaluator import NO_FLOWS, Flows
from ripplegraph.linking.inference.calls import OUTSIDE_KINDS
from ripplegraph.linking.values.links import AMBIGUOUS, EXACT, INFERRED, STRENGTH
from ripplegraph.linking.values.targets import CallTarget, Targets
from ripplegraph.linking.values.value import (
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


class CallTargets:
    """Finds the targets of values, remembering what does not depend on call flow."""

    def __init__(self, analysis: Analysis, *, ambiguous_limit: int) -> None:
        self._analysis = analysis
        self.limit = ambiguous_limit
        """How many definitions a call may mean at most."""
        self._known: dict[tuple[Values, str, bool, bool], tuple[Targets, Values, int]] = {}

    def of_member(
        self, values: Values, rest: str, direct: bool, passed: Flows
    ) -> tuple[Targets, Values]:
        """Return what calling `values.rest` calls, as targets and as values.

        `passed` has the flows that decide the values; afterwards `solver.touched` has those that
        decide the answer. `solver.read` gets the marks of what was looked at.
        """
        analysis, solver = self._analysis, self._analysis.solver
        key = (values, rest, direct, bool(passed))
        found = self._known.get(key)
        if found is not None:
            solver.touched = passed
            solver.read.add(found[2])
            return found[:2]
        solver.touched = NO_FLOWS
        outer = solver.start_reading()
        called = analysis.calls.called(analysis.chain_of(values, rest) if rest else values)
        own = solver.touched
        targets = self.of_values(called, direct, own or passed)
        solver.touched = own | passed
        mark = solver.stop_reading(outer)
        if not own:
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
            if type(value) is Class or type(value) is Function:
                self._add_run(value, direct, found)
        return tuple(found)

    def _without_parts(self, targets: list[CallTarget]) -> list[CallTarget]:
        """Of a class that is declared in parts, return the part that makes objects."""
        left_out: set[str] = set()
        for target in targets:
            if target.definition is None or target.id in left_out:
                continue
            view = self._analysis.view(target.definition[0])
            keys = {target.definition, *view.semantics.find_parts(view, target.definition[1])}
            parts = [part for part in targets if part.definition in keys]
            best = next((part for part in parts if part.function is not None), parts[0])
            left_out.update(part.id for part in parts if part is not best)
        return [target for target in targets if target.id not in left_out]

    def _are_alternatives(self, targets: list[CallTarget]) -> bool:
        """Whether only one of several definitions is part of a program.

        Those of one file are what conditions make of one thing.
        """
        own = {t.definition[0] for t in targets if t.definition is not None}
        return len(own) > 1 and self._analysis.views[min(own)].semantics.are_alternatives(own)

    def _is_constant(self, value: Value) -> bool:
        return type(value) is Instance and not self._analysis.call_name(value)

    def weigh(self, targets: Sequence[CallTarget]) -> Targets:
        """Return targets of which each is only a possibility: values that call sites pass along."""
        own = [target for target in targets if target.definition is not None]
        count = len({target.id for target in own})
        if count < 2:
            return tuple(targets)
        if count > self.limit:
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
            name = self._analysis.call_name(value)
            if not name:
                found.append(self._own(Class(value.path, value.definition), INFERRED, 1))
            for method in self._analysis.attribute(value, name) if name else ():
                if type(method) is Bound:
                    found.append(self._own(method, INFERRED, 1))
        elif type(value) is Module:
            for whole in self._analysis.modules.export_values(value.path, "="):
                self._collect(whole, direct, found)
        elif type(value) in OUTSIDE_KINDS:
            name = value.name if (type(value) is External or type(value) is Result) else "builtins"
            vague = type(value) is Result and "." not in name
            found.append(CallTarget(outside_id(name), EXACT if direct else INFERRED, vague=vague))

    def _add_run(self, value: Class | Function, direct: bool, found: list[CallTarget]) -> None:
        """Add what runs, too, when a value is called: constructors of which the call site shows
        which one does, or what takes the place of a function."""
        semantics = self._analysis.views[value.path].semantics
        if not semantics.answers.find_run:
            return
        run: list[CallTarget] = []
        for inner in semantics.find_run(value):
            self._collect(inner, direct and type(value) is Class, run)
        known = {target.definition for target in found}
        if type(value) is Class:
            found += run
        elif (value.path, value.definition) in known:
            found += [t for t in _distinct(run) if t.definition and t.definition not in known]

    def _own(self, value: Called | Class, resolution: str, offset: int) -> CallTarget:
        path, index = value.path, value.definition
        view = self._analysis.view(path)
        definition = view.definitions[index]
        self._analysis.ask_binding(view, definition.name)
        function: tuple[str, int] | None = (path, index)
        if definition.kind != "function":
            function = self._analysis.classes.constructor(path, index)
        is_added = type(value) is Bound and value.receiver == ADDED_TO
        offset = 0 if view.semantics.receiver and not is_added else offset
        return CallTarget(
            symbol_id(self._analysis, path, index),
            resolution,
            (path, index),
            function,
            offset,
            unnamed=bool(definition.flags & ANONYMOUS),
        )


def _distinct(targets: list[CallTarget]) -> list[CallTarget]:
    """Return targets in one order, the best resolved of those that are one definition."""
    targets.sort(key=_find_rank)
    found: dict[tuple[str, tuple[str, int] | None], CallTarget] = {}
    for target in targets:
        found.setdefault((target.id, target.definition), target)
    return list(found.values())


def _find_rank(target: CallTarget) -> tuple[str, tuple[str, int], int, int, bool]:
    """Return where a target comes among others: the surest of those that are one first."""
    definition = target.definition or ("", -1)
    return target.id, definition, -STRENGTH[target.resolution], target.offset, target.vague
