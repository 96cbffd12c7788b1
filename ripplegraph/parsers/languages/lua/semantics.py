"""The semantics of Lua."""

from __future__ import annotations

from ripplegraph.linking.ordinary import OrdinarySemantics


class LuaSemantics(OrdinarySemantics):
    """How the names and types of Lua behave."""

    receiver = "self"
    constructors = ()
    call_method = "__call"
    exports = True
    enclosing_names = True
    foreign_names = True
    members_below = False
