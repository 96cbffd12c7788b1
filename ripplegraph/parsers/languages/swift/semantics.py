"""The semantics of Swift."""

from __future__ import annotations

from ripplegraph.parsers.families.namespaces import NamespaceSemantics
from ripplegraph.parsers.languages.swift.resolver import TARGET_FOLDERS


class SwiftSemantics(NamespaceSemantics):
    """How the names and types of Swift behave."""

    receiver = "self"
    parent = "super"
    constructors = ("constructor",)
    package_folders = TARGET_FOLDERS
    members_around = True
    foreign_names = True
    adds_members = True
    members_below = False
    types_in_body = True
