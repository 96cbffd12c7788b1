"""What texts of a file lead to in others: names, programs, requests, tables, schemas.

Such an edge is inferred and says by which text. A text that leads nowhere, or to more than one
place, makes none. Every look is noted as those of names are, so that a change elsewhere has the
file linked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import msgspec

from ripplegraph.frameworks.entry_points import EntryPoints
from ripplegraph.frameworks.linking import FrameworkLinks, FrameworkRules
from ripplegraph.graph.facts import Mention
from ripplegraph.graph.stored_facts import read_mentions
from ripplegraph.graph.tests import is_test_path
from ripplegraph.indexing.cross_language.dotted_names import DottedNames
from ripplegraph.indexing.cross_language.named_code import NamingLinker, NamingLinks, ReadFile
from ripplegraph.indexing.cross_language.named_files import find_named_file
from ripplegraph.indexing.cross_language.offers import Offers
from ripplegraph.indexing.cross_language.route_table import NAMED, PAGE
from ripplegraph.indexing.cross_language.routes import Routing
from ripplegraph.indexing.cross_language.schemas import Schemas
from ripplegraph.indexing.cross_language.tables import find_tables
from ripplegraph.indexing.stored_keys import PROBE
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.attempts import LinkAttempts
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import INFERRED, FileLinks
from ripplegraph.parsers.mentions.configs import is_build_file

KIND: Final = "depends_logically"
NAMES, PROGRAMS, FILES = "names", "programs", "files"
ROUTES, TABLES, SCHEMAS = "routes", "tables", "schemas"
CONFIGS: Final = "configs"
_SURE = {NAMES: 0.8, PROGRAMS: 0.8, FILES: 0.7, TABLES: 0.6, SCHEMAS: 0.8}
_USE_OF = {"name": NAMES, "module": PROGRAMS, "program": PROGRAMS, "path": FILES}
_USE_OF |= {"table": TABLES, "mapped": TABLES, "schema": SCHEMAS, "request": ROUTES}


@dataclass(frozen=True)
class InferenceScope:
    """What may be inferred, and from which files."""

    paths: frozenset[str] = frozenset()
    """Every file of the project, parsed or not."""
    kinds: frozenset[str] = frozenset()
    """What to look for, see the setting `scan.infer`."""
    read: ReadFile = dict[str, bytes]().get
    rules: FrameworkRules = field(default_factory=FrameworkRules)
    """What frameworks make of code."""


class Inferences:
    """Adds the inferred edges of files."""

    def __init__(
        self, analysis: Analysis, inferring: InferenceScope, attempts: LinkAttempts
    ) -> None:
        self._analysis = analysis
        self._attempts = attempts
        self._paths = inferring.paths
        self._kinds = inferring.kinds
        self.dotted = DottedNames(analysis, analysis.modules.find_resolver("python"))
        self.naming = NamingLinker(analysis, self.dotted, inferring.paths, inferring.read)
        self._schemas = Schemas(analysis, inferring.paths)
        self.offers = Offers(analysis, inferring.rules)
        self.frameworks = FrameworkLinks(
            analysis,
            inferring.rules,
            self.offers.find_declaring,
            inferring.paths,
            inferring.read,
            self.dotted.find_object,
            self._find_requested,
        )
        find_routes = self.frameworks.find_routes
        rules = inferring.rules
        self.routing = Routing(analysis, self.dotted, self.offers, attempts, find_routes, rules)

    def add(self, view: FileView, links: FileLinks) -> None:
        """Add what one file depends on by its texts."""
        if CONFIGS in self._kinds and is_build_file(view.path):
            # Also where a language reads it: a Makefile, a Gemfile.
            for edge in self.naming.find_edges(view.path, view.probed):
                links.add(*msgspec.structs.astuple(edge))
        if SCHEMAS in self._kinds:
            self._add_schemas(view, links)
        entries = EntryPoints(view)
        if ROUTES in self._kinds and self.offers.has_routes(view):
            links.routes = self.routing.find_parts(view)
            self.routing.add_entries(view, entries)
        self.frameworks.add(view, links, entries)
        entries.link(links)
        if view.facts.mentions:
            for item in read_mentions(view.facts):
                if _USE_OF[item.kind] in self._kinds:
                    add = partial(self._add, item, view, links)
                    self._attempts.attempt_at(view.path, "a text", item.line, add)

    def find_other_files(self) -> list[str]:
        """Return the files that may name something and are in no language."""
        named = self.naming.find_candidates() if CONFIGS in self._kinds else []
        return sorted({*named, *self.frameworks.templates.find_candidates()})

    def link_other_file(self, path: str) -> NamingLinks:
        """Return what such a file names, and every look for it."""
        named = self.naming.link(path) if CONFIGS in self._kinds else NamingLinks([], set())
        found = self.frameworks.templates.link(path)
        probes = {PROBE + probe for probe in found.probed}
        return NamingLinks(named.edges + found.edges, named.words | found.words | probes)

    def _add(self, item: Mention, view: FileView, links: FileLinks) -> None:
        kind = item.kind
        if kind == "request":
            self._add_requests(item, view, links)
        elif kind in ("table", "mapped"):
            in_sql = kind == "mapped"
            for target in find_tables(self._analysis, self.offers, item.text, view, in_sql=in_sql):
                self._link(target, f"table {item.text}", TABLES, item, view, links)
        elif kind == "schema":
            schema = self._schemas.find_source(item.text, view)
            self._link(schema, f"generated from {item.text}", SCHEMAS, item, view, links)
        elif kind in ("path", "program"):
            path = self._find_file(item, view)
            words = f"runs {item.text}" if kind == "program" else f"names {item.text}"
            self._link(path, words, _USE_OF[kind], item, view, links)
        else:
            self._add_name(item, view, links)

    def _add_name(self, item: Mention, view: FileView, links: FileLinks) -> None:
        probed = view.probed
        if item.kind == "module":
            target = self.dotted.find_module(item.text, view.path, probed)
            self._link(target, f"imports {item.text}", PROGRAMS, item, view, links)
            return
        target = self.dotted.find_object(item.text, view.path, probed)
        if target is not None and (item.text.count(".") > 1 or self._is_plain(target, item, view)):
            self._link(target, f"names {item.text}", NAMES, item, view, links)

    def _is_plain(self, target: str, item: Mention, view: FileView) -> bool:
        """Whether `a.b` is more than two words with a dot: a class, or a module in a setting."""
        path, _, qualified = target.partition("::")
        if ":" in item.text:
            return True
        if not qualified:
            return view.source_at(item.position) == view.path and not is_test_path(view.path)
        other = self._analysis.view(path)
        index = other.find_key(target)
        return index >= 0 and other.definitions[index].kind == "class"

    def _find_file(self, item: Mention, view: FileView) -> str | None:
        # What tests name from the root is more often a file that they make up.
        above = item.kind == "program" or not is_test_path(view.path)
        return find_named_file(item.text, view.path, self._paths, view.probed, above=above)

    def _add_requests(self, item: Mention, view: FileView, links: FileLinks) -> None:
        source = view.source_at(item.position)
        method, _, path = item.text.partition(" ")
        words = f"links to {path}" if method in (PAGE, NAMED) else f"requests {item.text.strip()}"
        for handler, count, sure in self.routing.find_handlers(item, view, source):
            links.add(source, KIND, handler, item.line, INFERRED, count, sure, words)

    def _find_requested(self, request: str, source: str) -> Sequence[tuple[str, int, float]]:
        """Return what answers a request that the text of a file makes."""
        return self.routing.find_answering(request, source) if ROUTES in self._kinds else ()

    def _add_schemas(self, view: FileView, links: FileLinks) -> None:
        for item in view.facts.imports:
            for spec in (item.spec, *item.names):
                schema = self._schemas.find_used(spec, view) if "pb" in spec else None
                if schema is None or schema == view.path:
                    continue
                sure = _SURE[SCHEMAS]
                links.add(view.path, KIND, schema, item.line, INFERRED, 1, sure, f"imports {spec}")
                for service, line, scope in self._schemas.find_services(schema, view):
                    words = f"uses {service.rpartition('::')[2]}"
                    source = view.source_of(scope)
                    links.add(source, KIND, service, line, INFERRED, 1, sure, words)

    def _link(
        self,
        target: str | None,
        words: str,
        use: str,
        item: Mention,
        view: FileView,
        links: FileLinks,
    ) -> None:
        if target is None or target.partition("::")[0] == view.path:
            return
        source = view.source_at(item.position)
        links.add(source, KIND, target, item.line, INFERRED, 1, _SURE[use], words)
