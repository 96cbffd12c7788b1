"""Which of several C++ functions with one name a call means, by what it passes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from ripplegraph.graph.facts import CONSTANT, MACRO, Declaration, Param
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.call_fit import count_needed, exceeds
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import AMBIGUOUS
from ripplegraph.linking.values.targets import CallTarget, Targets
from ripplegraph.parsers.families.c.argument_types import NEVER, ArgumentTypes, score
from ripplegraph.parsers.families.c.includes import Includes
from ripplegraph.parsers.families.c.qualified_names import QualifiedNames


class OverloadFit:
    """Compares what call sites pass with what functions take."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._includes = analysis.part(Includes)
        self._qualified = analysis.part(QualifiedNames)
        self._written = ArgumentTypes(analysis)

    def fit(self, targets: Targets, view: FileView, index: int, limit: int) -> Targets:
        """Of functions of one name, return those that what a call site passes fits best."""
        names = {t: self._name_of(t) for t in targets if t.definition is not None}
        groups = Counter(name for name in names.values() if name is not None)
        if not any(count > 1 for count in groups.values()):
            return targets
        kept: list[CallTarget] = []
        chosen: dict[str, list[CallTarget]] = {}
        for target in targets:
            name = names.get(target)
            if name is None or groups[name] < 2:
                kept.append(target)
                continue
            if name not in chosen:
                group = [t for t in targets if names.get(t) == name]
                chosen[name] = self._choose(group, view, index)
            fitting = chosen[name]
            if target in fitting:
                count = len({t.id for t in fitting})
                if count > limit:
                    continue
                own = replace(target, resolution=AMBIGUOUS, candidates=count)
                kept.append(own if count > 1 else target)
        return tuple(kept)

    def _choose(self, group: list[CallTarget], view: FileView, index: int) -> list[CallTarget]:
        """Return the functions that take as much as is passed, and of what types."""
        call = view.calls[index]
        fitting = [t for t in group if self._takes(t, len(call.args))] or group
        if len(fitting) < 2:
            return fitting
        types = self._written.of_arguments(view, call)
        if any(types):
            scores = [score(self._definition(t), types) for t in fitting]
            best = max(scores)
            if best > NEVER:
                fitting = [t for t, fit in zip(fitting, scores, strict=True) if fit == best]
        kinds = {self._definition(t).flags & CONSTANT for t in fitting}
        if len(kinds) > 1:
            wanted = CONSTANT if self._written.is_const(view, view.sites[index]) else 0
            fitting = [t for t in fitting if self._definition(t).flags & CONSTANT == wanted]
        return fitting

    def _definition(self, target: CallTarget) -> Declaration:
        path, index = target.definition or ("", -1)
        view = self._analysis.view(path)
        self._analysis.ask_definition(view, index)
        return view.definitions[index]

    def _name_of(self, target: CallTarget) -> str | None:
        """Return the name that a function shares with others; None for macros and classes."""
        if target.definition is None:
            return None
        definition = self._analysis.views[target.definition[0]].definitions[target.definition[1]]
        is_function = definition.kind == "function" and not definition.flags & MACRO
        return definition.name if is_function else None

    def _takes(self, target: CallTarget, count: int) -> bool:
        """Whether a function can be called with so many arguments."""
        if target.definition is None:
            return True
        view = self._analysis.views[target.definition[0]]
        self._analysis.ask_definition(view, target.definition[1])
        definition = view.definitions[target.definition[1]]
        params = definition.params
        if exceeds(params, count):
            return False
        return count_needed(params) <= count or any(
            count_needed(declared) <= count for declared in self._declared(view, definition)
        )

    def _declared(self, view: FileView, definition: Declaration) -> Iterator[tuple[Param, ...]]:
        """Yield the parameters of a function as others see them: only these have defaults."""
        analysis, taken = self._analysis, len(definition.params)
        name = definition.qualified.partition("#")[0].replace(".", "::")
        for path, index in self._qualified.declarations(view, name, taken):
            other = analysis.view(path)
            analysis.ask_definition(other, index)
            yield other.definitions[index].params
        for slot in self._includes.declarations(view, name):
            other = analysis.view(slot.path)
            index = other.scopes[slot.scope].bindings[slot.index].index
            analysis.ask_definition(other, index)
            if len(other.definitions[index].params) == taken:
                yield other.definitions[index].params
