"""The semantics of Go."""

from __future__ import annotations

from ripplegraph.parsers.families.packages import FolderSemantics
from ripplegraph.parsers.languages.go.builds import are_built_together


class GoSemantics(FolderSemantics):
    """How the names and types of Go behave."""

    receiver = "<receiver>"
    constructors = ()
    types_in_body = True
    package_tests = "_test.go"
    extensions = True
    adds_members = True
    members_below = False
    structural = True
    generic_functions = True
    calls_types = False
    calls_declarations = False
    fits_targets = True
    built_together = staticmethod(are_built_together)
