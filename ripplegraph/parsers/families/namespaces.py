"""The semantics that languages with namespaces share."""

from __future__ import annotations

from ripplegraph.linking.ordinary import OrdinarySemantics


class NamespaceSemantics(OrdinarySemantics):
    """Full names that all files share, and names seen through namespaces around a place."""

    shared_names = "qualified"
    enclosing_names = True
