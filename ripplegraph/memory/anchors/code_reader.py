"""The code of a worktree as its graph has it, read file by file when it is asked for."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from ripplegraph.graph.changes import CHANGING_KINDS, NodeState
from ripplegraph.graph.compatibility import (
    CONTRACT_FLAGS,
    is_declared,
    read_metadata,
    takes_fields,
)
from ripplegraph.graph.ids import (
    EXTERNAL_PREFIX,
    SEPARATOR,
    build_node_id,
    is_knowledge,
    split_node_id,
)
from ripplegraph.graph.model import NodeKind
from ripplegraph.store.graph.change_log import read_states
from ripplegraph.store.graph.summary import read_meta
from ripplegraph.store.records.memory_records import Use
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import NODE_KINDS
from ripplegraph.targets.globs import translate_glob

CONSTRUCTORS = ("__init__", "__new__", "constructor")
_TELLING_METADATA = ("flags", "params", "decorators")
"""A name may hold square brackets, such as `pages/[id].tsx`: these alone make no pattern."""


Prints = tuple[str | None, str]
"""The fingerprints of the signature and the body of a definition."""


class CodeReader:
    """Looks things up in a graph, and remembers the files that it has read."""

    def __init__(self, connection: sqlite3.Connection, root: Path | None = None) -> None:
        """Take the folder with the files, to tell what is not there from what is not scanned."""
        self.connection = connection
        self._root = root
        self._files: dict[str, Mapping[str, NodeState]] = {}
        self._uses: dict[str, Use] = {}
        self._alike: dict[Prints, list[str]] = {}

    @cached_property
    def commit(self) -> str | None:
        return read_meta(self.connection).get("commit")

    @cached_property
    def paths(self) -> frozenset[str]:
        """Every file that the graph knows."""
        rows = self.connection.execute(statements.SELECT_FILE_PATHS)
        return frozenset(path for _, path in rows)

    def read_file(self, path: str) -> Mapping[str, NodeState]:
        """Return a file and what is defined in it by readable ids; empty where there is none."""
        found = self._files.get(path)
        if found is None:
            states = read_states(self.connection, (path,))
            found = {state.id: state for state in states if state.kind in CHANGING_KINDS}
            self._files[path] = found
        return found

    def find(self, target: str) -> NodeState | None:
        """Return a file or definition, if it is there."""
        path, _ = split_node_id(target)
        return None if path is None else self.read_file(path).get(target)

    def exists(self, target: str, kind: str = "") -> bool:
        """Tell whether anything is there: a file, a definition, a folder, a package, a match.

        What may be a pattern is one if the `kind` of its anchor says so: files can have such names.
        """
        if is_knowledge(target):
            return True
        if kind == "glob":
            return any(True for _ in self.find_matches(target))
        path, label = split_node_id(target)
        if path is not None:
            return self._has(path, label, target)
        if label.startswith(EXTERNAL_PREFIX):
            row = self.connection.execute(statements.SELECT_NODE_WITHOUT_FILE, (label,)).fetchone()
            return row is not None
        inside = (label, f"{label[:-1]}0") if label != "./" else ("", "\U0010ffff")
        rows = self.connection.execute(statements.SELECT_FILES_BELOW, inside)
        return rows.fetchone() is not None

    def _has(self, path: str, label: str, target: str) -> bool:
        """Tell whether a file or definition is there, without reading a whole file for it."""
        if path in self._files:
            return target in self._files[path]
        row = self.connection.execute(statements.SELECT_KIND_AT, (path, label)).fetchone()
        return row is not None and NODE_KINDS[row[0]] in CHANGING_KINDS

    def find_matches(self, pattern: str) -> Iterator[str]:
        """Yield the files that a pattern matches."""
        matches = translate_glob(pattern).fullmatch
        return (path for path in self.paths if matches(path))

    def find_alike(self, prints: Iterable[Prints]) -> list[str]:
        """Return the ids of the definitions that have one of these signatures and bodies."""
        wanted = dict.fromkeys(prints)
        self.prepare_alike(wanted)
        return [node for each in wanted for node in self._alike[each]]

    def prepare_alike(self, prints: Iterable[Prints]) -> None:
        """Look up at once who has each of these signatures and bodies."""
        new = set(prints) - self._alike.keys()
        if not new:
            return
        self._alike.update((each, []) for each in new)
        bodies = json.dumps(sorted({body for _, body in new}))
        for signature, body, *parts in self.connection.execute(
            statements.SELECT_NODES_LIKE, (bodies,)
        ):
            if (signature, body) in new:
                self._alike[signature, body].append(build_node_id(*parts))

    def get_status(self, path: str) -> str | None:
        """Return how far the scan got with a file; None where there is no such file."""
        row = self.connection.execute(statements.SELECT_FILE_STATUS, (path,)).fetchone()
        return None if row is None else str(row[0])

    def is_left_out(self, path: str) -> bool:
        """Tell whether there is a file that scans leave out, because it is ignored."""
        if self._root is None or self.get_status(path) is not None:
            return False
        return (self._root / path).is_file()

    def find_members(self, state: NodeState) -> Iterator[NodeState]:
        """Yield everything that is defined inside a definition."""
        start = f"{state.id}."
        for node_id, inner in self.read_file(state.path).items():
            if node_id.startswith(start):
                yield inner

    def find_offered(self, path: str) -> Iterator[NodeState]:
        """Yield what a file offers: not what is private, nor what is inside functions."""
        inside = self.read_file(path)
        for node_id, state in inside.items():
            _, _, label = node_id.partition(SEPARATOR)
            if label and not _is_private(label) and not _is_local(node_id, inside):
                yield state

    def find_uses(self, state: NodeState, limit: int) -> tuple[Use, ...]:
        """Return what a file or definition depends on directly, with how each can be used."""
        label = state.id.partition(SEPARATOR)[2]
        values = {
            "path": state.path,
            "label": label,
            "first": f"{label}." if label else "",
            "end": f"{label}/" if label else "\U0010ffff",
            "whole": not label,
            "limit": limit,
        }
        rows = self.connection.execute(statements.SELECT_DIRECT_USES, values).fetchall()
        found = (self.find(f"{path}{SEPARATOR}{name}") for path, name in rows)
        return tuple(self.build_use(used) for used in found if used is not None)

    def build_use(self, state: NodeState) -> Use:
        """Describe how something can be used."""
        found = self._uses.get(state.id)
        if found is None:
            found = self._uses[state.id] = self._build_use(state)
        return found

    def _build_use(self, state: NodeState) -> Use:
        metadata = read_metadata(state)
        telling = {name: metadata[name] for name in _TELLING_METADATA if name in metadata}
        is_class = state.kind is NodeKind.CLASS
        constructor = self.find_constructor(state) if is_class else None
        if constructor is None and is_class and takes_fields(state):
            telling["fields"] = [*self._find_fields(state)]
        return Use(
            state.id,
            str(state.kind),
            state.signature_fingerprint or "",
            state.signature or "",
            state.language or "",
            telling,
            self.build_use(constructor) if constructor else None,
        )

    def _find_fields(self, state: NodeState) -> Iterator[list[object]]:
        """Yield name and whether there is a default of each field that a constructor takes."""
        cut = len(state.id) + 1
        members = [part for part in self.find_members(state) if part.kind is NodeKind.VARIABLE]
        for part in sorted(members, key=lambda part: (part.line or 0, part.id)):
            if "." not in part.id[cut:] and is_declared(part):
                yield [part.name, "literal" in read_metadata(part)]

    def find_constructor(self, state: NodeState) -> NodeState | None:
        found = (self.find(f"{state.id}.{name}") for name in CONSTRUCTORS)
        return next((item for item in found if item is not None), None)


def read_contract_flags(state: NodeState) -> tuple[str, ...]:
    """Return the flags of a definition that are part of how it is used."""
    flags = read_metadata(state).get("flags", ())
    found = flags if isinstance(flags, list) else ()
    return tuple(flag for flag in CONTRACT_FLAGS if flag in found)


def _is_private(label: str) -> bool:
    return any(
        name.startswith("_") and not (name.startswith("__") and name.endswith("__"))
        for name in label.split(".")
    )


def _is_local(node_id: str, inside: Mapping[str, NodeState]) -> bool:
    outer = node_id.rpartition(".")[0]
    while SEPARATOR in outer:
        state = inside.get(outer)
        if state is not None and state.kind is NodeKind.FUNCTION:
            return True
        outer = outer.rpartition(".")[0]
    return False
