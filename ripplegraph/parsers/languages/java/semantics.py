"""The semantics of Java."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.values.value import ContainerMethod, Result, Values
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
    names_outside_types = True

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._streams = Streams(analysis)

    def outside_instances(self, written: str, value: Result, inner: Sequence[Values]) -> Values:
        found = find_function_type(written, outside_package(value.name), inner)
        return found or frozenset({value})

    def call_container(self, value: ContainerMethod, caller: Caller) -> Values | None:
        return self._streams.method(value, caller) or None
