"""The semantics of Go."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import dirname

from ripplegraph.graph.facts import DECLARATION, Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.slots import Slot
from ripplegraph.linking.values.targets import Targets
from ripplegraph.linking.values.value import Class
from ripplegraph.parsers.families.packages import FolderSemantics
from ripplegraph.parsers.languages.go.builds import are_built_together
from ripplegraph.parsers.languages.go.implementations import Implementations
from ripplegraph.parsers.languages.go.known_library import GO_LIBRARY
from ripplegraph.parsers.languages.go.methods import Methods, interface_key, interface_methods

_TEST_FILE = "_test.go"
"""How the names of files end that belong to their package only while it is tested."""
_TEST_PACKAGE = "_test"


class GoSemantics(FolderSemantics):
    """Folders are packages, files give methods to types, and types need not name interfaces."""

    known = GO_LIBRARY
    receiver = "<receiver>"
    types_in_body = True
    adds_members = True
    members_below = False
    generic_functions = True
    calls_types = False
    fits_targets = True
    reads_interfaces = True

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._methods = analysis.part(Methods)
        self._implementations = Implementations(analysis)

    def sees_tests(self, view: FileView, namespace: str) -> bool:
        return view.path.endswith(_TEST_FILE) and dirname(view.path) == namespace

    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        if not view.scopes:
            return set()
        is_test = view.path.endswith(_TEST_FILE)
        is_offered = not is_test or not view.facts.package.endswith(_TEST_PACKAGE)
        found = self.offer_names(view, is_test=is_test, is_offered=is_offered)
        methods = [name for _, names in interface_methods(view) for name in names]
        return found | {(interface_key(view), name) for name in methods}

    def added_members(self, view: FileView, index: int, name: str) -> Sequence[Slot]:
        return self._methods.extension_slots(view, index, name)

    def keep_built(self, view: FileView | None, paths: Sequence[str], name: str) -> Sequence[str]:
        own = ("", "") if view is None else (view.path, view.facts.condition)
        return [path for path in paths if are_built_together(*own, *self._ask(path, name))]

    def _ask(self, path: str, name: str) -> tuple[str, str]:
        """Return the path and the condition of a file that declares a name."""
        view = self._analysis.view(path)
        self._analysis.ask(view, name)
        return path, view.facts.condition

    def owner_of(self, view: FileView, scope: int) -> tuple[str, int] | None:
        """Methods stand beside their type, in whatever file of the package."""
        found = super().owner_of(view, scope)
        if found is not None:
            return found
        around = scope if view.scopes[scope].kind == "class" else view.scopes[scope].parent
        end = view.scopes[0].end
        for extension in view.extensions_at(around):
            for value in self._analysis.chain_values(extension.name, view, 0, end, as_type=True):
                if type(value) is Class:
                    return value.path, value.definition
        return None

    def parameters_in(
        self, view: FileView, method: Declaration | None, owner: tuple[str, int]
    ) -> Sequence[str]:
        """A method may give the type parameters of its type other names."""
        own = self.type_parameters(view, method) if method is not None else ()
        return own or super().parameters_in(view, method, owner)

    def fit_targets(self, view: FileView, index: int, targets: Targets, limit: int) -> Targets:
        """Leave out what is never part of one build with the call site."""
        if len(targets) < 2:
            return targets
        return tuple(target for target in targets if self._is_built_with(view, target.path))

    def _is_built_with(self, view: FileView, path: str) -> bool:
        if not path:
            return True
        condition = self._analysis.views[path].facts.condition
        return are_built_together(view.path, view.facts.condition, path, condition)

    def call_kind(self, definition: Declaration) -> str:
        """What is called by a method without a body is what it dispatches to."""
        is_read = definition.kind != "function" or definition.flags & DECLARATION
        return "references" if is_read else "calls"

    def add_edges(self, view: FileView, links: FileLinks) -> None:
        self._implementations.add(view, links)
