"""Finds what is bound to a name in a registry, among all files of a project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from ripplegraph.frameworks.declarations import Lookup
from ripplegraph.frameworks.mechanisms.name_groups import NameGroups
from ripplegraph.frameworks.mechanisms.nearness import choose_nearest
from ripplegraph.frameworks.mechanisms.origins import FindDeclaring, Origins
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
from ripplegraph.frameworks.mechanisms.texts import (
    NAME_OF,
    STEM,
    find_expressions,
    qualify,
    read_texts,
    spell,
)
from ripplegraph.graph.expressions import DisplayAt, Expr, TextLiteral
from ripplegraph.graph.tests import is_test_path
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.marks import DEFINERS
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import Slot
from ripplegraph.linking.values.value import Text

FindTable = Callable[[str], RuleTable]
"""Returns the rules for a language."""
FindDotted = Callable[[str, str, set[str]], str | None]
"""Returns what a dotted name means in a file, and notes each look among the last."""
CODE: Final = "code"
"""The registry of modules and of what is in them, by their dotted names."""
OWN_MEMBER: Final = "own member"
"""The registry of the members of the class that has the shape, and of the model it is about."""
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
        self._origins = Origins(analysis, find_declaring)
        self._targets = CodeTargets(analysis)
        self._groups = NameGroups(analysis)
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
        if registry == OWN_MEMBER:
            return self._find_own_member(name, asking)
        if registry == MEMBER:
            return self._find_member(name, asking)
        chosen = [*self._find_bound(registry, name, asking, path)]
        if not is_test_path(path):
            chosen = [own for own in chosen if not is_test_path(own.partition("::")[0])]
        found = sorted(set(chosen))
        return found if len(found) <= _MOST else []

    def _find_own_member(self, name: str, asking: Found | None) -> Sequence[str]:
        """Return the member of a class itself, or what else a name in it means."""
        if asking is None or asking.definition < 0:
            return []
        view = asking.view
        about = getattr(asking.own.rule, "about", "")
        classes = [view.ids[asking.definition]]
        for owner in [*classes, *(self._targets.find(asking, about) if about else ())]:
            other = self._analysis.view(owner.partition("::")[0])
            self._analysis.ask(other, name)
            if f"{owner}.{name}" in other.ids:
                return [f"{owner}.{name}"]
        return []

    def _find_member(self, name: str, asking: Found | None) -> Sequence[str]:
        """Return the method of a name, if the code of the project has just one."""
        self._analysis.solver.read.add(self._analysis.solver.marks.of(DEFINERS + name))
        found: list[str] = []
        for path, index in self._analysis.class_index.definers(name):
            if not is_test_path(path):
                view = self._analysis.view(path)
                self._analysis.ask_definition(view, index)
                own = f"{view.ids[index]}.{name}"
                found += [own] if _has_member(view, own, is_text=asking is None) else []
        return found if len(found) == 1 else []

    def _find_bound(
        self, registry: str, name: str, asking: Found | None, path: str
    ) -> Iterator[str]:
        registered = [*self._find_registrations(registry, find_keys(name))]
        for item in choose_nearest(registered, path):
            if self._means(item, name, asking, path) and self._origins.fits(item.found):
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

    def _means(self, item: Registration, name: str, asking: Found | None, path: str) -> bool:
        if item.rule.same:
            return asking is not None and self._is_same(item.found, asking)
        if not item.key.startswith(LAST):
            return True
        if item.rule.within:
            return self._groups.fits(item, name, path)
        if item.found.definition < 0:
            return item.name == name
        own = qualify(item.found.view, item.found.definition)
        return own == name or own.endswith(f".{name}")

    def _is_same(self, bound: Found, asking: Found) -> bool:
        """Whether two places mean the same object of the project."""
        return bool(self._find_slots(bound) & self._find_slots(asking))

    def _find_slots(self, found: Found) -> set[Slot]:
        sources = getattr(found.own.rule, "name", "")
        chains = [e for e in find_expressions(found, sources) if isinstance(e, str)]
        at = found.view, found.scope, found.position
        return {slot for chain in chains for slot in self._analysis.chain_slots(chain, *at)}

    def read_names(self, found: Found, rule: Lookup) -> list[str]:
        """Return the names that something asks by: texts, constants, or the last name of code."""
        names: list[str] = []
        if rule.name == STEM:
            return read_texts(found, rule.name)
        for value in find_expressions(found, rule.name):
            if rule.same or rule.name.startswith(NAME_OF):
                names += [value.rpartition(".")[2]] if isinstance(value, str) else []
            else:
                names += self._read_texts(value, found.view, found.scope, found.position)
        return [spell(name, rule.spell) for name in dict.fromkeys(names)]

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


def _has_member(view: FileView, own: str, *, is_text: bool) -> bool:
    """Whether a class has a member; in a text only a method is meant for sure."""
    index = view.find_key(own)
    return index >= 0 and (not is_text or view.definitions[index].kind == "function")
