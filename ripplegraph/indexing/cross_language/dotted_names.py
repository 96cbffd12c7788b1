"""Finds what a dotted name in a text means: a module of the project, or something in one."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import slot_id
from ripplegraph.linking.module_resolution import ModuleResolver, Resolved

OUTSIDE = "ext:"


class DottedNames:
    """Looks dotted names up the way Python would import them, noting every look."""

    def __init__(self, analysis: Analysis, resolver: ModuleResolver | None) -> None:
        self._analysis = analysis
        self._resolver = resolver

    def find_object(self, text: str, importer: str, probed: set[str]) -> str | None:
        """Return the definition or module that `a.b.C`, `a.b.C.method` or `a.b:c` names."""
        module, _, name = text.partition(":")
        parts = module.split(".")
        if self._is_outside(parts[0], importer, probed):
            return None
        if name:
            return self._find(parts, name.split("."), importer, probed)
        for cut in (1, 0, 2):
            if len(parts) > cut:
                at = len(parts) - cut
                found = self._find(parts[:at], parts[at:], importer, probed)
                if found is not None:
                    return found
        return None

    def find_module(self, text: str, importer: str, probed: set[str]) -> str | None:
        """Return the file of a module, or of what running a package starts."""
        if not text.startswith(".") and self._is_outside(text.partition(".")[0], importer, probed):
            return None
        path = self._find([text], (), importer, probed)
        if path is not None and path.endswith("/__init__.py"):
            main = path.removesuffix("__init__.py") + "__main__.py"
            probed.add(main)
            return main if main in self._analysis.paths else path
        return path or (self.find_object(text, importer, probed) if text[0] != "." else None)

    def _is_outside(self, top: str, importer: str, probed: set[str]) -> bool:
        """Whether the first part of a name is no module here: most names end with this look."""
        found = self._resolve(top, importer, probed)
        return found is None or found.external is not None

    def _find(
        self, module: Sequence[str], names: Sequence[str], importer: str, probed: set[str]
    ) -> str | None:
        found = self._resolve(".".join(module), importer, probed)
        if found is None or not found.paths or found.paths[0] not in self._analysis.paths:
            return None
        path = found.paths[0]
        return self._find_member(path, names) if names else path

    def _find_member(self, path: str, names: Sequence[str]) -> str | None:
        for slot in self._analysis.modules.attribute_slots(path, names[0]):
            target = slot_id(self._analysis, slot)
            if target is not None and not target.startswith(OUTSIDE):
                return self._find_own(target, names[1:]) if len(names) > 1 else target
        return None

    def _find_own(self, owner: str, names: Sequence[str]) -> str | None:
        """Return a definition inside another one, or the outer one where it has no such."""
        path, _, qualified = owner.partition("::")
        view = self._analysis.find_view(path)
        if view is None or not qualified:
            return None
        self._analysis.ask(view, names[0])
        wanted = f"{path}::{qualified}.{'.'.join(names)}"
        return wanted if wanted in view.ids else owner

    def _resolve(self, spec: str, importer: str, probed: set[str]) -> Resolved | None:
        if self._resolver is None:
            return None
        found = self._resolver.resolve(spec, importer)
        probed.update(found.probed)
        return found
