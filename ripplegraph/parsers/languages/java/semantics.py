"""The semantics of Java."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.values.value import (
    EMPTY,
    ContainerMethod,
    External,
    Module,
    Result,
    Values,
)
from ripplegraph.linking.values.value_sets import outside_package
from ripplegraph.parsers.families.jvm.known_library import JVM_LIBRARY
from ripplegraph.parsers.families.jvm.semantics import JvmSemantics
from ripplegraph.parsers.languages.java.function_types import find_function_type
from ripplegraph.parsers.languages.java.streams import Streams

_SAME: Final = frozenset({"requireNonNull", "requireNonNullElse", "max", "min", "abs"})
"""Functions from outside that give what they are given."""


class JavaSemantics(JvmSemantics):
    """How the names and types of Java behave."""

    known = replace(JVM_LIBRARY, package="ripplegraph.parsers.languages.java", same_type=_SAME)

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._streams = Streams(analysis)

    def outside_instances(
        self, value: External | Module | Result, written: str = "", inner: Sequence[Values] = ()
    ) -> Values:
        """Types from outside are told apart by their names."""
        if type(value) is External:
            return frozenset({Result(value.name)})
        if type(value) is not Result:
            return EMPTY
        found = find_function_type(written, outside_package(value.name), inner)
        return found or frozenset({value})

    def call_container(self, value: ContainerMethod, caller: Caller) -> Values | None:
        return self._streams.method(value, caller) or None
