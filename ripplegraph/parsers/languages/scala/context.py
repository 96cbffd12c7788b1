"""One Scala file while its facts are being read."""

from __future__ import annotations

from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.java.context import JavaFile


class ScalaFile(JavaFile):
    """State of the readers of one file: what classes and their companions share."""

    types: dict[tuple[int, str], ScopeDraft]
    """The scopes of types by where they are defined and their names."""
    homes: dict[int, ScopeDraft]
    """For the scope of a companion, the scope that its members are bound in."""
