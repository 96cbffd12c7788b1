"""The semantics of SQL."""

from __future__ import annotations

from ripplegraph.parsers.families.namespaces import NamespaceSemantics


class SqlSemantics(NamespaceSemantics):
    """How the names and types of SQL behave."""

    foreign_names = True
