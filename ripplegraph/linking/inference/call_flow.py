"""Values of parameters: receivers, injected values, defaults, arguments of call sites."""

from __future__ import annotations

from collections.abc import Container, Hashable, Sequence
from typing import Protocol

from ripplegraph.graph.expressions import Expr, Spread
from ripplegraph.graph.facts import INJECTED, TEST, Call, Declaration, Param
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.evaluator import NO_FLOWS
from ripplegraph.linking.engine.evaluator import Flows as FlowSet
from ripplegraph.linking.engine.marks import CALLS
from ripplegraph.linking.engine.shared_answers import GIVEN
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import (
    EMPTY,
    UNKNOWN,
    Function,
    Parameter,
    TypedFunction,
    Values,
)
from ripplegraph.linking.values.value_sets import generic, join, one

Site = tuple[str, int, int]
"""Path and index of a call, and how many parameters come before its first argument."""
Sites = dict[tuple[str, int], list[Site]]
"""Call sites by the function they call."""
FileSites = tuple[list[Site], list[Site]]
"""Call sites of a function in one file: those that names show, and those that call flow shows."""
PassedValues = tuple[bool, tuple[Values, ...]]
"""What a call site passes for a parameter, before what stands for other parameters is filled in,
and whether call flow shows the site."""
Share = tuple[PassedValues, ...]
"""What the call sites of one file pass for a parameter."""
Shares = dict[str, Share]
FoundShares = tuple[Shares, int, bool]
"""What files pass for a parameter, the marks of what that was worked out from, and whether all call
sites were looked at: of those that were not, all come after those that were."""
MOST_SITES = 200
_Place = tuple[Site, bool, tuple[Values, ...] | None]
"""A call site, whether call flow shows it, and what it was found to pass, where that is known."""


class OtherSites(Protocol):
    """The call sites of files that are not linked now."""

    def sites(self, key: str, level: int) -> Sequence[Site]:
        """Return those of the function with a key: at level 0 those that names show, above it
        those that call flow shows after as many rounds."""

    def find_shares(self, value: Parameter, param: Param, turn: int) -> FoundShares | None:
        """Return what all of those files pass for a parameter in a round; None where nobody
        knows, or it may have changed."""


class CallFlows:
    """The values parameters get: from declarations, else from call sites."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self.sites: Sites = {}
        """Call sites of each function that names and types show."""
        self.passed_sites: Sites = {}
        """Call sites that call flow shows, as found in the round before."""
        self.other_sites: OtherSites | None = None
        """Where not all files are linked: the call sites in the others, as they were found."""
        self.round = 0
        """How many times call sites have passed their arguments along."""
        self.shares: dict[Parameter, FoundShares] = {}
        """Who gives what to each parameter that was asked for in this round."""
        self._flows: dict[tuple[str, int], FlowSet] = {}

    def flow(self, function: tuple[str, int]) -> FlowSet:
        """Return what marks answers that depend on the call sites of a function."""
        found = self._flows.get(function)
        if found is None:
            found = self._flows[function] = frozenset((len(self._flows) + 1,))
        return found

    def pass_along(self, sites: Sites) -> set[int]:
        """Set the call sites that call flow shows; return the flows of functions it changes.

        Before the first round no call site passes anything.
        """
        first = self.sites if not self.round else {}
        self.round += 1
        before, self.passed_sites = self.passed_sites, sites
        changed = {flow for function in first for flow in self._flows.get(function, NO_FLOWS)}
        for function in {**before, **sites}:
            if before.get(function) != sites.get(function):
                changed |= self._flows.get(function, NO_FLOWS)
        return changed

    def forget_shares(self, known: Container[Hashable]) -> None:
        """Forget who gives what to parameters of which the answer is not known any more."""
        self.shares = {
            value: found for value, found in self.shares.items() if _key_of(value) in known
        }

    def param_values(self, view: FileView, scope: int, index: int) -> Values:
        """Return what a parameter is, or the value that stands for what it will be given."""
        owner = view.scopes[scope].definition
        definition = view.definitions[owner]
        if index == 0 and definition.params:
            own = self._analysis.receivers.first_parameter(view, definition)
            if own:
                self._analysis.ask_binding(view, definition.name)
                return own
        self._analysis.ask_definition(view, owner)
        if index >= len(definition.params):
            return EMPTY
        param = definition.params[index]
        if param.annotation is not None:
            found = self._analysis.annotations.parameter(view.path, owner, index)
            if found and all(type(value) is TypedFunction for value in found):
                # The type says how it is called, the call sites say what it is.
                return found | {Parameter(view.path, owner, index)}
            if found:
                return self._gathered(param.kind, found)
        elif view.semantics.contextual:
            found = self._analysis.contexts.parameter(view, owner, index)
            if found:
                return found
        return one(Parameter(view.path, owner, index))

    @staticmethod
    def _gathered(kind: str, found: Values) -> Values:
        if kind == "*":
            return generic("iter", found)
        return generic("map", found) if kind == "**" else found

    def passed(self, value: Parameter) -> Values:
        """Return what a parameter is given at known call sites, by injection and defaults."""
        view, solver = self._analysis.views[value.path], self._analysis.solver
        key = _key_of(value)
        solver.shared.register(key)
        return solver.solve(key, lambda: self._passed(value), view.answers, view.mark)

    def _passed(self, value: Parameter) -> Values:
        view = self._analysis.view(value.path)
        definition = view.definitions[value.definition]
        self._analysis.ask_definition(view, value.definition)
        param = definition.params[value.index]
        if definition.flags & (TEST | INJECTED):
            giving = view.semantics.find_injected(view, value.definition, param.name)
            if giving is not None:
                return self._analysis.calls.function_result(Function(*giving), None)
        analysis = self._analysis
        solver = analysis.solver
        solver.touched |= self.flow((value.path, value.definition))
        solver.read.add(solver.marks.of(CALLS + view.key(value.definition)))
        found = self._default(view, definition, param.default)
        if param.kind in ("*", "**"):
            found = self._gathered(param.kind, self._given(value, view, param, found))
        else:
            found = self._given(value, view, param, found)
        return frozenset(v for v in found if type(v) is not Parameter)

    def _given(self, value: Parameter, view: FileView, param: Param, found: Values) -> Values:
        """Return what call sites give a parameter, besides what is found already."""
        analysis, solver = self._analysis, self._analysis.solver
        outer, read = solver.read, set[int]()
        shares: dict[str, list[PassedValues]] = {}
        places = self._find_places(value, view, param, read)
        is_whole = len(places) <= MOST_SITES
        for site, is_passed, kept in places[:MOST_SITES]:
            passing = kept
            if passing is None:
                # What arguments depend on is told apart from what else the answer depends on.
                solver.read = read
                passing = self._passed_at(site, param, value.index)
                solver.read = outer
            shares.setdefault(site[0], []).append((is_passed, passing))
            for given in passing:
                if not given <= found:
                    found = join((found, analysis.expand(given)))
            if found == UNKNOWN:
                is_whole = False
                break
        mark = solver.marks.join(read)
        solver.read.add(mark)
        whole = {path: tuple(share) for path, share in shares.items()}
        self.shares[value] = whole, mark, is_whole
        return found

    def _find_places(
        self, value: Parameter, view: FileView, param: Param, read: set[int]
    ) -> list[_Place]:
        """Return the call sites of a function, those that names show before those that call flow
        shows, each by place; what others pass is taken from the last scan where that holds."""
        others, function = self.other_sites, (value.path, value.definition)
        kept = others.find_shares(value, param, self.round) if others and self.round else None
        if kept is None:
            sites = self._sites_of(function, view)
            return [(site, bool(turn), None) for turn in (0, 1) for site in sites[turn]]
        shares, mark, is_whole = kept
        read.add(mark)
        if not is_whole:
            return _add_known(self._sites_of(function, view), shares)
        places: list[_Place] = [
            ((path, at, 0), is_passed, passing)
            for path, share in shares.items()
            for at, (is_passed, passing) in enumerate(share)
        ]
        for is_passed, own in ((False, self.sites), (True, self.passed_sites)):
            places += [(site, is_passed, None) for site in own.get(function, ())]
        return sorted(places, key=_find_turn)

    def _passed_at(self, site: Site, param: Param, index: int) -> tuple[Values, ...]:
        """Return what a call site passes for a parameter."""
        path, number, offset = site
        caller = self._analysis.view(path)
        call = caller.calls[number]
        return tuple(
            [
                self._analysis.evaluate(argument, caller, call.scope, call.position)
                for argument in arguments_for(call, param, index - offset)
            ]
        )

    def find_sites(self, function: tuple[str, int]) -> dict[str, FileSites]:
        """Return the call sites of a function in the files that are linked now, by file."""
        found: dict[str, FileSites] = {}
        for turn, sites in enumerate((self.sites, self.passed_sites)):
            for site in sites.get(function, ()):
                found.setdefault(site[0], ([], []))[turn].append(site)
        return found

    def find_share(self, value: Parameter, sites: FileSites) -> Share:
        """Return what call sites of one file pass for a parameter."""
        view = self._analysis.view(value.path)
        param = view.definitions[value.definition].params[value.index]
        return tuple(
            [
                (bool(turn), self._passed_at(site, param, value.index))
                for turn in (0, 1)
                for site in sites[turn]
            ]
        )

    def _sites_of(
        self, function: tuple[str, int], view: FileView
    ) -> tuple[Sequence[Site], Sequence[Site]]:
        """Return the call sites of a function, each by place: those that names show, and those
        that call flow shows."""
        if not self.round:
            return (), ()
        own, passed = self.sites.get(function, ()), self.passed_sites.get(function, ())
        if self.other_sites is not None:
            key = view.key(function[1])
            own = sorted((*own, *self.other_sites.sites(key, 0)))
            passed = sorted((*passed, *self.other_sites.sites(key, self.round)))
        return own, passed

    def default(self, value: Parameter) -> Values:
        """Return what a parameter is where a call passes nothing for it."""
        view = self._analysis.view(value.path)
        self._analysis.ask_definition(view, value.definition)
        definition = view.definitions[value.definition]
        return self._default(view, definition, definition.params[value.index].default)

    def _default(self, view: FileView, definition: Declaration, default: Expr) -> Values:
        if default is None:
            return EMPTY
        return self._analysis.evaluate(
            default, view, definition.scope, view.scopes[definition.body].start
        )


def _key_of(value: Parameter) -> tuple[str, str, int, int]:
    """Return the question what a parameter is given."""
    return GIVEN, value.path, value.definition, value.index


def _find_turn(place: _Place) -> tuple[bool, Site]:
    return place[1], place[0]


def _add_known(sites: tuple[Sequence[Site], Sequence[Site]], shares: Shares) -> list[_Place]:
    """Return call sites in their order, with what the first ones of each file pass."""
    places: list[_Place] = []
    for is_passed, found in ((False, sites[0]), (True, sites[1])):
        known = {
            path: iter([passing for turn, passing in share if turn == is_passed])
            for path, share in shares.items()
        }
        places += [(site, is_passed, next(known.get(site[0], iter(())), None)) for site in found]
    return places


def arguments_for(call: Call, param: Param, at: int) -> Sequence[Expr]:
    """Return the arguments a call passes for one parameter, the `at`-th that arguments fill."""
    args, kind = call.args, param.kind
    if kind == "*":
        return [a for a in args[max(0, at) :] if a is not None and not _is_splat(a)]
    is_placed = kind != "k" and 0 <= at < len(args) and not any(map(_is_splat, args[: at + 1]))
    if is_placed and (args[at] is not None or not call.keywords):
        return (args[at],) if args[at] is not None else ()
    if kind in ("", "k"):
        return [value for name, value in call.keywords if name == param.name and value is not None]
    return ()


def _is_splat(argument: Expr) -> bool:
    return type(argument) is Spread
