"""The protocol of a language's semantics, and a file with the semantics of its language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ripplegraph.linking.files.file_tables import FileTables
from ripplegraph.linking.files.rules import LanguageNames, LanguageRules


class LinkedLanguage(LanguageNames, Protocol):
    """A language as far as linking has to know it."""

    @property
    def semantics(self) -> Callable[..., Semantics]:
        """Return what makes its semantics, from the language and the analysis to ask."""


class Semantics(LanguageRules):
    """What the linker asks a language: one object for each language of an analysis."""


class FileView(FileTables):
    """One file as the linker looks at it, with the semantics of its language."""

    __slots__ = ()
    semantics: Semantics
