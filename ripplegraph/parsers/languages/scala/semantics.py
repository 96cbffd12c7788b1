"""The semantics of Scala."""

from __future__ import annotations

from dataclasses import replace

from ripplegraph.graph.facts import NEW, PROPERTY
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.values.value import EMPTY, Class, Function, Values
from ripplegraph.linking.values.value_sets import join
from ripplegraph.parsers.families.jvm.known_library import JVM_LIBRARY
from ripplegraph.parsers.families.jvm.semantics import ExtensionSemantics

_MAKER = "<apply>"
"""The member that runs when the name of a type is called without `new`, where it has one."""


class ScalaSemantics(ExtensionSemantics):
    """How the names and types of Scala behave."""

    call_method = "apply"
    known = replace(
        JVM_LIBRARY, object_members=frozenset({"equals", "getClass", "hashCode", "toString"})
    )

    def find_plain(self, call: CallSite, called: Values) -> Values:
        """Return what is called, for a type the function that it has for that."""
        if call.flags & NEW:
            return frozenset(v for v in called if type(v) is Class) or called
        if any(type(v) is Function for v in called):
            # A function and a type may share a name; without `new` the function is called.
            called = frozenset(v for v in called if type(v) is not Class)
        made: list[Values] = []
        for value in called:
            found = self._analysis.attribute(value, _MAKER) if type(value) is Class else EMPTY
            functions = frozenset(v for v in found if type(v) is Function)
            made.append(functions or frozenset({value}))
        return called if all(len(v) == 1 and v <= called for v in made) else join(made)

    def is_settled(self, call: CallSite, called: Values) -> bool:
        return bool(call.flags & NEW) or super().is_settled(call, called)

    def read_function(self, value: Function) -> Values:
        """A function without a list of parameters is called by its name alone."""
        definition = self._analysis.view(value.path).definitions[value.definition]
        if not definition.flags & PROPERTY:
            return frozenset({value})
        return self._analysis.calls.function_result(value, None)
