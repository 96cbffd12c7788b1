"""The semantics of Bash."""

from __future__ import annotations

from ripplegraph.linking.semantics import FileView
from ripplegraph.parsers.families.namespaces import EnclosingSemantics


class BashSemantics(EnclosingSemantics):
    """How the names and types of Bash behave."""

    foreign_names = True

    def offers(self, view: FileView, name: str) -> bool:
        return True
