"""The semantics of C."""

from __future__ import annotations

from ripplegraph.linking.ordinary import OrdinarySemantics


class CSemantics(OrdinarySemantics):
    """How the names and types of C behave."""

    receiver = "this"
    constructors = ("<constructor>",)
    shared_names = "included"
    alternatives = True
    counted_overloads = True
    functions_in_fields = True
    members_below = False
    passes_values = False
