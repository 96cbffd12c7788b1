"""The semantics of Dart."""

from __future__ import annotations

from ripplegraph.parsers.families.exports import ExportSemantics
from ripplegraph.parsers.families.namespaces import EnclosingSemantics


class DartSemantics(ExportSemantics, EnclosingSemantics):
    """How the names and types of Dart behave."""

    receiver = "this"
    parent = "super"
    constructors = ("constructor",)
    call_method = "call"
    members_around = True
    foreign_names = True
    members_below = False
