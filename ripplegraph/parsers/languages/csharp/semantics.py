"""The semantics of C#."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.facts import ADDED, TYPES
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import outside_id
from ripplegraph.linking.inference.calls import OWN_KINDS, member_name
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import INFERRED
from ripplegraph.linking.values.slots import Slot
from ripplegraph.linking.values.targets import CallTarget, Targets
from ripplegraph.linking.values.value import (
    ADDED_TO,
    Bound,
    Class,
    External,
    Function,
    Instance,
    Module,
    Namespace,
    Typed,
    Values,
)
from ripplegraph.linking.values.value_sets import join
from ripplegraph.parsers.families.namespaces import PartSemantics
from ripplegraph.parsers.families.overloads import count_types
from ripplegraph.parsers.languages.csharp.call_fit import can_take
from ripplegraph.parsers.languages.csharp.conversion_cost import CSharpConversion
from ripplegraph.parsers.languages.csharp.enclosing_scopes import CSharpScopes
from ripplegraph.parsers.languages.csharp.expression_types import CSharpTypes
from ripplegraph.parsers.languages.csharp.known_library import CSHARP_LIBRARY
from ripplegraph.parsers.languages.csharp.overloads import CSharpOverloads
from ripplegraph.parsers.languages.csharp.type_names import CSHARP

_NAMED = frozenset({Class, External, Module, Namespace})
"""Values that a name of a type, or the first part of one, may stand for."""


class CSharpSemantics(PartSemantics):
    """How the names and types of C# behave."""

    known = CSHARP_LIBRARY
    receiver = "this"
    parent = "base"
    constructors = ("constructor",)
    members_around = True
    foreign_names = True
    members_below = False
    overloads = True
    scopes = CSharpScopes
    _scopes: CSharpScopes

    def unbound_values(
        self, view: FileView, scope: int, name: str, slots: Sequence[Slot], *, as_type: bool
    ) -> Values:
        """A type is meant where only one can stand, whatever members have its name."""
        found = super().unbound_values(view, scope, name, slots, as_type=as_type)
        if not as_type or any(type(value) in _NAMED for value in found):
            return found
        return self._scopes.types(view, scope, name)

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        types, conversion = CSharpTypes(analysis), CSharpConversion(analysis, CSHARP)
        self._overloads = CSharpOverloads(analysis, types, conversion)

    def with_parameters(self, values: Values, count: int) -> Values:
        types = [v for v in values if type(v) is Class or type(v) is Instance]
        if len(types) < 2:
            return values
        others = frozenset(v for v in types if self._count_parameters(v) != count)
        return values - others if len(others) < len(types) else values

    def _count_parameters(self, value: Typed) -> int:
        view = self._analysis.view(value.path)
        self._analysis.ask_definition(view, value.definition)
        return len(view.type_parameters(view.definitions[value.definition]))

    def find_made(self, view: FileView, index: int) -> Values:
        call, analysis = view.sites[index], self._analysis
        if not isinstance(call.callee, str):
            return analysis.evaluate(call.callee, view, call.scope, call.position)
        found = analysis.chain_values(call.callee, view, call.scope, call.position, as_type=True)
        return self.with_parameters(found, count_types(view.calls[index]))

    def find_called(
        self, view: FileView, index: int, called: Values, *, is_flowing: bool
    ) -> tuple[Values, bool] | None:
        """Where names lead to nothing of the project, return extension methods that take what the
        call passes."""
        call = view.sites[index]
        name = member_name(call.callee)
        if not name or any(type(v) in OWN_KINDS for v in called):
            return None
        slots = self._analysis.names.slots(view, call.scope, f"{ADDED}{name}", call.position)
        found = join(self._analysis.slot_values(slot) for slot in slots)
        own = frozenset(v for v in found if type(v) is Function)
        if not own:
            return None
        added = frozenset(Bound(v.path, v.definition, ADDED_TO) for v in own)
        fitting = self._overloads.find_fitting(view, index, added)
        return (fitting, True) if fitting else None

    def choose(self, view: FileView, index: int, values: Values) -> Values:
        return self._overloads.choose(view, index, values)

    def is_open(self, values: Values) -> bool:
        return self._overloads.is_open(values)

    def fit_targets(self, view: FileView, index: int, targets: Targets, limit: int) -> Targets:
        """Return the one function that a call site may call, if it takes so much: else an overload
        is meant that somebody above has who is not of the project."""
        if len(targets) != 1:
            return targets
        (target,) = targets
        if target.definition is None or target.definition != target.function:
            return targets
        call = view.calls[index]
        count = len(call.args) + sum(name != TYPES for name, _ in call.keywords) + target.offset
        other = self._analysis.view(target.definition[0])
        self._analysis.ask_definition(other, target.definition[1])
        if can_take(other.definitions[target.definition[1]].params, count):
            return targets
        name = member_name(call.callee) or str(call.callee)
        if name in self.known.object_members:
            return (CallTarget(outside_id(f"builtins.object.{name}"), INFERRED),)
        return ()
