"""Links one file: what its imports, bases, calls and reads lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ripplegraph.graph.facts import (
    DECORATOR,
    FIXTURE,
    IMPLICIT,
    RAISED,
    TEST,
    TYPE_USE,
    Call,
    Import,
    Reference,
)
from ripplegraph.indexing.linking.edges import (
    AMBIGUOUS,
    EXACT,
    INFERRED,
    Binding,
    FileLinks,
    LinkedEdge,
    outside_id,
    slot_id,
    symbol_id,
)
from ripplegraph.indexing.linking.reads import Read, Reads, Step
from ripplegraph.indexing.linking.slots import BINDING, TO_MODULE, Slot
from ripplegraph.indexing.linking.targets import CallTargets, Targets
from ripplegraph.indexing.linking.values import CLASS, EXTERNAL, RESULT, Value, Values
from ripplegraph.indexing.linking.views import FileView
from ripplegraph.indexing.linking.world import World


class Head(NamedTuple):
    """What the first name of a chain is."""

    values: Values
    direct: bool
    """Whether a definition or an import binds it, no variable or parameter."""
    fixed: bool
    """Whether it is the same from all over its scope, whatever calls pass."""
    read: int
    """The marks of what was looked at for it."""


class FileLinker:
    """Links one file against the world."""

    def __init__(
        self,
        world: World,
        view: FileView,
        links: FileLinks,
        *,
        targets: CallTargets,
        reads: Reads,
    ) -> None:
        self._world = world
        self._view = view
        self._links = links
        self._targets = targets
        self._reads = reads
        self._heads: dict[tuple[int, str], Head] = {}
        self._chains: dict[tuple[int, str], tuple[Targets, tuple[Values, int]]] = {}
        self._variables: dict[tuple[int, str], tuple[Read, ...]] = {}
        self._names: dict[tuple[int, str, int], tuple[Read, ...]] = {}

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

    def link_call(self, index: int) -> Targets:
        """Return what one call site calls; `solver.touched` tells whether call flow decides it."""
        view, solver = self._view, self._world.solver
        call = view.facts.calls[index]
        callee = call.callee
        key = (call.scope, callee) if isinstance(callee, str) else None
        known = self._chains.get(key) if key is not None else None
        if known is not None:
            solver.touched = 0
            targets, view.called[index] = known
            return targets
        solver.read = view.bit
        targets, called, fixed = self._find_call(call)
        read = solver.marks.share(solver.read)
        if not solver.touched:
            view.called[index] = called, read
            if key is not None and fixed:
                self._chains[key] = targets, view.called[index]
        self._links.read |= read
        return targets

    def _find_call(self, call: Call) -> tuple[Targets, Values, bool]:
        """Return what a call site calls, and whether that is so for its name all over a scope."""
        callee = call.callee
        solver = self._world.solver
        if not isinstance(callee, str):
            base, name = callee, ""
            if isinstance(callee, (tuple, list)) and callee[0] == ".":
                base, name = callee[1], callee[2]
            solver.touched = 0
            values = self._world.evaluate(base, self._view, call.scope, call.position)
            return *self._targets.of_member(values, name, False, solver.touched), False
        name, _, rest = callee.partition(".")
        head = self._head(call.scope, name, call.position)
        found = self._targets.of_member(head.values, rest, head.direct, solver.touched)
        return *found, head.fixed

    def _head(self, scope: int, name: str, position: int) -> Head:
        """Return what a plain name is; `solver.touched` tells whether call flow decides it."""
        key = (scope, name)
        solver = self._world.solver
        solver.touched = 0
        known = self._heads.get(key)
        if known is not None:
            solver.read |= known.read
            return known
        view = self._view
        where = view.home(scope, name)
        direct = fixed = True
        if where >= 0:
            indexes = view.table(where)[name]
            fixed = len(indexes) == 1 and (where, name) not in view.rebound
            if not fixed:
                indexes = view.reaching(where, name, view.seen_from(scope, where, position))
            elif where != scope and (known := self._heads.get((where, name))) is not None:
                self._heads[key] = known
                solver.read |= known.read
                return known
            bindings = view.scopes[where].bindings
            direct = all(bindings[i].kind in "dif" for i in indexes)
            direct = direct and (where, name) not in view.rebound
        outer, solver.read = solver.read, 0
        values = self._world.head_values(name, view, scope, position)
        head = Head(values, direct, fixed, solver.marks.share(solver.read))
        solver.read |= outer
        if fixed and not solver.touched:
            self._heads[key] = head
            if where >= 0:
                self._heads[where, name] = head
        return head

    def add_calls(self, found: Sequence[Targets]) -> None:
        """Add the edges of every call site, and count how it was resolved."""
        scopes, counts = self._view.scopes, self._links.counts
        seen: dict[tuple[int, int], int] = {}
        outcomes: dict[int, str] = {}
        plain = self._links.bindings is None
        for call, targets in zip(self._view.facts.calls, found, strict=True):
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

    def _add_call(self, call: Call, targets: Targets) -> None:
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
        edges = self._links.edges
        for target in own:
            self._note(call.position, kind, target.id)
            known = edges.get((source, kind, target.id))
            if known is None or known.line > call.line or known.resolution != target.resolution:
                self._links.add(
                    LinkedEdge(
                        source,
                        kind,
                        target.id,
                        call.line,
                        target.resolution,
                        target.candidates,
                        _confidence(target.resolution, len(own)),
                    )
                )

    # Reads ------------------------------------------------------------------------------------

    def link_references(self) -> None:
        """Link what is read: names, attributes, fixtures."""
        for reference in self._view.facts.references:
            self._link_reference(reference)
        for call in self._view.facts.calls:
            if isinstance(call.callee, str) and "." not in call.callee and not call.flags:
                self._link_called_variable(call, call.callee)
        self._link_fixtures()

    def _link_called_variable(self, call: Call, name: str) -> None:
        """A call of a variable reads it, whatever it holds."""
        view = self._view
        where = view.home(call.scope, name)
        reads = self._variables.get((where, name))
        if reads is None:
            found: list[Slot] = []
            bindings = view.scopes[where].bindings if where >= 0 else ()
            if where >= 0 and any(bindings[i].kind in "=:f" for i in view.table(where)[name]):
                slots = self._world.names.slots(view, call.scope, name, call.position)
                found = [slot for slot in slots if slot[0] == BINDING and self._is_variable(slot)]
            reads = self._variables[where, name] = self._reads.of_slots(found)
        if reads:
            self._add_reads(reads, call, EXACT)

    def _is_variable(self, slot: Slot) -> bool:
        binding = self._world.view(slot[1]).scopes[slot[2]].bindings[slot[3]]
        return binding.kind in "=:" and binding.index >= 0

    def _link_reference(self, reference: Reference) -> None:
        rules = self._view.rules
        name, _, rest = reference.chain.partition(".")
        if name not in (rules.receiver, rules.parent):
            reads = self._name_reads(reference, name)
            if reads:
                self._add_reads(reads, reference, EXACT)
        if not rest:
            return
        values = self._head(reference.scope, name, reference.position).values
        *parts, last = rest.split(".")
        for part in parts:
            self._add_step(self._reads.step(values, part), reference)
            values = self._reads.value(values, part)
        self._add_step(self._reads.step(values, last), reference)

    def _add_step(self, step: Step, reference: Reference) -> None:
        if step.reads:
            self._add_reads(step.reads, reference, EXACT if step.direct else INFERRED)

    def _name_reads(self, reference: Reference, name: str) -> tuple[Read, ...]:
        view, scope, as_type = self._view, reference.scope, reference.flags & TYPE_USE
        where = view.home(scope, name)
        fixed = where < 0 or len(view.table(where)[name]) == 1
        fixed = fixed and (where, name) not in view.rebound
        key = (where, name, as_type)
        known = self._names.get(key) if fixed else None
        if known is not None:
            return known
        slots = self._world.names.slots(view, scope, name, reference.position)
        if view.rules.separate_types:
            slots = self._world.names.meant(slots, as_type=bool(as_type))
        found = self._reads.of_slots(slots)
        if fixed:
            self._names[key] = found
        return found

    def _add_reads(
        self, reads: Sequence[Read], reference: Reference | Call, resolution: str
    ) -> None:
        source = self.source_of(reference.scope)
        for target, is_set in reads:
            if target == source or (is_set and source.startswith(f"{target}.")):
                continue
            self._note(reference.position, "references", target)
            edges = self._links.edges
            if (
                (source, "calls", target) not in edges
                and (source, "extends", target) not in edges
                and (source, "implements", target) not in edges
            ):
                self._add(source, "references", target, reference.line, resolution)

    def _link_fixtures(self) -> None:
        view = self._view
        for i, definition in enumerate(view.definitions):
            if not definition.flags & (TEST | FIXTURE):
                continue
            for param in definition.params:
                fixture = self._world.flows.fixture(view, definition, param.name)
                if fixture is not None:
                    target = symbol_id(self._world, *fixture)
                    self._add(view.ids[i], "references", target, definition.line, INFERRED)

    def _add(self, source: str, kind: str, target: str, line: int, resolution: str = EXACT) -> None:
        confidence = 1.0 if resolution == EXACT else 0.9
        self._links.add(LinkedEdge(source, kind, target, line, resolution, 1, confidence))

    def _note(self, position: int, kind: str, target: str) -> None:
        if self._links.bindings is not None:
            self._links.bindings.append(Binding(position, kind, target))


def _missing(call: Call) -> str:
    """Return how to count a call site without a target: is its callee taken from something?"""
    dotted = not isinstance(call.callee, str) or "." in call.callee
    return "unresolved" if dotted else "local"


def _outcome(targets: Targets) -> str:
    """Return how a call site came out, as `ripple doctor` counts them."""
    if any(target.resolution == AMBIGUOUS for target in targets):
        return "ambiguous"
    return "resolved" if any(t.definition is not None for t in targets) else "external"


def _confidence(resolution: str, count: int) -> float:
    if resolution == EXACT:
        return 1.0
    if resolution == AMBIGUOUS:
        return round(1 / (count + 1), 3)
    return max(0.5, 0.95 - 0.1 * max(0, count - 1))
