"""The semantics of Kotlin."""

from __future__ import annotations

from ripplegraph.parsers.families.jvm import JvmSemantics


class KotlinSemantics(JvmSemantics):
    """How the names and types of Kotlin behave."""

    package_functions = True
    extension_functions = True
    extends_calls = True
    receivers_in_scope = True
    trailing_functions = True
