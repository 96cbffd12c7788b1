"""One file while it is read by its tags: the matches of the query, the scopes, the names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import Binding, BindingKind
from ripplegraph.parsers.facts_builder import DefinitionDraft, FactsBuilder, Regions, ScopeDraft
from ripplegraph.parsers.source import Source
from ripplegraph.parsers.tagged.tags import Tags

MODULE = 0
ROLES = frozenset(
    {
        "branch",
        "call",
        "comment",
        "definition",
        "export",
        "import",
        "local",
        "narrow",
        "namespace",
        "package",
        "parameter",
        "quiet",
        "reference",
        "return",
        "scope",
        "set",
        "skip",
        "string",
    }
)
"""The first words of captures that say what a match is; the others name parts of it."""

Parts = Mapping[str, list[Node]]


class Match:
    """One match of the query: what it is, the node that is, and its parts by capture name."""

    __slots__ = ("end", "node", "parts", "start", "words")

    def __init__(self, node: Node, words: Sequence[str], parts: Parts) -> None:
        self.node = node
        self.words = words
        self.parts = parts
        self.start, self.end = node.byte_range

    def part(self, name: str) -> Node | None:
        """Return the part of that name, the first in the text."""
        found = self.parts.get(name)
        return found[0] if found else None

    def last(self, name: str) -> Node | None:
        """Return the part of that name that is the last in the text."""
        found = self.parts.get(name)
        return found[-1] if found else None


class Opened:
    """A definition with the places in the text that it is described and compared by."""

    __slots__ = ("body", "draft", "end", "start")

    def __init__(self, draft: DefinitionDraft, start: int, body: int, end: int) -> None:
        self.draft = draft
        self.start = start
        self.body = body
        self.end = end


class TaggedFile:
    """Shared state of the readers of one file."""

    def __init__(
        self,
        language: str,
        tags: Tags,
        root: Node,
        matches: Iterable[tuple[int, Parts]],
        source: Source,
    ) -> None:
        self.tags = tags
        self.root = root
        self.source = source
        self.raw = source.raw
        self.end = len(source.data) + 1
        self.builder = FactsBuilder(language, source)
        self.roles = group_matches(matches)
        self.opened: list[Opened] = []
        self.prefixes: dict[int, str] = {MODULE: ""}
        """The full names of namespaces and classes, by their scopes."""
        self.scope_regions = Regions((), MODULE)
        self.skip: set[int] = set()
        """Offsets of names that define or bind, and read nothing."""
        self.places: dict[int, tuple[ScopeDraft, int]] = {}
        """Where definitions are bound: the scope, and which of its bindings."""
        self.calls: dict[int, int] = {}
        """Numbers of call sites by the ids of their nodes."""
        self.imported: dict[int, str] = {}
        """What expressions import, by the ids of their nodes: `require("a").b`."""
        self.parts = compile_separators(tags.separators)

    def of(self, role: str) -> Sequence[Match]:
        """Return the matches of a role, in the order of the text."""
        return self.roles.get(role, ())

    def text(self, node: Node) -> str:
        """Return a node's text as it is written."""
        start, end = node.byte_range
        return self.source.text(start, end)

    def name(self, node: Node) -> str:
        """Return the name that a node writes: its parts with dots between them."""
        text = self.text(node)
        if self.parts is not None:
            text = self.parts.sub(".", text)
        spell = self.tags.spell
        return text if spell is None else spell(text)

    def line_text(self, start: int, end: int) -> str:
        """Return text on one line, with single spaces."""
        return " ".join(self.source.text(start, end).split())

    def bind(
        self,
        scope: ScopeDraft,
        name: str,
        kind: BindingKind,
        position: int,
        *,
        until: int = -1,
        index: int = -1,
        spec: str = "",
        member: str = "",
        value: Expr = None,
        annotation: Expr = None,
    ) -> None:
        """Bind a name in a scope."""
        end = self.end if until < 0 else until
        scope.bindings.append(
            Binding(name, kind, position, end, index, spec, member, value, annotation)
        )

    def scope_at(self, offset: int) -> ScopeDraft:
        """Return the innermost scope at a place."""
        return self.builder.scopes[self.scope_regions.at(offset)]


def group_matches(matches: Iterable[tuple[int, Parts]]) -> dict[str, list[Match]]:
    """Return matches by role, in the order of the text; what several say of a node is one match."""
    found: dict[str, dict[int, Match]] = {}
    for _, parts in matches:
        for nodes in parts.values():
            if len(nodes) > 1:
                nodes.sort(key=_by_place)
        for capture in parts:
            words = _role_of(capture)
            if words is None:
                continue
            known = found.setdefault(words[0], {})
            for node in parts[capture]:
                old = known.get(node.id)
                if old is None:
                    known[node.id] = Match(node, words, parts)
                else:
                    old.parts = _merge_parts(old.parts, parts)
                    old.words = _merge_words(old.words, words)
    return {role: sorted(known.values(), key=_place) for role, known in found.items()}


def _merge_words(first: Sequence[str], second: Sequence[str]) -> Sequence[str]:
    """Return the words of both; of two kinds of a definition, the first in alphabetical order."""
    if first == second:
        return first
    first, second = sorted((tuple(first), tuple(second)))
    start = 2 if first[0] == "definition" else 1
    return (*first[:start], *sorted({*first[start:], *second[start:]}))


def _by_place(node: Node) -> tuple[int, int]:
    start, end = node.byte_range
    return start, -end


def _place(match: Match) -> tuple[int, int, Sequence[str]]:
    return match.start, -match.end, match.words


@cache
def _role_of(capture: str) -> tuple[str, ...] | None:
    words = tuple(capture.split("."))
    return words if words[0] in ROLES else None


def _merge_parts(first: Parts, second: Parts) -> Parts:
    merged: dict[str, list[Node]] = {}
    for parts in (first, second):
        for name, nodes in parts.items():
            known = {node.id: node for node in (*merged.get(name, ()), *nodes)}
            merged[name] = sorted(known.values(), key=_by_place)
    return merged


@cache
def compile_separators(separators: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return a pattern of what stands between the parts of a name."""
    if not separators:
        return None
    longest = sorted(separators, key=lambda word: (-len(word), word))
    return re.compile("|".join(re.escape(word) for word in longest))
