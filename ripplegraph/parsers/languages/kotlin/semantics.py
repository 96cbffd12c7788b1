"""The semantics of Kotlin."""

from __future__ import annotations

from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.values.value import Function, Value, Values
from ripplegraph.parsers.families.jvm.semantics import ExtensionSemantics


class KotlinSemantics(ExtensionSemantics):
    """How the names and types of Kotlin behave."""

    receivers_in_scope = True
    trailing_functions = True

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
