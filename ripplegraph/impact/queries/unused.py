"""Finds definitions that nothing uses, and says how sure that is."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from ripplegraph.graph.file_order import PRODUCT, TESTS, rank_file
from ripplegraph.graph.ids import build_node_id
from ripplegraph.graph.model import EdgeKind, NodeKind, Resolution
from ripplegraph.impact.queries.possible_uses import PossibleUses, UnusedCandidate
from ripplegraph.impact.queries.usage_conventions import Conventions, Definition
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import (
    EDGE_KIND_CODES,
    NODE_KIND_CODES,
    NODE_KINDS,
    RESOLUTION_CODES,
)

_TEST_MODULES = frozenset({"tests", "test"})
_REPETITION = re.compile(r"#\d+")
LEVELS = ("certain", "likely", "unsure")
_AMBIGUOUS = RESOLUTION_CODES[Resolution.AMBIGUOUS]
_DISPATCHES = EDGE_KIND_CODES[EdgeKind.DISPATCHES_TO]
_EXPORTS = EDGE_KIND_CODES[EdgeKind.EXPORTS]
_ENTRY = EDGE_KIND_CODES[EdgeKind.IS_ENTRYPOINT_FOR]
_TYPES = frozenset(NODE_KIND_CODES[kind] for kind in (NodeKind.CLASS, NodeKind.INTERFACE))
_FUNCTION = NODE_KIND_CODES[NodeKind.FUNCTION]
_PLAIN_DECORATORS = frozenset(
    {
        *("property", "staticmethod", "classmethod", "cache", "cached_property", "lru_cache"),
        *("contextmanager", "asynccontextmanager", "wraps", "final", "override", "dataclass"),
        *("total_ordering", "deprecated", "abstractmethod", "unique"),
        *("setter", "getter", "deleter"),
    }
)
"""Decorators that do not hand a definition to anyone, by the end of their names."""


@dataclass(frozen=True)
class UnusedSymbol:
    """A definition that nothing is known to use."""

    id: str
    type: str
    path: str
    line: int | None
    lines: int
    """How many lines would go with it."""
    sure: str
    """certain, likely or unsure."""
    reasons: tuple[str, ...]
    """What speaks against it; none where it is certain."""


@dataclass(frozen=True)
class Unused:
    """What nothing uses, the surest first."""

    symbols: tuple[UnusedSymbol, ...]
    counts: Mapping[str, int]
    """How many there are of each level, shown or not."""
    omitted: Mapping[str, int]
    """What was not looked at, or not shown, by reason."""


class _Candidate(NamedTuple):
    node: int
    file: int
    path: str
    status: str
    label: str
    name: str
    kind: int
    line: int | None
    end_line: int | None
    language: str
    signature: str
    metadata: Mapping[str, Any]


class _Uses(NamedTuple):
    """What leads to a definition from outside of it."""

    certain: bool = False
    ambiguous: int = 0
    exported: bool = False
    starts: bool = False
    overridden: tuple[int, ...] = ()


def find_unused(
    connection: sqlite3.Connection,
    root: Path,
    *,
    limit: int | None,
    in_git: bool,
    files: Collection[int] | None = None,
) -> Unused:
    """Find what nothing uses in some files, or in all."""
    paths = (path for (path,) in connection.execute(statements.SELECT_ALL_PATHS))
    conventions = Conventions(root, paths)
    search = _Search(connection, conventions)
    chosen = None if files is None else frozenset(files)
    found, omitted = search.find(chosen)
    certain = [item for item, judged in found if judged.sure == "certain"]
    doubts = _find_last_doubts(connection, root, search, conventions, certain, in_git=in_git)
    symbols = [
        replace(judged, sure="unsure", reasons=doubts[item.node]) if item.node in doubts else judged
        for item, judged in found
    ]
    symbols.sort(key=lambda one: (LEVELS.index(one.sure), one.path, one.line or 0, one.id))
    counts = Counter(one.sure for one in symbols)
    shown = symbols[:limit]
    return Unused(
        tuple(shown),
        {level: counts[level] for level in LEVELS},
        {**dict(sorted(omitted.items())), "by_limit": len(symbols) - len(shown)},
    )


def _find_last_doubts(
    connection: sqlite3.Connection,
    root: Path,
    search: _Search,
    conventions: Conventions,
    certain: Sequence[_Candidate],
    *,
    in_git: bool,
) -> dict[int, tuple[str, ...]]:
    """Return what conventions and texts say against those that no edge speaks against."""
    doubts = {
        item.node: reasons
        for item in certain
        if (reasons := tuple(conventions.find_doubts(search.describe(item))))
    }
    suspects = [
        UnusedCandidate(item.node, build_node_id(item.path, item.label), item.name)
        for item in certain
        if item.node not in doubts
    ]
    found = PossibleUses(connection, root, in_git=in_git).find(suspects)
    return doubts | {node: (reason,) for node, reason in found.items()}


class _Search:
    """One search through a whole graph."""

    def __init__(self, connection: sqlite3.Connection, conventions: Conventions) -> None:
        self._conventions = conventions
        self._all = {
            row[0]: _build(row) for row in connection.execute(statements.SELECT_DEFINITIONS)
        }
        self._ids = {(item.file, item.label): item.node for item in self._all.values()}
        self._uses = self._read_uses(connection)
        self._missed = dict(connection.execute(statements.SUM_MISSED_CALLS).fetchall())
        self._imported = Counter(
            name
            for (text,) in connection.execute(statements.SELECT_IMPORTED_NAMES)
            for name in set(json.loads(text or "{}").get("names", ()))
        )
        self._bases: dict[int, list[int]] = {}
        for heir, base in connection.execute(statements.SELECT_BASES):
            self._bases.setdefault(heir, []).append(base)
        self._members: dict[tuple[int, str], list[int]] = {}
        self._alternatives: dict[tuple[str, str], list[int]] = {}
        for item in self._all.values():
            key = item.file, item.label.rpartition(".")[0]
            self._members.setdefault(key, []).append(item.node)
            self._alternatives.setdefault(_get_place(item), []).append(item.node)

    def find(
        self, files: frozenset[int] | None
    ) -> tuple[list[tuple[_Candidate, UnusedSymbol]], Counter[str]]:
        """Return what nothing uses, and how many were left out, by reason."""
        omitted: Counter[str] = Counter()
        found = []
        for item in self._all.values():
            if (files is not None and item.file not in files) or self._is_used(item):
                continue
            reason = self._find_exemption(item)
            if reason:
                omitted[reason] += 1
            else:
                found.append((item, self._judge(item)))
        return found, omitted

    def describe(self, item: _Candidate) -> Definition:
        """Describe a definition for the conventions of its language."""
        around = self._get_around(item)
        return Definition(
            item.path,
            item.language,
            item.name,
            item.line or 0,
            is_member=around is not None and around.kind in _TYPES,
            is_inside=around is not None and around.kind == _FUNCTION,
        )

    def _read_uses(self, connection: sqlite3.Connection) -> dict[int, _Uses]:
        uses: dict[int, _Uses] = {}
        for target, kind, resolution, source, file, label in connection.execute(
            statements.SELECT_USES_OF_DEFINITIONS
        ):
            item = self._all.get(target)
            if item is None or _is_within(item, file, label):
                continue
            known = uses.get(target, _Uses())
            if kind == _EXPORTS:
                known = known._replace(exported=True)
            elif kind == _ENTRY:
                known = known._replace(starts=True)
            elif kind == _DISPATCHES:
                known = known._replace(overridden=(*known.overridden, source))
            elif resolution == _AMBIGUOUS:
                known = known._replace(ambiguous=known.ambiguous + 1)
            else:
                known = known._replace(certain=True)
            uses[target] = known
        return uses

    def _is_used(self, item: _Candidate) -> bool:
        uses = self._uses.get(item.node)
        if uses is not None and (uses.certain or any(map(self._is_called, uses.overridden))):
            return True
        # Of several definitions in one place, as for platforms, one is used for all.
        if any(map(self._is_called, self._alternatives[_get_place(item)])):
            return True
        # Who uses something in a class needs the class.
        members = self._members.get((item.file, item.label), ())
        return item.kind in _TYPES and any(map(self._is_called, members))

    def _is_called(self, node: int) -> bool:
        uses = self._uses.get(node)
        return uses is not None and uses.certain

    def _find_exemption(self, item: _Candidate) -> str:
        """Say why something without uses is not called unused; empty where it is."""
        flags = item.metadata.get("flags", ())
        uses = self._uses.get(item.node, _Uses())
        rank = rank_file(item.path)
        outside = _TEST_MODULES.isdisjoint(item.label.split(".")[:-1])
        if rank == TESTS or "test" in flags or "fixture" in flags or not outside:
            return "tests"
        if rank != PRODUCT:
            return "examples"
        if item.name.startswith("__") and item.name.endswith("__"):
            return "special_names"
        if item.metadata.get("entry") or uses.starts or (item.label == "main"):
            return "entry_points"
        if "overload" in flags or "declaration" in flags or "abstract" in flags:
            return "declarations"
        around = self._get_around(item)
        return "inside_unused" if around is not None and not self._is_used(around) else ""

    def _get_around(self, item: _Candidate) -> _Candidate | None:
        outer = item.label.rpartition(".")[0]
        node = self._ids.get((item.file, outer)) if outer else None
        return None if node is None else self._all[node]

    def _judge(self, item: _Candidate) -> UnusedSymbol:
        doubts = list(self._find_doubts(item))
        reasons = list(doubts)
        if not self._is_private(item):
            reasons.append("it is public: code outside the project may use it")
        sure = "unsure" if doubts else "likely" if reasons else "certain"
        return UnusedSymbol(
            build_node_id(item.path, item.label),
            NODE_KINDS[item.kind].value,
            item.path,
            item.line,
            (item.end_line or item.line or 0) - (item.line or 0) + 1,
            sure,
            tuple(reasons),
        )

    def _find_doubts(self, item: _Candidate) -> Iterator[str]:
        uses = self._uses.get(item.node, _Uses())
        flags = item.metadata.get("flags", ())
        if uses.ambiguous:
            yield f"{_count(uses.ambiguous, 'place')} may mean it by its name"
        missed = self._missed.get(item.name, 0)
        if missed and item.kind in (_FUNCTION, *_TYPES):
            yield f"{_count(missed, 'call')} by that name lead to nothing known"
        imports = self._imported.get(item.name, 0)
        if imports and "." not in item.label:
            yield f"{_count(imports, 'import')} bring in that name"
        decorators = [name for name in item.metadata.get("decorators", ()) if not _is_plain(name)]
        if decorators:
            yield f"it is decorated with {', '.join(decorators)}, which may register it"
        if uses.exported or "exported" in flags:
            yield "it is exported"
        if "property" in flags:
            yield "it is a property: reading one is not always seen"
        yield from self._find_doubts_of_class(item, uses)
        if item.status != "parsed":
            yield "its file could be read only in part"

    def _find_doubts_of_class(self, item: _Candidate, uses: _Uses) -> Iterator[str]:
        if uses.overridden:
            yield "it overrides a method"
        around = self._get_around(item)
        if around is None or around.kind not in _TYPES:
            return
        # In Rust a block says which trait it is for; conventions look at that.
        if item.language != "rust" and self._has_foreign_base(around.node, set()):
            yield "its class extends one from outside, which may call it"

    def _has_foreign_base(self, node: int, seen: set[int]) -> bool:
        """Tell whether a class, or one that it extends, extends something not in the project."""
        item = self._all.get(node)
        if item is None:
            return True
        seen.add(node)
        bases = self._bases.get(node, [])
        is_said_to = bool(item.signature.partition("(")[2].strip(") :"))
        if is_said_to and not bases:
            return True
        return any(self._has_foreign_base(base, seen) for base in bases if base not in seen)

    def _is_private(self, item: _Candidate) -> bool:
        """Tell whether nothing outside of its file, or of its class, is meant to use it."""
        parts = item.label.split(".")
        if any(part.startswith(("_", "#")) for part in parts):
            return True
        around = self._get_around(item)
        if around is not None:
            if around.kind == _FUNCTION or self._conventions.is_private(self.describe(item)):
                return True
            return self._is_private(around)
        is_python = item.path.endswith((".py", ".pyi", ".ipynb"))
        return not is_python and "exported" not in item.metadata.get("flags", ())


def _build(row: tuple[Any, ...]) -> _Candidate:
    *values, language, signature, metadata = row
    found = [*values, language or "", signature or "", json.loads(metadata or "{}")]
    return _Candidate._make(found)


def _get_place(item: _Candidate) -> tuple[str, str]:
    """Return the folder and label that alternative definitions of one thing share."""
    folder = item.path if item.language == "python" else item.path.rpartition("/")[0]
    return folder, _REPETITION.sub("", item.label)


def _is_within(item: _Candidate, file: int | None, label: str) -> bool:
    return file == item.file and (label == item.label or label.startswith(f"{item.label}."))


def _is_plain(decorator: str) -> bool:
    return decorator.rpartition(".")[2] in _PLAIN_DECORATORS


def _count(number: int, name: str) -> str:
    return f"{number:,} {name}{'' if number == 1 else 's'}"
