"""Call sites of a file, resolved: each name and chain worked out once."""

from __future__ import annotations

from ripplegraph.graph.expressions import Attribute
from ripplegraph.graph.facts import IMPLICIT, NEW
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.call_targets import CallTargets
from ripplegraph.linking.emit.special_calls import SpecialCalls
from ripplegraph.linking.engine.attempts import LinkAttempts
from ripplegraph.linking.engine.evaluator import NO_FLOWS, Flows
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.files.scopes import DIRECT
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.targets import Targets
from ripplegraph.linking.values.value import Bound, Class, Function, Values

Head = tuple[Values, bool]
"""The values of the first name of a chain, and whether a definition or an import binds it."""


class CallSites:
    """Resolves call sites against the analysis."""

    def __init__(self, analysis: Analysis, targets: CallTargets, attempts: LinkAttempts) -> None:
        self._analysis = analysis
        self._attempts = attempts
        self._targets = targets
        self._special = SpecialCalls(analysis, targets, self.head)

    def link_all(self, view: FileView, read: set[int]) -> tuple[list[Targets], dict[int, Flows]]:
        """Return what each call site of a file calls, and the flows that decide it, if any do.

        `read` gets the marks of everything that was looked at.
        """
        solver = self._analysis.solver
        find_use, link, finds_made = view.use, self.link, view.semantics.answers.find_made
        found: list[Targets] = []
        flowing: dict[int, Flows] = {}
        for index, call in enumerate(view.sites):
            callee = call.callee
            if isinstance(callee, str) and not (call.flags & NEW and finds_made):
                name, _, rest = callee.partition(".")
                known = find_use(call.scope, name).calls.get(rest)
                if known is not None:
                    found.append(known[0])
                    continue
            elif call.flags & IMPLICIT:
                special = self._special.recall(view, index)
                if special is not None:
                    found.append(special)
                    continue
            try:
                found.append(link(view, index, read))
            except Exception as error:  # noqa: BLE001 - other calls of the file may be found
                self._attempts.take(view.path, "a call", call.line, error)
                found.append(())
            if solver.touched:
                flowing[index] = solver.touched
        if view.semantics.answers.fit_targets:
            found = [
                self._attempts.attempt(view.path, "a call", self._fit, view, index, targets, read)
                or ()
                for index, targets in enumerate(found)
            ]
        return found, flowing

    def link_again(self, view: FileView, index: int, read: set[int]) -> Targets:
        """Return what one call site calls, like `link`; nothing where that fails."""
        found = self._attempts.attempt(view.path, "a call", self.link, view, index, read)
        return found or ()

    def _fit(self, view: FileView, index: int, targets: Targets, read: set[int]) -> Targets:
        """Of what a call site may call, return what takes what it passes."""
        solver = self._analysis.solver
        solver.read = {view.mark}
        fitting = view.semantics.fit_targets(view, index, targets, self._targets.limit)
        read |= solver.read
        return fitting

    def link(self, view: FileView, index: int, read: set[int]) -> Targets:
        """Return what one call site calls; `solver.touched` tells whether call flow decides it."""
        solver = self._analysis.solver
        call, answers = view.sites[index], view.semantics.answers
        if call.flags & IMPLICIT:
            return self._special.link(view, index, read)
        solver.read = {view.mark}
        use, rest = None, ""
        if call.flags & NEW and answers.find_made:
            solver.touched = NO_FLOWS
            values = view.semantics.find_made(view, index)
            found = self._targets.of_member(values, "", True, solver.touched)
        elif isinstance(call.callee, str):
            name, _, rest = call.callee.partition(".")
            use = view.use(call.scope, name)
            values, direct = self.head(view, use, call.scope, name, call.position)
            found = self._targets.of_member(values, rest, direct, solver.touched)
        else:
            found = self._find_member(view, call)
        is_overloaded = len(found[1]) > 1 and answers.choose
        if answers.find_called:
            is_flowing = bool(solver.touched)
            extended = view.semantics.find_called(view, index, found[1], is_flowing=is_flowing)
            if extended is not None:
                values, is_sure = extended
                found = self._targets.of_values(values, is_sure, solver.touched), values
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
        chosen = view.semantics.choose(view, index, called)
        if chosen != called:
            places = {
                (value.path, value.definition)
                for value in called - chosen
                if type(value) is Function or type(value) is Bound or type(value) is Class
            }
            targets = tuple(t for t in targets if t.definition not in places)
        if view.semantics.is_open(chosen):
            targets = self._targets.weigh(targets)
        return targets, chosen

    def _find_member(self, view: FileView, call: CallSite) -> tuple[Targets, Values]:
        """Return what a call site calls whose callee is no name or chain."""
        solver = self._analysis.solver
        base, name = call.callee, ""
        if type(base) is Attribute:
            name, base = base.name, base.base
        solver.touched = NO_FLOWS
        values = self._analysis.evaluate(base, view, call.scope, call.position)
        return self._targets.of_member(values, name, False, solver.touched)

    def head(self, view: FileView, use: NameUse, scope: int, name: str, position: int) -> Head:
        """Return what a plain name is; `solver.touched` tells whether call flow decides it."""
        solver = self._analysis.solver
        solver.touched = NO_FLOWS
        if use.values is not None:
            solver.read.add(use.values_mark)
            return use.values, use.direct
        if not use.fixed:
            direct = not (min(use.around, default=0) < 0 and self._is_received(view, use, name))
            direct = direct and _is_direct(view, use, scope, name, position)
            return self._analysis.named_values(view, use, scope, name, position), direct
        outer = solver.start_reading()
        values = self._analysis.named_values(view, use, scope, name, position)
        mark = solver.stop_reading(outer)
        if not solver.touched:
            use.values, use.values_mark = values, mark
            # What is the same, and for the same reasons, is called alike: `self` in all methods.
            use.calls = view.chains.setdefault((values, use.direct, mark), {})
        return values, use.direct

    def _is_received(self, view: FileView, use: NameUse, name: str) -> bool:
        return self._analysis.names.is_received(view, use, name)


def _is_direct(view: FileView, use: NameUse, scope: int, name: str, position: int) -> bool:
    """Whether definitions or imports bind a name that has several bindings."""
    if use.where < 0:
        return use.direct
    if (use.where, name) in view.rebound:
        return False
    live = view.reaching(use.where, name, view.seen_from(scope, use.where, position))
    bindings = view.scopes[use.where].bindings
    return all(bindings[i].kind in DIRECT for i in live)
