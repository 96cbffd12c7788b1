"""The semantics that languages with namespaces share."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.files.rules import BoundNames
from ripplegraph.linking.lookup.packages import QUALIFIED
from ripplegraph.linking.ordinary import OrdinarySemantics
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import Slot
from ripplegraph.linking.values.value import Called, Values
from ripplegraph.parsers.families.callbacks import Callbacks
from ripplegraph.parsers.families.collections import COLLECTIONS
from ripplegraph.parsers.families.enclosing_scopes import EnclosingScopes, NamespaceScopes
from ripplegraph.parsers.families.full_names import DeclaredParts, full_declarations


class EnclosingSemantics(OrdinarySemantics):
    """Names that are seen through the classes and namespaces around a place."""

    known = COLLECTIONS
    members_around = False
    """Whether members of the classes around a place, inherited ones too, are seen from it."""
    outer_functions = True
    """Whether that goes for functions of classes further out, and not only of the innermost."""
    scopes: type[EnclosingScopes] = EnclosingScopes
    """What looks for the names."""

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._callbacks = analysis.part(Callbacks)
        self._scopes = self.scopes(
            analysis,
            root_of=self.root_of,
            sees_members=self.members_around,
            sees_outer_functions=self.outer_functions,
        )

    def root_of(self, view: FileView) -> str:
        """Return the namespace of all full names that a file shares with others, "" for none."""
        return ""

    def unbound_key(self, file: BoundNames, scope: int) -> Hashable:
        return file.surrounding(scope)

    def find_unbound(self, view: FileView, use: NameUse, scope: int, name: str) -> Sequence[Slot]:
        return self._scopes.slots(view, scope, name)

    def unbound_values(
        self, view: FileView, scope: int, name: str, slots: Sequence[Slot], *, as_type: bool
    ) -> Values:
        return self._scopes.values(view, scope, slots)

    def given_by(self, function: Called, at: int, parameter: int) -> Values:
        return self._callbacks.given_by(function, at, parameter)


class NamespaceSemantics(EnclosingSemantics):
    """Full names that all files share."""

    scopes = NamespaceScopes

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._parts = DeclaredParts(analysis, self.root_of)

    def root_of(self, view: FileView) -> str:
        return f"{self.family}{QUALIFIED}"

    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        if not view.scopes:
            return set()
        return full_declarations(view, self.root_of(view)) | super().declared_names(view)

    def find_in_namespace(
        self, namespace: str, name: str, view: FileView | None = None
    ) -> Sequence[Slot]:
        return self._parts.find(namespace, name)


class PartSemantics(NamespaceSemantics):
    """Types that may be declared in parts, in several files."""

    def find_parts(self, view: FileView, index: int) -> Sequence[tuple[str, int]]:
        return self._parts.parts(view, index)

    def added_members(self, view: FileView, index: int, name: str) -> Sequence[Slot]:
        return self._parts.slots(view, index, name)
