"""What libraries make of what they are given: stores, and components that are loaded late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ripplegraph.graph.expressions import DefinitionAt
from ripplegraph.graph.facts import Declaration
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import slot_id
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import INFERRED, FileLinks
from ripplegraph.linking.values.value import EMPTY, Container, Function, TypedObject, Values
from ripplegraph.linking.values.value_sets import generic, join, one

_STATE: Final = "getState"
_SURE: Final = 0.9
_WORDS: Final = "taken out of a store by a selector"


class StoreModels:
    """Applies the models of `known_library.py` that only scripts have."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def apply(self, model: str, args: Sequence[Values]) -> Values:
        """Return what a call gives that makes a store or a part of one, or loads a component."""
        if not args:
            return EMPTY
        if model == "store":
            return self._make_store(args[-1])
        if model == "slice":
            actions = self._find_members(args[0], ("reducers",))
            return one(TypedObject((("actions", actions),)))
        if model == "loaded":
            return self._load(args[0])
        if model == "state":
            return self._make_state(args[0])
        return EMPTY

    def _make_store(self, given: Values) -> Values:
        """Return a function that gives a store: what its setup gives, or the members of options."""
        functions = frozenset(v for v in given if type(v) is Function)
        members = self._find_members(given, ("actions", "getters"))
        made = self._call(self._find_members(given, ("state",)))
        return join((functions, generic("call", join((members, made)))))

    def _make_state(self, given: Values) -> Values:
        """Return a hook that gives what a function makes, as its `getState` does."""
        made = generic("call", self._call(given))
        return join((made, one(TypedObject(((_STATE, made),)))))

    def add_edges(self, view: FileView, links: FileLinks) -> None:
        """Add what selectors take out of stores: `useCart((state) => state.items)`."""
        for index, site in enumerate(view.sites):
            if isinstance(site.callee, str) and site.callee.startswith("use"):
                first = next(iter(view.calls[index].args), None)
                if type(first) is DefinitionAt:
                    self._add_selected(view, site, view.definitions[first.index], links)

    def _add_selected(
        self, view: FileView, site: CallSite, selector: Declaration, links: FileLinks
    ) -> None:
        chains = [r.split(".") for r in selector.results if isinstance(r, str)]
        names = [
            c[1]
            for c in chains
            if len(c) > 1 and selector.params[:1] and c[0] == selector.params[0].name
        ]
        if not names:
            return
        analysis = self._analysis
        hooks = analysis.expand(analysis.evaluate(site.callee, view, site.scope, site.position))
        stores = frozenset(value for value in hooks if type(value) is TypedObject)
        getters = analysis.expand(analysis.attributes(stores, _STATE)) if stores else EMPTY
        states = analysis.expand(join(analysis.calls.apply(v, None) for v in getters))
        for slot in (s for v in states for name in names for s in analysis.member_slots(v, name)):
            target = slot_id(analysis, slot)
            if target is not None and "::" in target:
                source = view.source_at(site.position)
                links.add(source, "references", target, site.line, INFERRED, 1, _SURE, _WORDS)

    def _load(self, given: Values) -> Values:
        """Return the component of a module that a function imports when it is shown."""
        made = self._analysis.expand(self._call(given))
        waited = join(v.values for v in made if type(v) is Container and v.kind == "await")
        return self._find_members(join((made, waited)), ("default",))

    def _call(self, values: Values) -> Values:
        expanded = self._analysis.expand(values)
        return join(self._analysis.calls.apply(v, None) for v in expanded if type(v) is Function)

    def _find_members(self, values: Values, names: Sequence[str]) -> Values:
        return join(self._analysis.attributes(values, name) for name in names)
