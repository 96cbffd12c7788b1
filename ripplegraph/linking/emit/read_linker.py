"""Links what one file reads: names, attributes, variables that are called."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import TAG, TYPE_USE, Reference
from ripplegraph.graph.name_places import LOCAL, OUTSIDE, UNKNOWN
from ripplegraph.graph.stored_facts import CallSite, read_references
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.call_sites import CallSites
from ripplegraph.linking.emit.reads import Reads, are_foreign, are_outside
from ripplegraph.linking.engine.attempts import LinkAttempts
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import AMBIGUOUS, EXACT, INFERRED, FileLinks
from ripplegraph.linking.values.slots import BindingSlot, Slot
from ripplegraph.linking.values.targets import CallTarget, Read, Step, Targets
from ripplegraph.linking.values.value import EMPTY, Instance, Values
from ripplegraph.linking.values.value_sets import join

_VARIABLES = "=:x"
"""The kinds of the bindings that are variables."""
_BINDING_KINDS = frozenset({"calls", "extends", "implements"})


class ReadLinker:
    """Links the reads of one file; to be used when its calls and classes are linked."""

    def __init__(
        self,
        analysis: Analysis,
        view: FileView,
        links: FileLinks,
        *,
        sites: CallSites,
        reads: Reads,
        attempts: LinkAttempts,
    ) -> None:
        self._attempts = attempts
        self._analysis = analysis
        self._view = view
        self._links = links
        self._reads = reads
        self._sites = sites
        self._variables: dict[tuple[int, str], tuple[Read, ...]] = {}
        self._steps: dict[Values, dict[str, tuple[Step, ...]]] = {}
        self._owners: dict[int, Values] = {}
        """By call targets, the objects of which names that are passed are members."""
        self._last: tuple[tuple[Expr, int], Values] = ((None, -1), frozenset())
        """What members were taken from last, and what that is."""
        self._verdicts: dict[tuple[Read, ...], int] = {}
        self._bound: dict[str, set[str]] = {}
        """By source, the targets that are called or extended: that these are read adds nothing."""

    def link_all(self) -> None:
        """Link what is read: names, attributes."""
        for source, kind, target in self._links.edges:
            if kind in _BINDING_KINDS:
                self._bound.setdefault(source, set()).add(target)
        for reference in read_references(self._view.facts):
            try:
                self._link_reference(reference)
            except Exception as error:  # noqa: BLE001 - other reads of the file may be found
                self._attempts.take(self._view.path, "a read", reference.line, error)
        for call in self._view.sites:
            if isinstance(call.callee, str) and "." not in call.callee and not call.flags & ~TAG:
                self._link_called_variable(call, call.callee)

    def link_keywords(self, found: Sequence[Targets]) -> None:
        """Link names that calls pass, where they are those of fields: `Item(price=1)`."""
        view, owners = self._view, self._owners
        for index, targets in enumerate(found):
            if not targets or not view.calls.has_arguments(index):
                continue
            values = owners.get(id(targets))
            if values is None:
                values = join(_fields_of(target) for target in targets)
                owners[id(targets)] = values
            if values:
                self._link_keywords_of(index, values)

    def _link_keywords_of(self, index: int, values: Values) -> None:
        call = self._view.calls[index]
        places = call.keyword_places
        for (name, _), at, lines in zip(call.keywords, places[::2], places[1::2], strict=False):
            step = self._reads.step(values, name)
            if step.reads:
                position, line = call.position + at, call.line + lines
                reference = Reference(call.scope, position, line, name)
                self._record_step(reference, step, 0)
                self._add_reads(step.reads, reference, INFERRED)

    def _link_called_variable(self, call: CallSite, name: str) -> None:
        """A call of a variable reads it, whatever it holds."""
        view = self._view
        use = view.use(call.scope, name)
        if use.where < 0:
            # Whether it is a variable was found out when the call was linked.
            if use.direct and use.slots is not None:
                return
        elif use.fixed and use.direct and not use.is_imported:
            return
        key = (use.where, name)
        reads = self._variables.get(key)
        if reads is None:
            found: list[Slot] = []
            bindings = view.scopes[use.where].bindings
            if use.where < 0 or any(bindings[i].kind in "=:f" for i in use.indexes):
                slots = self._analysis.names.slots(view, call.scope, name, call.position)
                found = [
                    slot for slot in slots if type(slot) is BindingSlot and self._is_variable(slot)
                ]
            reads = self._variables[key] = self._reads.of_slots(found)
        if reads:
            self._links.places.add(call.position, self._judge(reads))
            self._add_reads(reads, call, EXACT)

    def _is_variable(self, slot: BindingSlot) -> bool:
        binding = self._analysis.view(slot.path).scopes[slot.scope].bindings[slot.index]
        return binding.kind in _VARIABLES and binding.index >= 0

    def _link_reference(self, reference: Reference) -> None:
        if reference.base is not None:
            self._link_member(reference)
            return
        view = self._view
        name, _, rest = reference.chain.partition(".")
        use = view.use(reference.scope, name)
        if name not in (view.semantics.receiver, view.semantics.parent):
            reads = self._name_reads(use, reference, name)
            self._record_name(use, reference, name, reads)
            if reads:
                self._add_reads(reads, reference, EXACT)
        if rest:
            for part, step in enumerate(self._find_steps(use, reference, name, rest), 1):
                self._record_step(reference, step, part)
                if step.reads:
                    self._add_reads(step.reads, reference, EXACT if step.direct else INFERRED)

    def _link_member(self, reference: Reference) -> None:
        """Link a chain that is read from an expression."""
        where = reference.base, reference.scope
        if where != self._last[0]:
            # What stands beside each other is taken from the same: the keys of an object.
            values = self._analysis.evaluate(
                reference.base, self._view, reference.scope, reference.position
            )
            self._last = where, values
        values = self._last[1]
        for part, step in enumerate(self._follow(values, reference.chain)):
            if step.reads or step.outside:
                self._record_step(reference, step, part)
            if step.reads:
                self._add_reads(step.reads, reference, INFERRED)

    def _record_name(
        self, use: NameUse, reference: Reference, name: str, reads: tuple[Read, ...]
    ) -> None:
        """Record what the first name of a chain was bound to."""
        if reads:
            verdict = self._judge(reads)
        elif use.where >= 0 and not use.is_imported:
            verdict = LOCAL
        else:
            values, _ = self._sites.head(self._view, use, reference.scope, name, reference.position)
            is_outside = are_outside(values) or (use.is_imported and are_foreign(values))
            verdict = OUTSIDE if is_outside else LOCAL if use.where >= 0 else UNKNOWN
        self._links.places.add(reference.position, verdict)

    def _record_step(self, reference: Reference, step: Step, part: int) -> None:
        """Record what a later name of a chain was bound to."""
        verdict = self._judge(step.reads) if step.reads else OUTSIDE if step.outside else UNKNOWN
        self._links.places.add(reference.position, verdict, part)

    def _judge(self, reads: tuple[Read, ...]) -> int:
        """Return the verdict of a place that reads some symbols."""
        verdict = self._verdicts.get(reads)
        if verdict is None:
            ambiguous = self._count_alternatives(reads) > 1
            symbols = [read.target for read in reads]
            verdict = self._links.places.number(symbols, ambiguous=ambiguous)
            self._verdicts[reads] = verdict
        return verdict

    def _find_steps(
        self, use: NameUse, reference: Reference, name: str, rest: str
    ) -> tuple[Step, ...]:
        """Return the attributes of a chain, each with what it leads to."""
        known = use.steps.get(rest) if use.steps is not None else None
        if known is not None:
            return known
        values, _ = self._sites.head(self._view, use, reference.scope, name, reference.position)
        chains = self._steps.setdefault(values, {})
        if use.fixed:
            use.steps = chains
        known = chains.get(rest)
        if known is None:
            known = chains[rest] = self._follow(values, rest)
        return known

    def _follow(self, values: Values, chain: str) -> tuple[Step, ...]:
        """Return the attributes of a chain that is taken from values."""
        *parts, last = chain.split(".")
        at, found = values, []
        for part in parts:
            found.append(self._reads.step(at, part))
            at = self._reads.value(at, part)
        found.append(self._reads.step(at, last))
        return tuple(found)

    def _name_reads(self, use: NameUse, reference: Reference, name: str) -> tuple[Read, ...]:
        as_type = bool(reference.flags & TYPE_USE)
        known = use.type_reads if as_type else use.reads
        if known is not None:
            return known
        view = self._view
        slots = self._analysis.names.slots(view, reference.scope, name, reference.position)
        if len(slots) > 1:
            slots = view.semantics.find_meant(slots, as_type=as_type)
        found = self._reads.of_slots(slots)
        if use.fixed and as_type:
            use.type_reads = found
        elif use.fixed:
            use.reads = found
        return found

    def _add_reads(
        self, reads: Sequence[Read], reference: Reference | CallSite, resolution: str
    ) -> None:
        source = self._view.source_of(reference.scope)
        bound = self._bound.get(source, ())
        count = self._count_alternatives(reads)
        if count > 1:
            resolution = AMBIGUOUS
        confidence = (
            1.0 if resolution == EXACT else 0.9 if count == 1 else round(1 / (count + 1), 3)
        )
        for target, is_set in reads:
            if target == source or (is_set and source.startswith(f"{target}.")):
                continue
            self._links.note(reference.position, "references", target)
            if target not in bound:
                self._links.add(
                    source, "references", target, reference.line, resolution, count, confidence
                )

    def _count_alternatives(self, reads: Sequence[Read]) -> int:
        """Return of how many files' definitions only one can be meant."""
        if len(reads) < 2:
            return 1
        paths = {read.target.partition("::")[0] for read in reads}
        return len(paths) if self._view.semantics.are_alternatives(paths) else 1


def _fields_of(target: CallTarget) -> Values:
    """Return the objects of which names that are passed to a target are members.

    A class without a constructor of the project takes its fields.
    """
    if target.definition is None or target.function is not None:
        return EMPTY
    return frozenset({Instance(*target.definition)})
