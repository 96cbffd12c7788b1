"""What the call sites of a file call, each name and chain worked out once."""

from __future__ import annotations

from ripplegraph.graph.expressions import Attribute
from ripplegraph.graph.facts import NEW, TYPES
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.indexing.linking.evaluator import NO_FLOWS, Flows
from ripplegraph.indexing.linking.failing import Failing
from ripplegraph.indexing.linking.scoping import DIRECT
from ripplegraph.indexing.linking.targets import CallTargets, Targets
from ripplegraph.indexing.linking.uses import Use
from ripplegraph.indexing.linking.value_sets import one
from ripplegraph.indexing.linking.values import Bound, Class, External, Function, Values
from ripplegraph.indexing.linking.views import FileView
from ripplegraph.indexing.linking.world import World

Head = tuple[Values, bool]
"""What the first name of a chain is, and whether a definition or an import binds it."""


class CallSites:
    """Resolves call sites against the world."""

    def __init__(self, world: World, targets: CallTargets, failing: Failing) -> None:
        self._world = world
        self._failing = failing
        self._targets = targets

    def link_all(self, view: FileView, read: set[int]) -> tuple[list[Targets], dict[int, Flows]]:
        """Return what each call site of a file calls, and the flows that decide it, if any do.

        `read` gets the marks of everything that was looked at.
        """
        solver = self._world.solver
        find_use, link = view.use, self.link
        found: list[Targets] = []
        flowing: dict[int, Flows] = {}
        for index, call in enumerate(view.sites):
            callee = call.callee
            if isinstance(callee, str) and not (call.flags & NEW and view.rules.declared_types):
                name, _, rest = callee.partition(".")
                known = find_use(call.scope, name).calls.get(rest)
                if known is not None:
                    found.append(known[0])
                    continue
            try:
                found.append(link(view, index, read))
            except Exception as error:  # noqa: BLE001 - other calls of the file may be found
                self._failing.take(view.path, "a call", call.line, error)
                found.append(())
            if solver.touched:
                flowing[index] = solver.touched
        rules = view.rules
        is_counted = bool(view.facts.package) and rules.counted_overloads
        if is_counted or rules.declared_types or rules.built_together is not None:
            found = [
                self._failing.attempt(view.path, "a call", self._fit, view, index, targets, read)
                or ()
                for index, targets in enumerate(found)
            ]
        return found, flowing

    def link_again(self, view: FileView, index: int, read: set[int]) -> Targets:
        """Return what one call site calls, like `link`; nothing where that fails."""
        found = self._failing.attempt(view.path, "a call", self.link, view, index, read)
        return found or ()

    def _fit(self, view: FileView, index: int, targets: Targets, read: set[int]) -> Targets:
        """Of what a call site may call, return what takes what it passes.

        What is never part of one build with the call site is nothing that it may call.
        """
        solver = self._world.solver
        if len(targets) == 1 and view.rules.declared_types:
            solver.read = {view.mark}
            fitting = self._without_misfit(view, index, targets)
            read |= solver.read
            return fitting
        if len(targets) < 2:
            return targets
        if view.rules.built_together is not None:
            return tuple(t for t in targets if self._world.packages.is_built_with(view, t.path))
        if not (view.facts.package and view.rules.counted_overloads):
            return targets
        solver.read = {view.mark}
        fitting = self._targets.fit(targets, view, index)
        read |= solver.read
        return fitting

    def _without_misfit(self, view: FileView, index: int, targets: Targets) -> Targets:
        """Return the one function that a call site may call, if it takes so much: else an overload
        is meant that somebody above has who is not of the project."""
        (target,) = targets
        if target.definition is None or target.definition != target.function:
            return targets
        call = view.calls[index]
        count = len(call.args) + sum(name != TYPES for name, _ in call.keywords) + target.offset
        if self._targets.takes(target, count):
            return targets
        name = _member_name(view.sites[index]) or str(call.callee)
        if name in view.rules.object_members:
            return self._targets.of_values(
                one(External(f"builtins.object.{name}")), False, NO_FLOWS
            )
        return ()

    def link(self, view: FileView, index: int, read: set[int]) -> Targets:
        """Return what one call site calls; `solver.touched` tells whether call flow decides it."""
        solver = self._world.solver
        call = view.sites[index]
        solver.read = {view.mark}
        use, rest = None, ""
        if call.flags & NEW and view.rules.declared_types:
            solver.touched = NO_FLOWS
            values = self._world.calls.callee_values(view, call)
            values = self._world.typed_overloads_of(view).with_types(view, index, values)
            found = self._targets.of_member(values, "", True, solver.touched)
        elif isinstance(call.callee, str):
            name, _, rest = call.callee.partition(".")
            use = view.use(call.scope, name)
            values, direct = self.head(view, use, call.scope, name, call.position)
            found = self._targets.of_member(values, rest, direct, solver.touched)
        else:
            found = self._find_member(view, call)
        if view.rules.extensions_by_path and not solver.touched:
            extended = self._world.calls.extended(view, index, found[1])
            if extended:
                found = self._targets.of_member(extended, "", False, solver.touched)
        is_overloaded = len(found[1]) > 1 and view.rules.chooses_overloads
        if view.rules.extension_functions:
            extended = self._world.calls.with_extensions(view, index, found[1])
            if extended is not found[1]:
                found = self._targets.of_values(extended, True, solver.touched), extended
                is_overloaded = True
        if is_overloaded:
            found = self._choose(view, index, found)
        read |= solver.read
        if not solver.touched:
            mark = solver.marks.join(solver.read)
            if use is not None and use.values is not None and not is_overloaded:
                use.calls[rest] = (*found, mark)
            else:
                view.called[index] = found[1], mark
        return found[0]

    def _choose(
        self, view: FileView, index: int, found: tuple[Targets, Values]
    ) -> tuple[Targets, Values]:
        """Return what a call site calls, of overloads the ones that what it passes fits best."""
        targets, called = found
        overloads = self._world.overloads_of(view)
        chosen = overloads.choose(view, index, called)
        if chosen != called:
            places = {
                (value.path, value.definition)
                for value in called - chosen
                if type(value) is Function or type(value) is Bound or type(value) is Class
            }
            targets = tuple(t for t in targets if t.definition not in places)
        if overloads.is_open(chosen):
            targets = self._targets.weigh(targets)
        return targets, chosen

    def _find_member(self, view: FileView, call: CallSite) -> tuple[Targets, Values]:
        """Return what a call site calls whose callee is no name or chain."""
        solver = self._world.solver
        base, name = call.callee, ""
        if type(base) is Attribute:
            name, base = base.name, base.base
        solver.touched = NO_FLOWS
        values = self._world.evaluate(base, view, call.scope, call.position)
        return self._targets.of_member(values, name, False, solver.touched)

    def head(self, view: FileView, use: Use, scope: int, name: str, position: int) -> Head:
        """Return what a plain name is; `solver.touched` tells whether call flow decides it."""
        solver = self._world.solver
        solver.touched = NO_FLOWS
        if use.values is not None:
            solver.read.add(use.values_mark)
            return use.values, use.direct
        if not use.fixed:
            direct = not (min(use.around, default=0) < 0 and self._is_received(view, use, name))
            direct = direct and _is_direct(view, use, scope, name, position)
            return self._world.named_values(view, use, scope, name, position), direct
        outer = solver.start_reading()
        values = self._world.named_values(view, use, scope, name, position)
        mark = solver.stop_reading(outer)
        if not solver.touched:
            use.values, use.values_mark = values, mark
            # What is the same, and for the same reasons, is called alike: `self` in all methods.
            use.calls = view.chains.setdefault((values, use.direct, mark), {})
        return values, use.direct

    def _is_received(self, view: FileView, use: Use, name: str) -> bool:
        return self._world.names.is_received(view, use, name)


def _member_name(call: CallSite) -> str:
    """Return the name of the method that is called, or "" where none is."""
    callee = call.callee
    if isinstance(callee, str):
        return callee.rpartition(".")[2] if "." in callee else ""
    return callee.name if type(callee) is Attribute else ""


def _is_direct(view: FileView, use: Use, scope: int, name: str, position: int) -> bool:
    """Whether definitions or imports bind a name that has several bindings."""
    if use.where < 0:
        return use.direct
    if (use.where, name) in view.rebound:
        return False
    live = view.reaching(use.where, name, view.seen_from(scope, use.where, position))
    bindings = view.scopes[use.where].bindings
    return all(bindings[i].kind in DIRECT for i in live)
