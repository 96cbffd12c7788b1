"""The semantics of Lua."""

from __future__ import annotations

from ripplegraph.parsers.families.namespaces import EnclosingSemantics


class LuaSemantics(EnclosingSemantics):
    """How the names and types of Lua behave."""

    receiver = "self"
    constructors = ()
    call_method = "__call"
    exports = True
    foreign_names = True
    members_below = False
