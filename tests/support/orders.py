"""Links the files of a project in several orders: no edge may depend on what is asked first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from ripplegraph.graph.facts import FileFacts
from ripplegraph.indexing.incremental.round_answers import RoundAnswers
from ripplegraph.linking.engine.shared_answers import ROUNDS
from ripplegraph.linking.linker import Linker, deep_stack
from ripplegraph.linking.module_resolution import ModuleResolver
from ripplegraph.linking.project_analysis import ProjectAnalysis, build_analysis
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.slots import BindingSlot
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.registry import find_languages, language_of
from tests.support.equality import Tree, reduce_trees
from tests.support.generated.knots import KNOTS
from tests.support.languages import FIXTURES
from tests.support.shuffles import Shuffle, read_cases
from tests.support.walks import CODES, describe_trees

ORDERS = 4
"""Orders that each project is linked in."""
_QUESTIONS = 40
_MOST_CASES = 3
_SHOWN = 12


class TreeFiles:
    """The files of a project, as resolvers see them."""

    def __init__(self, tree: Tree) -> None:
        self.paths = frozenset(tree)
        self._tree = tree

    def read(self, path: str) -> bytes | None:
        return self._tree.get(path)


def find_order_languages() -> list[str]:
    """Return the languages that projects can be generated in."""
    levels = {name: language.level for name, language in find_languages().items()}
    known = {path.name for path in FIXTURES.iterdir() if levels.get(path.name) != "known"}
    return sorted(known | CODES.keys() | KNOTS.keys())


def generate_project(language: str, seed: int) -> dict[str, bytes]:
    """Return a small project: tied in a knot, written at random, or shuffled from cases."""
    random = Random(f"{language} {seed}")  # noqa: S311
    ways = []
    if language in KNOTS:
        ways += [_tie_knot] * 3
    if language in CODES:
        ways.append(_write_code)
    if (FIXTURES / language).is_dir():
        ways.append(_shuffle_cases)
    return random.choice(ways)(language, random)


def _tie_knot(language: str, random: Random) -> dict[str, bytes]:
    return KNOTS[language].write(random)


def _write_code(language: str, random: Random) -> dict[str, bytes]:
    code = CODES[language]
    writer = code.make_writer(random)
    paths = random.sample(code.paths, min(len(code.paths), random.randrange(2, 8)))
    settings = {path: random.choice(texts).encode() for path, texts in code.settings.items()}
    return {path: writer.write_file(path).encode() for path in sorted(paths)} | settings


def _shuffle_cases(language: str, random: Random) -> dict[str, bytes]:
    files = read_cases(language)
    cases = sorted({path.partition("/")[0] for path in files})
    chosen = set(random.sample(cases, min(len(cases), random.randrange(1, _MOST_CASES + 1))))
    whole = {path: text for path, text in files.items() if path.partition("/")[0] in chosen}
    shuffle = Shuffle(whole, random.randrange(1 << 30))
    for _ in range(random.randrange(25)):
        if len(shuffle.tree) > 1:
            shuffle.step()
    return shuffle.tree


@dataclass(frozen=True)
class Linked:
    """What linking a project in one order found out."""

    files: Mapping[str, Sequence[str]]
    """For each file a line for each of its edges, counts and so on."""
    answers: Sequence[Mapping[Any, bytes]]
    """For each round, digests of the answers that files share, of those that came up."""


class Project:
    """The facts of a project, to be linked again and again."""

    def __init__(self, tree: Tree) -> None:
        self._files = TreeFiles(tree)
        self.facts: dict[str, FileFacts] = {}
        for path in sorted(tree):
            language = language_of(path)
            if language is not None and find_languages()[language].extract is not None:
                with suppress(ValueError):  # A notebook that was cut is no file to link.
                    self.facts[path] = extract_facts(language, tree[path])

    def link(self, seed: int) -> Linked:
        """Link in one order: that of the paths for 0, the opposite for 1, else any.

        Other questions come first then.
        """
        linker = self._build_linker()
        shared = RoundAnswers(linker)
        random = Random(seed)  # noqa: S311
        paths = list(linker.links)
        if seed == 1:
            paths.reverse()
        elif seed:
            random.shuffle(paths)
            if paths:
                with deep_stack():
                    _ask(linker, paths, random, random.randrange(_QUESTIONS))
        linker.links = {path: linker.links[path] for path in paths}
        found = linker.link()
        files = {path: sorted(_describe_links(found[path])) for path in sorted(found)}
        return Linked(
            files, [_digest_answers(shared, linker.analysis, turn) for turn in range(ROUNDS)]
        )

    def _build_linker(self) -> Linker:
        languages = find_languages()
        resolvers: dict[str, ModuleResolver] = {}
        for language in languages.values():
            family = language.family or language.name
            if language.resolver is not None and family not in resolvers:
                resolvers[family] = language.resolver(self._files)
        return Linker(build_analysis(self.facts, languages, resolvers), self.facts)


def _digest_answers(shared: RoundAnswers, analysis: ProjectAnalysis, turn: int) -> dict[Any, bytes]:
    found = {key: shared.find(key, turn) for key in analysis.solver.shared.known}
    return {
        key: shared.digests.find(answer[0], flowing=flowing)
        for key, (answer, flowing) in found.items()
        if answer is not None
    }


def _ask(linker: Linker, paths: Sequence[str], random: Random, count: int) -> None:
    """Ask about things at random."""
    analysis = linker.analysis
    for _ in range(count):
        view = analysis.views[random.choice(paths)]
        scope = random.randrange(len(view.scopes)) if view.scopes else -1
        kind = random.randrange(5)
        if kind == 0 and scope >= 0 and view.scopes[scope].bindings:
            at = random.randrange(len(view.scopes[scope].bindings))
            analysis.slot_values(BindingSlot(view.path, scope, at))
        elif kind == 1 and view.sites:
            analysis.calls.result(view, random.randrange(len(view.sites)))
        elif kind == 2 and view.definitions:
            at = random.randrange(len(view.definitions))
            if view.definitions[at].kind in ("class", "interface"):
                analysis.classes.order(view.path, at)
        elif kind == 3 and view.definitions:
            name = random.choice(view.definitions).name
            analysis.modules.attribute_slots(random.choice(paths), name)
        elif scope >= 0 and view.sites:
            site = random.choice(view.sites)
            analysis.evaluate(site.callee, view, site.scope, site.position)


def _describe_links(links: FileLinks) -> Iterable[str]:
    yield from (repr(edge) for edge in links.edges.values())
    yield from (f"count {item}" for item in links.counts.items())
    yield from (f"missed {item}" for item in links.missed.items())
    yield from (f"route {route}" for route in links.routes)
    for function, sites in links.sites.items():
        yield from (f"site of {function} {site}" for site in sites)


def find_order_differences(tree: Tree, orders: int = ORDERS) -> list[str]:
    """Return the lines in which some order of linking a project differs from the first one."""
    project = Project(tree)
    first = project.link(0)
    for seed in range(1, orders):
        found = _compare(first, project.link(seed))
        if found:
            return [f"order {seed}", *found]
    return []


def _compare(one: Linked, other: Linked) -> list[str]:
    found: list[str] = []
    for path, lines in one.files.items():
        before, after = {*lines}, {*other.files[path]}
        found += [f"- {path}: {line}" for line in sorted(before - after)]
        found += [f"+ {path}: {line}" for line in sorted(after - before)]
    for level, (before_all, after_all) in enumerate(zip(one.answers, other.answers, strict=True)):
        for key in sorted(before_all.keys() & after_all.keys(), key=repr):
            if before_all[key] != after_all[key]:
                found.append(f"answer {key} in round {level}")
    return found


def describe_order(language: str, seed: int, orders: int = ORDERS) -> str:
    """Return the smallest files that some order links otherwise; empty where none does."""
    tree = generate_project(language, seed)
    if not find_order_differences(tree, orders):
        return ""

    def fails(_: Tree, smaller: Tree) -> bool:
        return bool(find_order_differences(smaller, orders))

    smallest, _ = reduce_trees(tree, tree, fails)
    lines = [f"{language}, seed {seed}", *find_order_differences(smallest, orders)[:_SHOWN]]
    return "\n".join([*lines, *describe_trees(smallest, smallest)])
