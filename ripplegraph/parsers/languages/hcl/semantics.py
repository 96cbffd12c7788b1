"""The semantics of HCL."""

from __future__ import annotations

from ripplegraph.parsers.families.packages import FolderSemantics


class HclSemantics(FolderSemantics):
    """How the names and types of HCL behave."""

    receiver = "<this>"
