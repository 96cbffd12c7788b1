"""The semantics of Lua."""

from __future__ import annotations

from ripplegraph.parsers.families.exports import ExportSemantics
from ripplegraph.parsers.families.namespaces import EnclosingSemantics


class LuaSemantics(ExportSemantics, EnclosingSemantics):
    """How the names and types of Lua behave."""

    receiver = "self"
    call_method = "__call"
    foreign_names = True
    members_below = False
