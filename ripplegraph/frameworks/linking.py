"""Adds the edges and entry points of a file that frameworks make of its code."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ripplegraph.frameworks.declarations import Binding, EntryPoint, Fields, Framework, Lookup
from ripplegraph.frameworks.entry_points import SURE, EntryPoints
from ripplegraph.frameworks.mechanisms.evidence import fill
from ripplegraph.frameworks.mechanisms.fields import FieldLinks
from ripplegraph.frameworks.mechanisms.file_routes import FileRoute, find_file_routes
from ripplegraph.frameworks.mechanisms.origins import FindDeclaring, Origins
from ripplegraph.frameworks.mechanisms.registrations import CONFIG, PREFIX, find_registrations
from ripplegraph.frameworks.mechanisms.registries import FindDotted, Registries
from ripplegraph.frameworks.mechanisms.rule_tables import RuleTable, fits
from ripplegraph.frameworks.mechanisms.shapes import Found, find_shapes
from ripplegraph.frameworks.mechanisms.targets import CodeTargets
from ripplegraph.frameworks.mechanisms.tellings import Tellings
from ripplegraph.frameworks.mechanisms.template_files import TemplateFiles
from ripplegraph.frameworks.mechanisms.template_reading import ReadFile
from ripplegraph.frameworks.mechanisms.texts import read_texts
from ripplegraph.frameworks.telling_linking import (
    Requested,
    RoutePart,
    TellingLinker,
    ToldNames,
)
from ripplegraph.frameworks.template_linking import TemplateLinker
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import INFERRED, FileLinks


def _read_nothing(path: str) -> None:
    """Return no text for any file."""


class FrameworkRules:
    """The rules of the frameworks that count, by languages."""

    def __init__(
        self, frameworks: tuple[Framework, ...] = (), read: ReadFile = _read_nothing
    ) -> None:
        self.frameworks = frameworks
        self.told = ToldNames(Tellings(frameworks), read)
        self._tables: dict[str, RuleTable] = {}
        self._routing = [own for own in frameworks if own.file_routes]

    def of(self, language: str) -> RuleTable:
        """Return the rules for a language."""
        found = self._tables.get(language)
        if found is None:
            found = self._tables[language] = RuleTable(self.frameworks, language)
        return found

    def find_file_routes(self, path: str) -> list[FileRoute]:
        """Return the addresses that a file answers by its path."""
        return [*find_file_routes(path, self._routing)] if self._routing else []

    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        """Return what a file binds to names, each under the key of its registry."""
        table = self.of(view.facts.language)
        if not table:
            return set()
        stem = view.path.rpartition("/")[2].rpartition(".")[0]
        found = {(CONFIG, own.name) for own in self.frameworks if stem in own.configs}
        for item in find_registrations(view, table):
            key = PREFIX + item.registry
            found |= {(key, item.key), (key, item.detail)}
        return found


class FrameworkLinks:
    """Adds what frameworks make of files."""

    def __init__(
        self,
        analysis: Analysis,
        rules: FrameworkRules,
        find_declaring: FindDeclaring,
        paths: frozenset[str],
        read: ReadFile,
        find_dotted: FindDotted,
        requested: Requested,
    ) -> None:
        self._rules = rules
        self._origins = Origins(analysis, find_declaring)
        self._targets = CodeTargets(analysis)
        self._fields = FieldLinks(analysis)
        files = TemplateFiles(rules.frameworks, paths)
        self._registries = Registries(analysis, rules.of, find_declaring, files, find_dotted)
        self._told = TellingLinker(analysis, rules.told, find_declaring, files, requested)
        self.templates = TemplateLinker(analysis, self._registries, files, read, self._told)

    def add(self, view: FileView, links: FileLinks, entries: EntryPoints) -> None:
        """Add what the shapes of one file mean."""
        table = self._rules.of(view.facts.language)
        for found in find_shapes(view, table, self._origins.name_bases) if table else ():
            rule = found.own.rule
            if isinstance(rule, Fields):
                self._fields.add(rule, found, links)
            elif isinstance(rule, Lookup):
                self._add_lookup(rule, found, links)
            elif self._origins.fits(found):
                if isinstance(rule, EntryPoint):
                    self._add_entry(rule, found, entries)
                elif rule.words:
                    self._add_bound(rule, found, entries)
                if rule.uses:
                    self._add_uses(rule.uses, found, links)
        self._told.add_entries(view, entries)
        for edge in self.templates.find_edges(view.path, view.probed, view):
            links.add(*msgspec.structs.astuple(edge))

    def find_routes(self, view: FileView) -> list[tuple[RoutePart, int, int]]:
        """Return the routes that the text of a file tells, each with its place."""
        return self._told.find_routes(view)

    def _add_entry(self, rule: EntryPoint, found: Found, entries: EntryPoints) -> None:
        if not rule.words:
            return
        name = next(iter(read_texts(found, rule.name)), "")
        words = fill(rule.words, name=name, where=_describe_place(found))
        for target in self._targets.find(found, rule.target):
            if not rule.members:
                entries.add(target, found.position, found.line, words)
        if rule.members and found.definition >= 0:
            words = fill(words, owner=found.view.definitions[found.definition].name)
            for member, line in _find_members(found, rule.members):
                entries.add(member, found.position, line, words)

    def _add_bound(self, rule: Binding, found: Found, entries: EntryPoints) -> None:
        for name in read_texts(found, rule.name)[:1]:
            for target in self._targets.find(found, rule.target):
                entries.add(target, found.position, found.line, fill(rule.words, name=name))

    def _add_uses(self, uses: str, found: Found, links: FileLinks) -> None:
        source = found.view.ids[found.definition] if found.definition >= 0 else found.view.path
        for target in self._targets.find(found, uses):
            if target != source:
                links.add(source, "references", target, found.line, INFERRED, 1, SURE)

    def _add_lookup(self, rule: Lookup, found: Found, links: FileLinks) -> None:
        names = self._registries.read_names(found, rule)
        if not names or not self._origins.fits(found):
            return
        source = found.view.source_at(found.position)
        if found.definition >= 0:
            source = found.view.ids[found.definition]
        for name in names:
            self._link(source, rule, name, found, links)

    def _link(self, source: str, rule: Lookup, name: str, found: Found, links: FileLinks) -> None:
        view = found.view
        targets = self._registries.find(rule.registry, name, found, view.path, view.probed)
        words = fill(rule.words, name=name)
        sure = round(SURE / max(1, len(targets)), 3)
        for target in targets:
            if target != source:
                links.add(source, rule.kind, target, found.line, INFERRED, 1, sure, words)


def _describe_place(found: Found) -> str:
    """Return the class that a definition is in, or what it is there for."""
    view, scope = found.view, found.view.scopes[found.scope]
    if scope.kind == "class" and scope.definition >= 0:
        return f"in {view.definitions[scope.definition].name}"
    folder, _, name = view.path.rpartition("/")
    return f"below {folder or 'the root'}" if name == "conftest.py" else f"in {view.path}"


def _find_members(found: Found, names: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Yield the members of a class with one of some names, and their lines."""
    body = found.view.definitions[found.definition].body
    for index, item in enumerate(found.view.definitions):
        if item.scope == body and any(fits(item.name, name) for name in names):
            yield found.view.ids[index], item.line
