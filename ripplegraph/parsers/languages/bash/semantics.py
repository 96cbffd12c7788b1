"""The semantics of Bash."""

from __future__ import annotations

from ripplegraph.linking.ordinary import OrdinarySemantics


class BashSemantics(OrdinarySemantics):
    """How the names and types of Bash behave."""

    enclosing_names = True
    foreign_names = True
    hidden = ""
