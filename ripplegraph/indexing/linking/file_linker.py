"""Links one file: what its imports, bases, calls and reads lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ripplegraph.graph.facts import (
    DECORATOR,
    FIXTURE,
    IMPLICIT,
    RAISED,
    TEST,
    TYPE_USE,
    Import,
    Reference,
)
from ripplegraph.graph.stored_facts import CallSite, read_references
from ripplegraph.indexing.linking.call_sites import CallSites
from ripplegraph.indexing.linking.edges import (
    AMBIGUOUS,
    EXACT,
    INFERRED,
    Binding,
    FileLinks,
    outside_id,
    slot_id,
    symbol_id,
)
from ripplegraph.indexing.linking.reads import Read, Reads, Step
from ripplegraph.indexing.linking.slots import BINDING, TO_MODULE, Slot
from ripplegraph.indexing.linking.targets import Targets
from ripplegraph.indexing.linking.uses import Use
from ripplegraph.indexing.linking.values import CLASS, EXTERNAL, RESULT, Value, Values
from ripplegraph.indexing.linking.views import FileView
from ripplegraph.indexing.linking.world import World

_BINDING_KINDS = frozenset({"calls", "extends", "implements"})


class FileLinker:
    """Links one file against the world."""

    def __init__(
        self,
        world: World,
        view: FileView,
        links: FileLinks,
        *,
        sites: CallSites,
        reads: Reads,
    ) -> None:
        self._world = world
        self._view = view
        self._links = links
        self._reads = reads
        self._sites = sites
        self._variables: dict[tuple[int, str], tuple[Read, ...]] = {}
        self._steps: dict[Values, dict[str, tuple[Step, ...]]] = {}
        self._bound: dict[str, set[str]] = {}
        """By source, the targets that are called or extended: that these are read adds nothing."""

    def source_of(self, scope: int) -> str:
        """Return the id that edges from a scope start at."""
        owner = self._view.scopes[scope].owner
        return self._view.ids[owner] if owner >= 0 else self._view.path

    # Imports ----------------------------------------------------------------------------------

    def link_imports(self) -> None:
        """Link the file to the files, folders and packages it imports."""
        for item in self._view.facts.imports:
            self._link_import(item)
        for export in self._view.facts.exports:
            if export.spec and export.name != "*":
                member = export.member or export.name
                slots = self._world.modules.member_slots(self._view, export.spec, member)
                self._add_exports(slots, export.line)

    def _link_import(self, item: Import) -> None:
        view, modules = self._view, self._world.modules
        found = modules.resolve(view, item.spec)
        if found.external is not None:
            self._add(view.path, "imports", outside_id(found.external), item.line)
            return
        named = [name for name in item.names if name != "*"]
        whole = not named or view.rules.exports
        for name in named:
            slots = modules.member_slots(view, item.spec, name)
            for slot in slots:
                if slot[0] == TO_MODULE and slot[1] not in found.paths:
                    self._add(view.path, "imports", slot[1], item.line)
                    continue
                whole = True
                self._link_member(slot, found.paths, item)
            whole = whole or not slots
        if whole:
            for path in found.paths:
                self._add(view.path, "imports", path, item.line)

    def _link_member(self, slot: Slot, paths: tuple[str, ...], item: Import) -> None:
        """A name that a module only passes on ties the file to where it is really defined."""
        target = slot_id(self._world, slot)
        if target is None or target.startswith("ext:"):
            return
        path = target.partition("::")[0]
        if path not in paths and path != self._view.path:
            self._add(self._view.path, "references", path, item.line)
        name = self._view.path.rpartition("/")[2]
        if name in self._view.rules.packages and item.scope == 0:
            self._add_exports([slot], item.line)

    def _add_exports(self, slots: Iterable[Slot], line: int) -> None:
        for slot in slots:
            target = slot_id(self._world, slot)
            if target is not None and not target.startswith("ext:"):
                self._add(self._view.path, "exports", target, line)

    # Classes ----------------------------------------------------------------------------------

    def link_classes(self) -> None:
        """Link classes to their bases."""
        view = self._view
        for i, definition in enumerate(view.definitions):
            for kind, expressions in (
                ("extends", definition.bases),
                ("implements", definition.implements),
            ):
                for expression in expressions:
                    values = self._world.classes.base_values(expression, view, definition)
                    resolution = EXACT if isinstance(expression, str) else INFERRED
                    for target in sorted(t for v in values if (t := self._base_id(v))):
                        if target != view.ids[i]:
                            self._add(view.ids[i], kind, target, definition.line, resolution)

    def _base_id(self, value: Value) -> str | None:
        if value[0] == CLASS:
            return symbol_id(self._world, value[1], value[2])
        return outside_id(value[1]) if value[0] in (EXTERNAL, RESULT) else None

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
                outcome = outcomes.get(id(targets)) if targets else _missing(call)
                if outcome is None:
                    outcome = outcomes[id(targets)] = _outcome(targets)
                counts[outcome] = counts.get(outcome, 0) + 1
            if not targets:
                continue
            if plain and not flags:
                key = (scopes[call.scope].owner, id(targets))
                line = seen.get(key)
                if line is not None and line <= call.line:
                    continue
                seen[key] = call.line
            self._add_call(call, targets)

    def _add_call(self, call: CallSite, targets: Targets) -> None:
        implicit = call.flags & IMPLICIT or (
            call.flags & DECORATOR
            and not (isinstance(call.callee, str) and "." not in call.callee)
            and any(t.resolution != EXACT for t in targets)
        )
        kind = "references" if implicit else "calls"
        source = self.source_of(call.scope)
        own = [t for t in targets if t.definition is not None and not t.unnamed]
        if not own and not implicit and not call.flags & RAISED:
            own = [t for t in targets if t.definition is None]
        count = len(own)
        for target in own:
            self._note(call.position, kind, target.id)
            resolution = target.resolution
            confidence = 1.0 if resolution == EXACT else _confidence(resolution, count)
            self._links.add(
                source, kind, target.id, call.line, resolution, target.candidates, confidence
            )

    # Reads ------------------------------------------------------------------------------------

    def link_references(self) -> None:
        """Link what is read: names, attributes, fixtures."""
        for source, kind, target in self._links.edges:
            if kind in _BINDING_KINDS:
                self._bound.setdefault(source, set()).add(target)
        for reference in read_references(self._view.facts):
            self._link_reference(reference)
        for call in self._view.sites:
            if isinstance(call.callee, str) and "." not in call.callee and not call.flags:
                self._link_called_variable(call, call.callee)
        self._link_fixtures()

    def _link_called_variable(self, call: CallSite, name: str) -> None:
        """A call of a variable reads it, whatever it holds."""
        view = self._view
        use = view.use(call.scope, name)
        if use.fixed and use.direct and not use.is_imported:
            return
        key = (use.where, name)
        reads = self._variables.get(key)
        if reads is None:
            found: list[Slot] = []
            bindings = view.scopes[use.where].bindings
            if any(bindings[i].kind in "=:f" for i in use.indexes):
                slots = self._world.names.slots(view, call.scope, name, call.position)
                found = [slot for slot in slots if slot[0] == BINDING and self._is_variable(slot)]
            reads = self._variables[key] = self._reads.of_slots(found)
        if reads:
            self._add_reads(reads, call, EXACT)

    def _is_variable(self, slot: Slot) -> bool:
        binding = self._world.view(slot[1]).scopes[slot[2]].bindings[slot[3]]
        return binding.kind in "=:" and binding.index >= 0

    def _link_reference(self, reference: Reference) -> None:
        view = self._view
        name, _, rest = reference.chain.partition(".")
        use = view.use(reference.scope, name)
        if name not in (view.rules.receiver, view.rules.parent):
            reads = self._name_reads(use, reference, name)
            if reads:
                self._add_reads(reads, reference, EXACT)
        if rest:
            for step in self._find_steps(use, reference, name, rest):
                self._add_reads(step.reads, reference, EXACT if step.direct else INFERRED)

    def _find_steps(self, use: Use, reference: Reference, name: str, rest: str) -> tuple[Step, ...]:
        """Return the attributes of a chain that lead somewhere."""
        known = use.steps.get(rest) if use.steps is not None else None
        if known is not None:
            return known
        values, _ = self._sites.head(self._view, use, reference.scope, name, reference.position)
        chains = self._steps.setdefault(values, {})
        if use.fixed:
            use.steps = chains
        known = chains.get(rest)
        if known is not None:
            return known
        *parts, last = rest.split(".")
        at, found = values, []
        for part in parts:
            found.append(self._reads.step(at, part))
            at = self._reads.value(at, part)
        found.append(self._reads.step(at, last))
        steps = chains[rest] = tuple(step for step in found if step.reads)
        return steps

    def _name_reads(self, use: Use, reference: Reference, name: str) -> tuple[Read, ...]:
        as_type = bool(reference.flags & TYPE_USE)
        known = use.type_reads if as_type else use.reads
        if known is not None:
            return known
        view = self._view
        slots = self._world.names.slots(view, reference.scope, name, reference.position)
        if view.rules.separate_types:
            slots = self._world.names.meant(slots, as_type=as_type)
        found = self._reads.of_slots(slots)
        if use.fixed and as_type:
            use.type_reads = found
        elif use.fixed:
            use.reads = found
        return found

    def _add_reads(
        self, reads: Sequence[Read], reference: Reference | CallSite, resolution: str
    ) -> None:
        source = self.source_of(reference.scope)
        bound = self._bound.get(source, ())
        confidence = 1.0 if resolution == EXACT else 0.9
        for target, is_set in reads:
            if target == source or (is_set and source.startswith(f"{target}.")):
                continue
            self._note(reference.position, "references", target)
            if target not in bound:
                self._links.add(
                    source, "references", target, reference.line, resolution, 1, confidence
                )

    def _link_fixtures(self) -> None:
        view = self._view
        for i, definition in enumerate(view.definitions):
            if not definition.flags & (TEST | FIXTURE):
                continue
            for param in definition.params:
                fixture = self._world.flows.fixture(view, i, param.name)
                if fixture is not None:
                    target = symbol_id(self._world, *fixture)
                    self._add(view.ids[i], "references", target, definition.line, INFERRED)

    def _add(self, source: str, kind: str, target: str, line: int, resolution: str = EXACT) -> None:
        confidence = 1.0 if resolution == EXACT else 0.9
        self._links.add(source, kind, target, line, resolution, 1, confidence)

    def _note(self, position: int, kind: str, target: str) -> None:
        if self._links.bindings is not None:
            self._links.bindings.append(Binding(position, kind, target))


def _missing(call: CallSite) -> str:
    """Return how to count a call site without a target: is its callee taken from something?"""
    dotted = not isinstance(call.callee, str) or "." in call.callee
    return "unresolved" if dotted else "local"


def _outcome(targets: Targets) -> str:
    """Return how a call site came out, as `ripple doctor` counts them."""
    if any(target.resolution == AMBIGUOUS for target in targets):
        return "ambiguous"
    return "resolved" if any(t.definition is not None for t in targets) else "external"


def _confidence(resolution: str, count: int) -> float:
    if resolution == AMBIGUOUS:
        return round(1 / (count + 1), 3)
    return max(0.5, 0.95 - 0.1 * max(0, count - 1))
