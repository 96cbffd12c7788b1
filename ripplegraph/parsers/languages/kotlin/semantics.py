"""The semantics of Kotlin."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import OutsideSlot, Slot
from ripplegraph.linking.values.value import (
    Container,
    External,
    Function,
    Instance,
    Result,
    Value,
    Values,
)
from ripplegraph.linking.values.value_sets import name_member
from ripplegraph.parsers.families.jvm.semantics import ExtensionSemantics


class KotlinSemantics(ExtensionSemantics):
    """How the names and types of Kotlin behave."""

    def is_settled(self, call: CallSite, called: Values) -> bool:
        """What has an object, even one that is not written, comes before what needs none."""
        if not super().is_settled(call, called):
            return False
        is_named = isinstance(call.callee, str) and "." not in call.callee
        return not is_named or not all(map(self._is_free, called))

    def _is_free(self, value: Value) -> bool:
        """Whether a value is a function of a package."""
        return (
            type(value) is Function
            and self._analysis.views[value.path].definitions[value.definition].scope == 0
        )

    def place_of(self, at: int, passed: int, taken: int, *, is_function: bool) -> int:
        """A function that is passed last goes to the last parameter, whatever is left out."""
        if is_function and at == passed - 1:
            return taken - 1
        return super().place_of(at, passed, taken, is_function=is_function)

    def find_above(self, view: FileView, index: int, name: str) -> Sequence[Slot]:
        """Where an object of a function is around, it may come from outside, too."""
        if index >= 0:
            return super().find_above(view, index, name)
        for value in self._analysis.in_order(self._analysis.receivers.of_scope(view, ~index)):
            if type(value) is External or type(value) is Result:
                return (OutsideSlot(name_member(value.name, name)),)
            if type(value) is Container:
                return (OutsideSlot(f"builtins.{name}"),)
            if type(value) is Instance:
                slots = self._analysis.classes.outside_slots(value.path, value.definition, name)
                if slots:
                    return slots
        return ()
