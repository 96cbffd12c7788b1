"""The semantics of Java."""

from __future__ import annotations

from ripplegraph.parsers.families.jvm.semantics import JvmSemantics


class JavaSemantics(JvmSemantics):
    """How the names and types of Java behave."""

    generic_types = True
    library = "ripplegraph.parsers.languages.java"
    names_outside_types = True
