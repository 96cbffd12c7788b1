"""Finds what is bound to a name in a registry, among all files of a project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from ripplegraph.frameworks.mechanisms.nearness import choose_nearest
from ripplegraph.frameworks.mechanisms.origins import Origins
from ripplegraph.frameworks.mechanisms.registrations import (
    LAST,
    PREFIX,
    Registration,
    find_keys,
    find_registrations,
)
from ripplegraph.frameworks.mechanisms.rule_tables import RuleTable
from ripplegraph.frameworks.mechanisms.shapes import Found
from ripplegraph.frameworks.mechanisms.targets import CodeTargets
from ripplegraph.frameworks.mechanisms.template_files import TemplateFiles
from ripplegraph.frameworks.mechanisms.texts import find_expressions, qualify, read_receiver
from ripplegraph.graph.expressions import DisplayAt, Expr, TextLiteral
from ripplegraph.graph.tests import is_test_path
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.marks import MEMBER as MEMBER_MARK
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, Slot
from ripplegraph.linking.values.value import Text

FindDeclaring = Callable[[str, str], Sequence[str]]
"""Returns the files that declare a name under a key, and notes the look."""
FindTable = Callable[[str], RuleTable]
"""Returns the rules for a language."""
FindDotted = Callable[[str, str, set[str]], str | None]
"""Returns what a dotted name means in a file, and notes each look among the last."""
CODE: Final = "code"
"""The registry of modules and of what is in them, by their dotted names."""
MEMBER: Final = "member"
"""The registry of what classes have as members, which are found where only one class has it."""
TEMPLATE: Final = "template"
"""The registry of templates, which are found by their paths."""
_MOST: Final = 5


class Registries:
    """Looks names up that frameworks bind."""

    def __init__(
        self,
        analysis: Analysis,
        find_table: FindTable,
        find_declaring: FindDeclaring,
        templates: TemplateFiles,
        find_dotted: FindDotted,
    ) -> None:
        self._templates = templates
        self._find_dotted = find_dotted
        self._analysis = analysis
        self._find_table = find_table
        self._find_declaring = find_declaring
        self._origins = Origins(analysis)
        self._targets = CodeTargets(analysis)
        self._known: dict[str, list[Registration]] = {}

    def find(
        self, registry: str, name: str, asking: Found | None, path: str, probed: set[str]
    ) -> Sequence[str]:
        """Return what is bound to a name; nothing where that is anybody's guess."""
        if registry == TEMPLATE:
            return self._templates.find(name, path, probed)
        if registry == CODE:
            dotted = self._find_dotted(name, path, probed)
            return [dotted] if dotted is not None and dotted != path else []
        if registry == MEMBER:
            return self._find_member(name)
        chosen = [*self._find_bound(registry, name, asking, path)]
        if not is_test_path(path):
            chosen = [own for own in chosen if not is_test_path(own.partition("::")[0])]
        found = sorted(set(chosen))
        return found if len(found) <= _MOST else []

    def _find_member(self, name: str) -> Sequence[str]:
        """Return the method of a name, if the code of the project has just one."""
        self._analysis.solver.read.add(self._analysis.solver.marks.of(MEMBER_MARK + name))
        found: list[str] = []
        for path, index in self._analysis.class_index.definers(name):
            if not is_test_path(path):
                view = self._analysis.view(path)
                self._analysis.ask_definition(view, index)
                own = f"{view.ids[index]}.{name}"
                found += [own] if own in view.ids else []
        return found if len(found) == 1 else []

    def _find_bound(
        self, registry: str, name: str, asking: Found | None, path: str
    ) -> Iterator[str]:
        registered = [*self._find_registrations(registry, find_keys(name))]
        for item in choose_nearest(registered, path):
            if self._means(item, name, asking) and self._origins.fits(item.found):
                yield from self._targets.find(item.found, item.rule.target)

    def _find_registrations(self, registry: str, keys: Iterable[str]) -> Iterator[Registration]:
        for key in keys:
            for path in self._find_declaring(PREFIX + registry, key):
                for item in self._read(path):
                    if item.registry == registry and item.key == key:
                        self._ask(item)
                        yield item

    def _read(self, path: str) -> list[Registration]:
        view = self._analysis.view(path)
        found = self._known.get(path)
        if found is None:
            table = self._find_table(view.facts.language)
            found = self._known[path] = [*find_registrations(view, table)]
        return found

    def _ask(self, item: Registration) -> None:
        """Note that an answer depends on what is bound, and not only on its being bound."""
        self._find_declaring(PREFIX + item.registry, item.detail)
        if item.found.definition >= 0:
            self._analysis.ask_definition(item.found.view, item.found.definition)

    def _means(self, item: Registration, name: str, asking: Found | None) -> bool:
        if item.rule.same:
            return asking is not None and self._is_same(item.found, asking)
        if not item.key.startswith(LAST):
            return True
        if item.rule.within:
            front, dot, _ = name.rpartition(".")
            if dot and not front:
                return asking is not None and asking.view.path == item.found.view.path
            groups = self.find_within(item)
            return front.rpartition(".")[2] in groups if front else not groups
        if item.found.definition < 0:
            return item.name == name
        own = qualify(item.found.view, item.found.definition)
        return own == name or own.endswith(f".{name}")

    def find_within(self, item: Registration) -> set[str]:
        """Return the texts that made what something is bound with: the name of a blueprint."""
        receiver = read_receiver(item.found.value)
        if not isinstance(receiver, str):
            return set()
        view, found = item.found.view, item.found
        slots = self._analysis.chain_slots(receiver, view, found.scope, found.position)
        return {text for slot in slots for text in self._read_maker(slot)}

    def _read_maker(self, slot: Slot) -> Iterator[str]:
        """Yield the first text that was passed to make what a name is bound to."""
        if type(slot) is not BindingSlot:
            return
        view = self._analysis.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        self._analysis.ask(view, binding.name)
        value = binding.value
        if value is None and binding.kind == "d":
            value = view.definitions[binding.index].value
        if isinstance(value, int):
            args = view.calls[value].args
            if args and type(args[0]) is TextLiteral:
                yield args[0].text

    def _is_same(self, bound: Found, asking: Found) -> bool:
        """Whether two places mean the same object of the project."""
        return bool(self._find_slots(bound) & self._find_slots(asking))

    def _find_slots(self, found: Found) -> set[Slot]:
        sources = getattr(found.own.rule, "name", "")
        chains = [e for e in find_expressions(found, sources) if isinstance(e, str)]
        at = found.view, found.scope, found.position
        return {slot for chain in chains for slot in self._analysis.chain_slots(chain, *at)}

    def read_names(self, found: Found, sources: str, *, same: bool) -> list[str]:
        """Return the names that something asks by: texts, constants, or the last name of code."""
        names: list[str] = []
        for value in find_expressions(found, sources):
            if same:
                names += [value.rpartition(".")[2]] if isinstance(value, str) else []
            else:
                names += self._read_texts(value, found.view, found.scope, found.position)
        return list(dict.fromkeys(names))

    def _read_texts(self, value: Expr, view: FileView, scope: int, position: int) -> list[str]:
        if type(value) is TextLiteral:
            return [value.text]
        if type(value) is DisplayAt:
            items = view.facts.displays[value.index].items
            return [
                text for item in items for text in self._read_texts(item, view, scope, position)
            ]
        if value is None:
            return []
        values = self._analysis.expand(self._analysis.evaluate(value, view, scope, position))
        return sorted(item.text for item in values if type(item) is Text)
