"""Packages whose files share their names: what one file declares, the others see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import dirname
from typing import TYPE_CHECKING, Protocol

from ripplegraph.indexing.linking.marks import DECLARED
from ripplegraph.indexing.linking.slots import BINDING, TO_NAMESPACE, Slot
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

FILE = ""
"""Declared by every file of a package: stands for the file itself."""
CLAUSE = "package "
"""Before the name that the files of a package give it; declared by each of them."""
ALL = "*"
"""After a type and a dot: stands for everything that files of the package add to it."""


class PackageIndex(Protocol):
    """Answers what no single file can."""

    def declarers(self, key: str, name: str) -> Sequence[str]:
        """Return the files that declare a name under the key of a package."""


class Packages:
    """Looks names up in packages."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.index: PackageIndex = WholePackages(world)

    def find(self, key: str, name: str) -> Sequence[str]:
        """Return the files of a package that declare a name, noting the look."""
        solver = self._world.solver
        solver.read.add(solver.marks.of(f"{DECLARED}{key} {name}"))
        return self.index.declarers(key, name)

    def own_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that another file of the same package declares."""
        return self._slots(self.find(inner_key(view), name), name)

    def member_slots(self, namespace: str, inside: bool, name: str) -> Sequence[Slot]:
        """Return where a name of a package leads that is imported."""
        found: list[Slot] = []
        for key in outer_keys(namespace, inside):
            found += self._slots(self.find(key, name), name)
        return found

    def files(self, namespace: str) -> Sequence[str]:
        """Return the files of a package."""
        return self.find(outer_keys(namespace, False)[0], FILE)

    def called_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return the imported package that calls itself by a name other than its path's."""
        for item in view.facts.imports:
            found = self._world.modules.resolve(view, item.spec).namespace
            if found is not None and self.find(outer_keys(found, False)[0], CLAUSE + name):
                return ((TO_NAMESPACE, found, is_inside(view, found)),)
        return ()

    def extension_slots(self, view: FileView, index: int, member: str) -> list[Slot]:
        """Return where a member leads that some file of the package gives one of its types."""
        definition = view.definitions[index]
        if definition.scope:
            return []
        slots: list[Slot] = []
        for path in self.find(inner_key(view), f"{definition.name}.{member}"):
            other = self._world.view(path)
            other.asked.add(member)
            for extension in other.facts.extensions:
                if extension.name == definition.name:
                    indexes = other.table(extension.scope).get(member, ())
                    slots += [(BINDING, path, extension.scope, i) for i in indexes]
        return slots

    def extended(self, view: FileView, index: int) -> list[str]:
        """Return the names of all members that files of the package give one of its types."""
        own = view.definitions[index].name
        names = {
            member
            for path in self.find(inner_key(view), f"{own}.{ALL}")
            for name, member in extension_members(self._world.view(path))
            if name == own
        }
        return sorted(names)

    def interfaces(self, view: FileView, method: str) -> list[tuple[str, int]]:
        """Return the interfaces of a file's language that declare a method, by path and place."""
        found: list[tuple[str, int]] = []
        for path in self.find(interface_key(view), method):
            other = self._world.view(path)
            other.asked.add(method)
            found += [(path, i) for i, names in interface_methods(other) if method in names]
        return found

    def _slots(self, paths: Sequence[str], name: str) -> list[Slot]:
        slots: list[Slot] = []
        for path in paths:
            view = self._world.view(path)
            view.asked.add(name)
            for index in view.reaching(0, name, view.scopes[0].end):
                slots += self._world.names.follow(view, 0, index)
        return slots


class WholePackages:
    """Looks at every file once; for a world that holds them all."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._declarers: dict[tuple[str, str], list[str]] | None = None

    def declarers(self, key: str, name: str) -> Sequence[str]:
        if self._declarers is None:
            found: dict[tuple[str, str], list[str]] = {}
            for path in sorted(self._world.paths):
                for pair in declared_names(self._world.views[path]):
                    found.setdefault(pair, []).append(path)
            self._declarers = found
        return self._declarers.get((key, name), ())


def inner_key(view: FileView) -> str:
    """Return what the files that see a file's names have in common."""
    package = view.facts.package
    return f"{dirname(view.path)}:{package}" if view.rules.shared_names == "folder" else package


def outer_keys(namespace: str, inside: bool) -> tuple[str, ...]:
    """Return what is seen of a package that is imported; its own tests see a little more."""
    return (f"{namespace}/", f"{namespace}/tests") if inside else (f"{namespace}/",)


def is_inside(view: FileView, namespace: str) -> bool:
    """Whether a file tests a package from outside: what the tests inside add is seen by it, too."""
    ending = view.rules.package_tests
    return bool(ending) and view.path.endswith(ending) and dirname(view.path) == namespace


def declared_names(view: FileView) -> set[tuple[str, str]]:
    """Return what a file declares for its package: each name under each key it is seen by."""
    rules = view.rules
    if not rules.shared_names or not view.scopes:
        return set()
    bindings = view.scopes[0].bindings
    names = {
        name
        for name, indexes in view.table(0).items()
        if any(bindings[i].kind not in "if" for i in indexes)
    }
    names.discard("*")
    extended = set(extension_members(view))
    members = {f"{own}.{name}" for own, name in extended} | {f"{own}.{ALL}" for own, _ in extended}
    home = dirname(view.path) if rules.shared_names == "folder" else view.facts.package
    is_test = bool(rules.package_tests) and view.path.endswith(rules.package_tests)
    outer = outer_keys(home, True)[is_test]
    offered = {*names, FILE, CLAUSE + view.facts.package}
    inner = inner_key(view)
    found = {(inner, name) for name in names | members}
    if not is_test or not view.facts.package.endswith("_test"):
        found |= {(outer, name) for name in offered}
    if rules.structural:
        methods = [name for _, names in interface_methods(view) for name in names]
        found |= {(interface_key(view), name) for name in methods}
    return found


def words_of(key: str, name: str) -> tuple[str, ...]:
    """Return the marks of everything that is not the same when a file declares a name or not."""
    own, dot, _ = name.partition(".")
    whole = (f"{DECLARED}{key} {own}.{ALL}",) if dot else ()
    return (f"{DECLARED}{key} {name}", *whole)


def interface_key(view: FileView) -> str:
    """Return what all interfaces that a file's types may implement have in common."""
    return f"<interface> {view.language.name}"


def interface_methods(view: FileView) -> Iterator[tuple[int, list[str]]]:
    """Return the interfaces of a file with the methods that they declare themselves."""
    for i, definition in enumerate(view.definitions):
        if definition.kind == "interface" and definition.body >= 0 and not definition.scope:
            bindings = view.scopes[definition.body].bindings
            yield i, [binding.name for binding in bindings if binding.kind == "d"]


def extension_members(view: FileView) -> Iterator[tuple[str, str]]:
    """Return each type that a file extends with each member that it gives it."""
    for extension in view.facts.extensions:
        for name in view.table(extension.scope):
            yield extension.name, name
