"""Names that a file may use without importing them: by conventions of folders, or registered.

Frameworks declare the conventions. Each file declares what it offers by its own path and exports;
who looks a name up notes that look, and where projects of the framework begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from posixpath import dirname
from typing import Final

from ripplegraph.frameworks.catalog import find_frameworks
from ripplegraph.frameworks.declarations import AutoImports
from ripplegraph.graph.expressions import TextLiteral
from ripplegraph.graph.stored_facts import read_references
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import slot_id
from ripplegraph.linking.lookup.packages import nearest
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import INFERRED, FileLinks
from ripplegraph.linking.values.slots import DefinitionSlot, ExportSlot, OutsideSlot, Slot

_GLOBAL: Final = "<registered>"
"""The key under which files declare what they register under a name for all components."""
_REGISTERING: Final = {"component": "", "directive": "v"}
_SECTIONS: Final = ("methods", "computed")
_WORD = re.compile(r"[A-Za-z0-9]+")
_PART = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
_NO_NAMES: Final = frozenset({"default", "*", "="})
_ENDING = re.compile(r"\.(?:vue|svelte|[cm]?[jt]sx?)$")
_VUE: Final = "vue"
_MOST: Final = 3
_SURE: Final = 0.9
_WORDS: Final = "used without an import"

Names = set[tuple[str, str]]


@cache
def _find_conventions() -> tuple[tuple[str, AutoImports], ...]:
    """Return the conventions of all frameworks, each with the key of its names."""
    return tuple(
        (f"<{framework.name} {number}>", rule)
        for framework in find_frameworks()
        for number, rule in enumerate(framework.auto_imports)
    )


def find_offered(view: FileView) -> Names:
    """Return the names that a file offers to all of its project, each under the key of a rule."""
    found: Names = set()
    for key, rule in _find_conventions():
        folders = view.path.split("/")[:-1]
        if _is_config(view, rule):
            found.add((key, ""))
        if any(folder in rule.components for folder in folders):
            found.add((key, name_component(view.path, rule)))
        elif any(folder in rule.exports for folder in folders):
            found |= {(key, name) for name in view.exports if name not in _NO_NAMES}
            if "default" in view.exports:
                found.add((key, _name_default(view.path)))
    for name, given, _ in _find_registered(view):
        found |= {(_GLOBAL, name), (_GLOBAL, f"{name}={given}")}
    return found


def _is_config(view: FileView, rule: AutoImports) -> bool:
    name = _ENDING.sub("", view.path.rpartition("/")[2])
    return name == rule.config and (
        not rule.packages or any(item.spec.startswith(rule.packages) for item in view.facts.imports)
    )


def name_component(path: str, rule: AutoImports) -> str:
    """Return the name of a component by its path; words that folders and file share stand once."""
    parts = path.split("/")
    start = max(i for i, part in enumerate(parts[:-1]) if part in rule.components)
    folders = [w for part in parts[start + 1 : -1] for w in _split(part)] if rule.has_paths else []
    stem = parts[-1].partition(".")[0]
    own = [] if folders and stem == "index" else _split(stem)
    for count in range(min(len(folders), len(own)), 0, -1):
        if folders[-count:] == own[:count]:
            folders = folders[:-count]
            break
    return "".join(folders + own)


def _split(name: str) -> list[str]:
    return [
        part[:1].upper() + part[1:] for word in _WORD.findall(name) for part in _PART.findall(word)
    ]


def _name_default(path: str) -> str:
    parts = path.split("/")
    stem = parts[-1].partition(".")[0]
    name = "".join(_split(parts[-2] if stem == "index" and len(parts) > 1 else stem))
    return name[:1].lower() + name[1:]


def _find_registered(view: FileView) -> Iterator[tuple[str, str, int]]:
    """Yield the names under which a file registers something, with what it is and the call."""
    for index, site in enumerate(view.sites):
        owner, _, last = site.callee.rpartition(".") if isinstance(site.callee, str) else ("",) * 3
        if owner and last in _REGISTERING:
            args = view.calls[index].args
            if len(args) > 1 and type(args[0]) is TextLiteral and isinstance(args[1], str):
                yield _REGISTERING[last] + "".join(_split(args[0].text)), args[1], index


class AutoImported:
    """Finds names that a file uses without importing them."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def find(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that nothing in its file binds."""
        if view.facts.language == _VUE:
            found = self._find_option(view, name) or self._find_registered(name)
            if found:
                return found
        for key, rule in _find_conventions():
            found = self._find_offered(key, rule, view.path, name)
            if found:
                return found
        return ()

    def add_edges(self, view: FileView, links: FileLinks) -> None:
        """Add what a file uses without importing it, as its imports would be."""
        if view.facts.language != _VUE and not self._find_roots(view.path):
            return
        for name, scope, position, line in _find_names(view):
            if name in view.semantics.builtins or view.use(scope, name).where >= 0:
                continue
            for slot in self.find(view, name):
                target = slot.path if type(slot) is ExportSlot else slot_id(self._analysis, slot)
                if target is None or type(slot) is OutsideSlot or target == view.path:
                    continue
                kind = "references" if "::" in target else "imports"
                source = view.source_at(position)
                links.add(source, kind, target, line, INFERRED, 1, _SURE, _WORDS)

    def _find_roots(self, path: str) -> list[str]:
        """Return the folders of projects with such names around a file."""
        find = self._analysis.packages.find
        return [
            root
            for key, _ in _find_conventions()
            for config in find(key, "")
            if _is_inside(path, root := dirname(config))
        ]

    def _find_option(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return the method or computed property of a component with a name."""
        ends = tuple(f"{section}.{name}" for section in _SECTIONS)
        return [
            DefinitionSlot(view.path, index)
            for index, item in enumerate(view.definitions)
            if item.name == name and item.qualified.removeprefix("default.") in ends
        ]

    def _find_registered(self, name: str) -> Sequence[Slot]:
        find = self._analysis.packages.find
        slots: list[Slot] = []
        for path in find(_GLOBAL, name):
            view = self._analysis.view(path)
            for own, given, index in _find_registered(view):
                if own == name:
                    find(_GLOBAL, f"{name}={given}")
                    call = view.sites[index]
                    slots += self._analysis.chain_slots(given, view, call.scope, call.position)
        return slots if len(slots) <= _MOST else ()

    def _find_offered(
        self, key: str, rule: AutoImports, importer: str, name: str
    ) -> Sequence[Slot]:
        find = self._analysis.packages.find
        roots = [dirname(path) for path in find(key, "")]
        around = [root for root in roots if _is_inside(importer, root)]
        if not around:
            return ()
        root = max(around, key=len)
        shown = next((p for p in rule.prefixes if name.startswith(p) and name != p), "")
        for wanted in (name, name.removeprefix(shown)):
            paths = [
                path
                for path in find(key, wanted)
                if path != importer and _shares(path, importer, root, rule)
            ]
            slots = [
                slot
                for path in nearest(paths, importer)
                for slot in self._find_export(path, wanted, rule)
            ]
            if slots and len(slots) <= _MOST:
                return slots
        return [OutsideSlot(f"{own}.{name}") for own, names in rule.outside if name in names]

    def _find_export(self, path: str, name: str, rule: AutoImports) -> Sequence[Slot]:
        is_component = any(folder in rule.components for folder in path.split("/")[:-1])
        find = self._analysis.modules.attribute_slots
        return (not is_component and find(path, name)) or find(path, "default")


def _find_names(view: FileView) -> Iterator[tuple[str, int, int, int]]:
    """Yield the first name of everything that a file reads or calls, with its place."""
    for item in read_references(view.facts):
        if item.base is None:
            yield item.chain.partition(".")[0], item.scope, item.position, item.line
    for site in view.sites:
        if isinstance(site.callee, str):
            yield site.callee.partition(".")[0], site.scope, site.position, site.line


def _is_inside(path: str, folder: str) -> bool:
    return not folder or path.startswith(f"{folder}/")


def _shares(path: str, importer: str, root: str, rule: AutoImports) -> bool:
    """Whether two files of a project share their names."""
    if not _is_inside(path, root):
        return False
    start = len(root) + 1 if root else 0
    first, second = (
        next((folder for folder in rule.apart if own[start:].startswith(f"{folder}/")), "")
        for own in (path, importer)
    )
    return first == second
