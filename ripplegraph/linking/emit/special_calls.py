"""Links special methods: those that operators, items, loops and the like run without a call."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from ripplegraph.graph.expressions import Attribute, Expr
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.call_targets import CallTargets
from ripplegraph.linking.engine.evaluator import NO_FLOWS, Flows
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import INFERRED
from ripplegraph.linking.values.targets import CallTarget, Targets
from ripplegraph.linking.values.value import (
    UNKNOWN,
    Class,
    Container,
    External,
    Module,
    Number,
    Result,
    Text,
    Values,
)
from ripplegraph.linking.values.value_sets import outside_package

FindHead = Callable[[FileView, NameUse, int, str, int], tuple[Values, bool]]
"""Returns what a plain name is: see `CallSites.head`."""

_FOREIGN = frozenset({External, Result, Text, Number, Container})
"""Values whose special methods are not of the project, whatever their names are."""
_OUTSIDE: Targets = (CallTarget("ext:builtins", INFERRED),)
_VAGUE: Targets = (CallTarget("ext:builtins", INFERRED, vague=True),)
"""Stand for all that is outside: nobody asks which special method of that runs."""


class _Operand(NamedTuple):
    """What a special method was looked for in last: the next call site often has the same."""

    view: FileView
    call: int
    flowing: dict[Hashable, Any]
    """The answers that depended on call flow then: others mean that it may be something else."""
    expression: Expr
    position: int
    values: Values
    touched: Flows
    read: frozenset[int]


class SpecialCalls:
    """Resolves call sites that are not written as calls."""

    def __init__(self, analysis: Analysis, targets: CallTargets, head: FindHead) -> None:
        self._analysis = analysis
        self._targets = targets
        self._head = head
        self._last: _Operand | None = None

    def recall(self, view: FileView, index: int) -> Targets | None:
        """Return what a call site calls if that is known of the name that it begins with."""
        call = view.sites[index]
        if type(call.callee) is not Attribute or not isinstance(call.callee.base, str):
            return None
        name, _, rest = call.callee.base.partition(".")
        known = view.use(call.scope, name).calls.get(f"{rest} {call.callee.name}")
        if known is None:
            return None
        if _is_asked_for(view, index):
            view.called[index] = known[1:]
        return known[0]

    def link(self, view: FileView, index: int, read: set[int]) -> Targets:
        """Return what one call site calls, like `CallSites.link`."""
        solver, call = self._analysis.solver, view.sites[index]
        name, base = "", call.callee
        if type(base) is Attribute:
            name, base = base.name, base.base
        solver.read = {view.mark}
        values = self._find_operand(view, index, call, base)
        targets, called = self._find(view, index, values, name)
        read |= solver.read
        if not solver.touched:
            self._keep(view, index, base, name, (targets, called))
        return targets

    def _keep(
        self, view: FileView, index: int, base: Expr, name: str, found: tuple[Targets, Values]
    ) -> None:
        """Keep what a call site calls, which call flow does not decide."""
        solver = self._analysis.solver
        is_asked_for = _is_asked_for(view, index)
        use, rest = None, ""
        if isinstance(base, str):
            head, _, rest = base.partition(".")
            use = view.use(view.sites[index].scope, head)
        is_known = use is not None and use.values is not None
        if not is_known and not is_asked_for:
            return
        mark = solver.marks.join(solver.read)
        if use is not None and is_known:
            use.calls[f"{rest} {name}"] = (*found, mark)
        if is_asked_for:
            view.called[index] = found[1], mark

    def _find_operand(self, view: FileView, index: int, call: CallSite, base: Expr) -> Values:
        """Return what a special method is looked for in; `solver.touched` has its flows."""
        solver, last = self._analysis.solver, self._last
        if (
            last is not None
            and last.call == index - 1
            and last.view is view
            and last.position == call.position
            and last.flowing is solver.flowing
            and last.expression == base
        ):
            solver.touched = last.touched
            solver.read |= last.read
            values = last.values
        else:
            values = self._evaluate(view, call, base)
        read = frozenset(solver.read)
        self._last = _Operand(
            view, index, solver.flowing, base, call.position, values, solver.touched, read
        )
        return values

    def _evaluate(self, view: FileView, call: CallSite, base: Expr) -> Values:
        """Return the objects that an expression may be.

        What runs without being called belongs to objects: their classes do not have it.
        """
        analysis = self._analysis
        if isinstance(base, str):
            name, _, rest = base.partition(".")
            use = view.use(call.scope, name)
            values, _ = self._head(view, use, call.scope, name, call.position)
            values = analysis.chain_of(values, rest) if rest else values
        else:
            analysis.solver.touched = NO_FLOWS
            values = analysis.evaluate(base, view, call.scope, call.position)
        for value in values:
            if type(value) is Class or type(value) is Module:
                break
        else:
            return analysis.expand(values)
        return analysis.expand(
            frozenset(v for v in values if type(v) is not Class and type(v) is not Module)
        )

    def _find(
        self, view: FileView, index: int, values: Values, name: str
    ) -> tuple[Targets, Values]:
        """Return what a special method of these values is, as targets and as values."""
        if not values or values == UNKNOWN:
            return (), values
        for value in values:
            if type(value) not in _FOREIGN:
                break
        else:
            if not _is_asked_for(view, index):
                return _VAGUE if _are_vague(values) else _OUTSIDE, values
        return self._targets.of_member(values, name, False, self._analysis.solver.touched)


def _is_asked_for(view: FileView, index: int) -> bool:
    """Whether the next call site asks what a special method gives: an iterator, for its steps."""
    following = view.sites[index + 1].callee if index + 1 < len(view.sites) else None
    return type(following) is Attribute and following.base == index


def _are_vague(values: Values) -> bool:
    """Whether the types of all of these are unknown, which something from outside gave."""
    return all(type(v) is Result and "." not in outside_package(v.name) for v in values)
