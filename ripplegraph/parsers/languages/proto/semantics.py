"""The semantics of Protocol buffers."""

from __future__ import annotations

from ripplegraph.parsers.families.namespaces import NamespaceSemantics


class ProtoSemantics(NamespaceSemantics):
    """How the names and types of Protocol buffers behave."""

    receiver = "<this>"
    members_around = True
