"""Links one file: what its imports, bases and calls lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from ripplegraph.graph.expressions import GENERICS, Attribute, Expr
from ripplegraph.graph.facts import DECORATOR, FOR_TYPES, IMPLICIT, RAISED, Import
from ripplegraph.graph.name_places import LOCAL, OUTSIDE, UNKNOWN
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import outside_id, slot_id, symbol_id
from ripplegraph.linking.engine.attempts import LinkAttempts
from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import AMBIGUOUS, EXACT, INFERRED, FileLinks
from ripplegraph.linking.values.slots import BindingSlot, ModuleSlot, Slot
from ripplegraph.linking.values.targets import Targets
from ripplegraph.linking.values.value import Class, External, Result, Value

UNRESOLVED = "unresolved"
EXTERNAL_CALL = "external"
_FOR_TYPES = 0.6
"""How surely an edit reaches a file that is imported for its types only: it does not run."""


class FileLinker:
    """Links one file against the analysis."""

    def __init__(
        self, analysis: Analysis, view: FileView, links: FileLinks, attempts: LinkAttempts
    ) -> None:
        self._analysis = analysis
        self._attempts = attempts
        self._view = view
        self._links = links

    # Imports ----------------------------------------------------------------------------------

    def link_imports(self) -> None:
        """Link the file to the files, folders and packages it imports."""
        for item in self._view.facts.imports:
            self._attempts.attempt_at(
                self._view.path, "an import", item.line, partial(self._link_import, item)
            )
        for export in self._view.facts.exports:
            if export.spec and export.name != "*":
                member = export.member or export.name
                slots = self._analysis.modules.member_slots(self._view, export.spec, member)
                self._add_exports(slots, export.line)

    def _link_import(self, item: Import) -> None:
        view, modules = self._view, self._analysis.modules
        found = modules.resolve(view, item.spec)
        if found.namespace is not None:
            self._link_namespace(found, item)
            return
        if found.external is not None:
            self._add(view.path, "imports", outside_id(found.external), item.line)
            return
        followed = view.semantics.follow_import(view, item.spec, item.names, found.paths)
        if followed is not None:
            self._link_followed(followed, item)
            return
        named = [name for name in item.names if name != "*"]
        whole = not named or view.semantics.exports
        for name in named:
            slots = modules.member_slots(view, item.spec, name)
            for slot in slots:
                if type(slot) is ModuleSlot and slot.path not in found.paths:
                    self._add(view.path, "imports", slot.path, item.line)
                    continue
                whole = True
                self._link_member(slot, found.paths, item)
            whole = whole or not slots
        if whole:
            for path in found.paths:
                count = len(found.paths) if found.ambiguous else 1
                self._add_import(path, item.line, count, for_types=item.kind == FOR_TYPES)

    def _add_import(self, path: str, line: int, candidates: int, *, for_types: bool) -> None:
        source = self._view.path
        if candidates == 1 and not for_types:
            self._add(source, "imports", path, line)
        elif candidates == 1:
            self._links.add(source, "imports", path, line, INFERRED, 1, _FOR_TYPES, "for types")
        elif path != source:
            confidence = _confidence(AMBIGUOUS, candidates)
            self._links.add(source, "imports", path, line, AMBIGUOUS, candidates, confidence)

    def _link_followed(
        self, followed: Sequence[tuple[set[str], Sequence[Slot]]], item: Import
    ) -> None:
        """Link to the files of the modules in which what is imported is looked for."""
        view = self._view
        for paths, slots in followed:
            for path in sorted(paths - {view.path}):
                self._add(view.path, "imports", path, item.line)
            for slot in slots:
                if type(slot) is BindingSlot:
                    self._link_member(slot, tuple(paths), item)

    def _link_namespace(self, found: Resolved, item: Import) -> None:
        """Link to the files of a package that declare what is used of it, or to all of them."""
        view, analysis = self._view, self._analysis
        paths: Iterable[str] = analysis.modules.import_paths(view, item.spec, item.names)
        namespace, foreign = found.namespace or "", view.semantics.foreign_names
        takes_all = not item.names if foreign else found.external is None or "*" in item.names
        if not paths and takes_all:
            paths = analysis.packages.files(namespace)
        for path in sorted(paths):
            if path != view.path:
                self._add(view.path, "imports", path, item.line)
        outside = (
            item.spec if foreign and not analysis.packages.files(namespace) else found.external
        )
        if not paths and outside is not None:
            self._add(view.path, "imports", outside_id(outside), item.line)

    def _link_member(self, slot: Slot, paths: tuple[str, ...], item: Import) -> None:
        """A name that a module only passes on ties the file to where it is really defined."""
        target = slot_id(self._analysis, slot)
        if target is None or target.startswith("ext:"):
            return
        path = target.partition("::")[0]
        if path not in paths and path != self._view.path:
            self._add(self._view.path, "references", path, item.line)
        if self._view.semantics.passes_on(self._view, item):
            self._add_exports([slot], item.line)

    def _add_exports(self, slots: Iterable[Slot], line: int) -> None:
        for slot in slots:
            target = slot_id(self._analysis, slot)
            if target is not None and not target.startswith("ext:"):
                self._add(self._view.path, "exports", target, line)

    # Classes ----------------------------------------------------------------------------------

    def link_classes(self) -> None:
        """Link classes to their bases."""
        for i, definition in enumerate(self._view.definitions):
            for kind, expressions in (
                ("extends", definition.bases),
                ("implements", definition.implements),
            ):
                for expression in expressions:
                    link = partial(self._link_base, i, kind, expression)
                    self._attempts.attempt_at(self._view.path, "a base", definition.line, link)

    def _link_base(self, index: int, kind: str, expression: Expr) -> None:
        view = self._view
        definition = view.definitions[index]
        values = self._analysis.classes.base_values(expression, view, definition)
        named = expression.base if isinstance(expression, GENERICS) else expression
        resolution = EXACT if isinstance(named, str) else INFERRED
        for target in sorted(t for v in values if (t := self._base_id(v))):
            if target != view.ids[index]:
                self._add(view.ids[index], kind, target, definition.line, resolution)

    def link_extensions(self) -> None:
        """Link the types of the file to what they implement by extensions, in whatever files."""
        view = self._view
        if not view.semantics.answers.added_bases:
            return
        for i, definition in enumerate(view.definitions):
            if definition.kind not in ("class", "interface"):
                continue
            for values in view.semantics.added_bases(view, i):
                for target in sorted(t for v in values if (t := self._base_id(v))):
                    if target != view.ids[i]:
                        self._add(view.ids[i], "implements", target, definition.line)

    def _base_id(self, value: Value) -> str | None:
        if type(value) is Class:
            return symbol_id(self._analysis, value.path, value.definition)
        if type(value) is External or type(value) is Result:
            return outside_id(value.name)
        return None

    # Calls ------------------------------------------------------------------------------------

    def add_calls(self, found: Sequence[Targets]) -> None:
        """Add the edges of every call site, and count how it was resolved."""
        scopes, counts = self._view.scopes, self._links.counts
        seen: dict[tuple[int, int], int] = {}
        outcomes: dict[int, str] = {}
        plain = self._links.bindings is None
        for call, targets in zip(self._view.sites, found, strict=True):
            flags = call.flags
            if not flags & (IMPLICIT | RAISED):
                outcome = outcomes.get(id(targets)) if targets else self._missing(call)
                if outcome is None:
                    outcome = outcomes[id(targets)] = _outcome(targets)
                counts[outcome] = counts.get(outcome, 0) + 1
                if outcome == UNRESOLVED:
                    self._miss(call)
            if not targets:
                continue
            if plain and not flags:
                key = (scopes[call.scope].owner, id(targets))
                line = seen.get(key)
                if line is not None and line <= call.line:
                    continue
                seen[key] = call.line
            self._add_call(call, targets)

    def record_calls(self, found: Sequence[Targets]) -> None:
        """Record what the name at each call site was bound to."""
        verdicts: dict[int, int] = {}
        record = self._links.places.add
        for call, targets in zip(self._view.sites, found, strict=True):
            if not targets:
                if not call.flags & IMPLICIT:
                    record(call.position, self._judge_missing(call))
                continue
            verdict = verdicts.get(id(targets))
            if verdict is None:
                verdict = verdicts[id(targets)] = self._judge(targets)
            record(call.position, verdict)

    def _judge(self, targets: Targets) -> int:
        """Return the verdict of a place that calls one of some targets."""
        own = [target for target in targets if target.definition is not None]
        if own:
            ambiguous = all(target.resolution == AMBIGUOUS for target in own)
            symbols = [target.id for target in own if not target.unnamed]
            return self._links.places.number(symbols, ambiguous=ambiguous) if symbols else LOCAL
        return UNKNOWN if all(target.vague for target in targets) else OUTSIDE

    def _judge_missing(self, call: CallSite) -> int:
        """Return the verdict of a place that calls nothing known."""
        if isinstance(call.callee, str) and "." not in call.callee:
            return LOCAL if self._view.use(call.scope, call.callee).where >= 0 else UNKNOWN
        return OUTSIDE if self._missing(call) == EXTERNAL_CALL else UNKNOWN

    def _miss(self, call: CallSite) -> None:
        name = _called_name(call)
        if name:
            self._links.miss(name, call.line)

    def _missing(self, call: CallSite) -> str:
        """Return how to count a call site without a target: is its callee taken from something?"""
        if self._view.semantics.foreign_names:
            name = _called_name(call)
            if name and self._analysis.packages.is_foreign(self._view, name):
                return EXTERNAL_CALL
        dotted = not isinstance(call.callee, str) or "." in call.callee
        return UNRESOLVED if dotted else "local"

    def _add_call(self, call: CallSite, targets: Targets) -> None:
        implicit = call.flags & IMPLICIT or (
            call.flags & DECORATOR
            and not (isinstance(call.callee, str) and "." not in call.callee)
            and any(t.resolution != EXACT for t in targets)
        )
        kind = "references" if implicit else "calls"
        source = self._view.source_of(call.scope)
        own = [t for t in targets if t.definition is not None and not t.unnamed]
        if not own and not implicit and not call.flags & RAISED:
            own = [t for t in targets if t.definition is None]
        count = len(own)
        for target in own:
            if target.definition is not None and not implicit:
                kind = self._kind_of(target.definition)
            self._links.note(call.position, kind, target.id)
            resolution = target.resolution
            confidence = 1.0 if resolution == EXACT else _confidence(resolution, count)
            self._links.add(
                source, kind, target.id, call.line, resolution, target.candidates, confidence
            )

    def _kind_of(self, key: tuple[str, int]) -> str:
        """Return what calling a definition is: where nothing runs, it is only read."""
        semantics = self._view.semantics
        if not semantics.answers.call_kind:
            return "calls"
        return semantics.call_kind(self._analysis.view(key[0]).definitions[key[1]])

    def _add(self, source: str, kind: str, target: str, line: int, resolution: str = EXACT) -> None:
        confidence = 1.0 if resolution == EXACT else 0.9
        self._links.add(source, kind, target, line, resolution, 1, confidence)


def _called_name(call: CallSite) -> str:
    """Return the name that is called, be it one, the last of a chain or a member of what an
    expression gives; "" where something without a name is called."""
    if type(call.callee) is Attribute:
        return call.callee.name
    return call.callee.rpartition(".")[2] if isinstance(call.callee, str) else ""


def _outcome(targets: Targets) -> str:
    """Return how a call site came out, as `ripple doctor` counts them."""
    outcome = EXTERNAL_CALL
    for target in targets:
        if target.resolution == AMBIGUOUS:
            return "ambiguous"
        if target.definition is not None:
            outcome = "resolved"
    return outcome


def _confidence(resolution: str, count: int) -> float:
    if resolution == AMBIGUOUS:
        return round(1 / (count + 1), 3)
    return max(0.5, 0.95 - 0.1 * max(0, count - 1))
