"""The semantics of Zig."""

from __future__ import annotations

from ripplegraph.linking.ordinary import OrdinarySemantics


class ZigSemantics(OrdinarySemantics):
    """How the names and types of Zig behave."""

    receiver = "<receiver>"
    call_method = ""
    types_in_body = True
    foreign_names = True
    members_below = False
    module_types = True
    calls_types = False
