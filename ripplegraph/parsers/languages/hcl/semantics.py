"""The semantics of HCL."""

from __future__ import annotations

from ripplegraph.linking.ordinary import OrdinarySemantics


class HclSemantics(OrdinarySemantics):
    """How the names and types of HCL behave."""

    receiver = "<this>"
    shared_names = "folder"
