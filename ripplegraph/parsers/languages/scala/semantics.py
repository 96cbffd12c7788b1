"""The semantics of Scala."""

from __future__ import annotations

from ripplegraph.parsers.families.jvm import JvmSemantics


class ScalaSemantics(JvmSemantics):
    """How the names and types of Scala behave."""

    call_method = "apply"
    type_method = "<apply>"
    reads_functions = True
    object_members = frozenset({"equals", "getClass", "hashCode", "toString"})
    package_functions = True
    extension_functions = True
    extends_calls = True
