"""Prints how the calls of a project compare with those in its bytecode.

What `expect` declares is one with what is `actual`. Functions that are called by their names alone,
like values, are left out: the graph has no calls of them.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from pathlib import Path

from bench.accuracy.call_graphs.bytecode import read_classes
from bench.accuracy.call_graphs.comparison import Pair, print_figures
from bench.accuracy.call_graphs.compiled_calls import CompiledTruth
from bench.accuracy.call_graphs.linked import link
from bench.accuracy.call_graphs.source_maps import read_source_maps
from ripplegraph.graph.facts import PROPERTY, Definition, FileFacts


def find_expected(facts: dict[str, FileFacts]) -> dict[str, str]:
    """Return, for each definition that stands for one in another file, that one."""
    known: dict[tuple[str, str], list[tuple[str, Definition]]] = defaultdict(list)
    for path, item in facts.items():
        for definition in item.definitions:
            known[item.package, definition.qualified].append((path, definition))
    found: dict[str, str] = {}
    for places in known.values():
        if len(places) > 1 and any(_is_expected(facts, *place) for place in places):
            (first, _), *_ = places
            found |= {f"{p}::{d.qualified}": f"{first}::{d.qualified}" for p, d in places}
    return found


def _is_expected(facts: dict[str, FileFacts], path: str, definition: Definition) -> bool:
    around: Definition | None = definition
    while around is not None:
        if re.search(r"\bexpect\b", around.signature):
            return True
        at = facts[path].scopes[around.scope]
        while at.definition < 0 and at.parent >= 0:
            at = facts[path].scopes[at.parent]
        around = facts[path].definitions[at.definition] if at.definition >= 0 else None
    return False


def compare(language: str, endings: tuple[str, ...], truth_of: type[CompiledTruth]) -> None:
    """Print the figures of a project, and some of the differences."""
    parser = argparse.ArgumentParser(description=f"Calls of {language} against bytecode.")
    parser.add_argument("project", type=Path)
    parser.add_argument("classes", type=Path)
    parser.add_argument("--show", type=int, default=0, help="how many differences of each kind")
    options = parser.parse_args()
    classes = read_classes(options.classes)
    sources = {item.source for item in classes.values()}
    files = (p.relative_to(options.project).as_posix() for p in options.project.rglob("*"))
    paths = sorted(p for p in files if p.endswith(endings) and p.rpartition("/")[2] in sources)
    facts, found = link(language, {path: (options.project / path).read_bytes() for path in paths})
    maps = read_source_maps(options.classes)
    truth = truth_of(classes, facts, options.project, maps)
    same = find_expected(facts)

    def to_one(pair: Pair) -> Pair:
        return same.get(pair[0], pair[0]), same.get(pair[1], pair[1])

    wanted = {to_one(pair) for pair in truth.read_calls()}
    compiled = set(truth.paths.values())
    read = {
        f"{path}::{d.qualified}"
        for path, item in facts.items()
        for d in item.definitions
        if d.kind == "function" and d.flags & PROPERTY
    }
    wanted = {pair for pair in wanted if pair[1] not in read}
    kept = {
        to_one(pair): how
        for pair, how in found.items()
        if pair[1] not in read
        and pair[0].partition("::")[0] in compiled
        and pair[1].partition("::")[0] in compiled
    }
    print(f"{len(compiled)} files, {len(wanted)} calls in bytecode, {len(kept)} in the graph")
    print_figures(kept, wanted, options.show)
    print(f"not found in the sources: {len(truth.unmapped)}")
