"""The semantics of Go."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import dirname

from ripplegraph.graph.facts import DECLARATION, Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import ITEM, FileView, Operation
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.slots import Slot
from ripplegraph.linking.values.targets import Targets
from ripplegraph.linking.values.value import Class, Function, Instance, Values
from ripplegraph.parsers.families.extensions import find_at
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
    members_below = False

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._methods = Methods(analysis, self.package_key)
        self._implementations = Implementations(analysis, self._methods, self.package_key)

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

    def owner_of(
        self, view: FileView, scope: int, method: Declaration | None = None
    ) -> tuple[tuple[str, int], Sequence[str]] | None:
        """Methods stand beside their type, in whatever file of the package, and may give its type
        parameters other names."""
        owner = self._find_owner(view, scope)
        own = self.type_parameters(view, method) if owner and method is not None else ()
        if owner is None or own:
            return owner and (owner, own)
        home = self._analysis.view(owner[0])
        return owner, self.type_parameters(home, home.definitions[owner[1]])

    def _find_owner(self, view: FileView, scope: int) -> tuple[str, int] | None:
        found = super().owner_of(view, scope)
        if found is not None:
            return found[0]
        around = scope if view.scopes[scope].kind == "class" else view.scopes[scope].parent
        end = view.scopes[0].end
        for extension in find_at(view, around):
            for value in self._analysis.chain_values(extension.name, view, 0, end, as_type=True):
                if type(value) is Class:
                    return value.path, value.definition
        return None

    def operate(self, operation: Operation, value: Instance | Function) -> Values | None:
        """The item of a function is that function, given types."""
        return frozenset({value}) if operation == ITEM and type(value) is Function else None

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
