"""What code gets of objects by the special methods of their classes: items, steps, results."""

from __future__ import annotations

from typing import Final

from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import AWAIT, ENTER, ITEM, ITERATE, ITERATE_LATER, Operation
from ripplegraph.linking.values.slots import OutsideSlot
from ripplegraph.linking.values.value import EMPTY, Container, Instance, Values
from ripplegraph.linking.values.value_sets import join, one

_STEPS: Final = {
    ITERATE: ("__iter__", "__next__"),
    ITERATE_LATER: ("__aiter__", "__anext__"),
}
"""The methods that give an iterator over an object, and what that gives next."""
_AWAIT, _ITEM = "__await__", "__getitem__"
_ENTER, _ENTER_LATER = "__enter__", "__aenter__"


class Operations:
    """Calls the special methods of objects of the project."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def find(self, operation: Operation, value: Instance) -> Values | None:
        """Return what an operation on an object gives; None where its class does not say."""
        calls = self._analysis.calls
        if operation == ITEM:
            return calls.method_result(value, _ITEM)
        if operation == AWAIT:
            if not self._has(value, _AWAIT):
                return None
            return self._analysis.containers.elements(calls.method_result(value, _AWAIT))
        if operation == ENTER:
            if self._has(value, _ENTER):
                return calls.method_result(value, _ENTER)
            return self._analysis.containers.awaited(calls.method_result(value, _ENTER_LATER))
        return self._iterated(value, *_STEPS[operation]) if operation in _STEPS else None

    def _iterated(self, value: Instance, iterate: str, step: str) -> Values:
        calls, containers = self._analysis.calls, self._analysis.containers
        made = calls.method_result(value, iterate)
        stepped = [
            containers.awaited(calls.method_result(v, step)) for v in made if type(v) is Instance
        ]
        inner = [containers.elements(one(v)) for v in made if type(v) is Container]
        return join([*stepped, *inner]) or EMPTY

    def _has(self, value: Instance, method: str) -> bool:
        slots = self._analysis.member_slots(value, method)
        return any(type(slot) is not OutsideSlot for slot in slots)
