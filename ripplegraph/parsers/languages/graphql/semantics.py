"""The semantics of GraphQL."""

from __future__ import annotations

from ripplegraph.parsers.families.namespaces import NamespaceSemantics


class GraphQlSemantics(NamespaceSemantics):
    """How the names and types of GraphQL behave."""

    receiver = "<this>"
