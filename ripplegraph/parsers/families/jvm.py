"""The semantics that Java, Kotlin and Scala share."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import Slot
from ripplegraph.parsers.families.packages import PackageSemantics


class JvmSemantics(PackageSemantics):
    """Packages whose files share their names, and overloads chosen by types."""

    receiver = "this"
    parent = "super"
    constructors = ("<init>",)
    contextual = True
    types_in_body = True
    object_members = frozenset(
        {
            "clone(0)",
            "equals(1)",
            "finalize(0)",
            "getClass(0)",
            "hashCode(0)",
            "notify(0)",
            "notifyAll(0)",
            "toString(0)",
            "wait(0)",
            "wait(1)",
            "wait(2)",
        }
    )
    shared_names = "package"
    members_below = False
    members_in_scope = True
    qualified_names = True
    overloads = True
    chooses_overloads = True

    def find_undeclared(self, view: FileView, name: str) -> Sequence[Slot]:
        return self._analysis.modules.outside_slots(view, name)
