"""The semantics of Swift."""

from __future__ import annotations

from ripplegraph.linking.lookup.packages import QUALIFIED
from ripplegraph.linking.semantics import FileView
from ripplegraph.parsers.families.namespaces import PartSemantics
from ripplegraph.parsers.languages.swift.resolver import TARGET_FOLDERS, find_package_folder


class SwiftSemantics(PartSemantics):
    """How the names and types of Swift behave."""

    receiver = "self"
    parent = "super"
    constructors = ("constructor",)
    members_around = True
    foreign_names = True
    members_below = False

    def root_of(self, view: FileView) -> str:
        """Files of a target share their full names, and no others do."""
        return f"{self.family}:{find_package_folder(view.path, TARGET_FOLDERS)}{QUALIFIED}"
