"""Measures how well memories are found for questions that people really asked.

    python -m bench.accuracy.retrieval [--without-files] [--misses] [--fit]

The set is in `fixtures/retrieval/`, with how it was made. All memories lie in one database, as if
the projects were folders of one repository. For each half of the questions it prints hit@3 and MRR
with 95% intervals (bootstrap over the questions) of full text alone, vectors alone, nearness in the
graph alone, and all of them fused. `--fit` tries weights on the development half; nothing is ever
chosen by the test half. The exit code is 1 where the fused order of the test half is more than .02
below the best single list.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ripplegraph.embeddings.bundled import BundledModel
from ripplegraph.memory.clock import get_now
from ripplegraph.memory.services.memories import MemoryService
from ripplegraph.memory.types.registry import build_registry
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.retrieval import query_kinds
from ripplegraph.retrieval.proximity import HERE, STEPS, FindNear
from ripplegraph.retrieval.ranking import SearchInputs, rank
from ripplegraph.retrieval.request import SearchRequest
from ripplegraph.store.database import build_graph_database, build_memory_database
from ripplegraph.store.memory.memory_reader import MemoryFilter
from ripplegraph.store.records.memory_records import Provenance

SET = Path(__file__).parents[2] / "fixtures" / "retrieval"
SINGLES = ("text", "vectors", "graph")
MODES = (*SINGLES, "fused")
MARGIN = 0.02
RESAMPLES = 2_000
LIMIT = 50


@dataclass(frozen=True)
class Question:
    """What somebody asked, the file they were in, and the memories that answer it."""

    id: str
    text: str
    file: str | None
    answers: frozenset[str]

    @property
    def is_for_testing(self) -> bool:
        """Even numbers test; odd ones are for choosing weights."""
        return int(self.id.rpartition("-")[2]) % 2 == 0


@dataclass(frozen=True)
class Figure:
    """A mean with its 95% interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True)
class LabelledSet:
    """The labelled set, loaded into a database."""

    connection: sqlite3.Connection
    means: SearchInputs
    names: Mapping[str, str]
    """The name in the set of each memory by its id."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true", help="try weights on the development half")
    parser.add_argument("--misses", action="store_true", help="list what the fused order misses")
    parser.add_argument("--without-files", action="store_true", help="nobody says where they are")
    options = parser.parse_args()
    questions = read_questions(with_files=not options.without_files)
    with load() as loaded:
        if options.fit:
            fit(loaded, [question for question in questions if not question.is_for_testing])
            return 0
        print(f"{len(loaded.names)} memories, {len(questions)} questions, {BundledModel.model}")
        verdicts = []
        for label, testing in (("development", False), ("test", True)):
            half = [question for question in questions if question.is_for_testing == testing]
            found = {mode: [search(loaded, item, mode) for item in half] for mode in MODES}
            report(label, half, found)
            if testing:
                verdicts.append(judge(half, found))
            if options.misses:
                print_misses(half, found["fused"])
    return 0 if all(verdicts) else 1


def read_lines(name: str) -> Iterator[dict[str, Any]]:
    for line in (SET / name).read_text().splitlines():
        yield json.loads(line)


def read_questions(*, with_files: bool = True) -> list[Question]:
    """Read the questions with what answers them."""
    answers: dict[str, set[str]] = {}
    for memory in read_lines("memories.jsonl"):
        for question in memory["answers"]:
            answers.setdefault(question, set()).add(memory["id"])
    return [
        Question(
            line["id"],
            line["question"],
            f"{line['project']}/{line['file']}" if with_files and line["file"] else None,
            frozenset(answers[line["id"]]),
        )
        for line in read_lines("questions.jsonl")
    ]


@contextmanager
def load() -> Iterator[LabelledSet]:
    """Put all memories into a database, in an order that tells nothing."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        database = build_memory_database(root, git_common_dir=None, busy_timeout_ms=5_000)
        graph = build_graph_database(root, busy_timeout_ms=5_000)
        registry = build_registry()
        service = MemoryService(database, root=root, graph=graph, registry=registry)
        lines = list(read_lines("memories.jsonl"))
        random.Random(7).shuffle(lines)  # noqa: S311 - no secret
        names = {remember(service, line): line["id"] for line in lines}
        if len(names) != len(lines):
            raise ValueError("some memories were taken for the same")
        means = SearchInputs(
            database,
            registry,
            root,
            get_now(),
            build_chain=lambda: (BundledModel(),),
            find_near=build_finder(),
        )
        with service.memories.read() as connection:
            if connection is None:
                raise ValueError("nothing was written")
            yield LabelledSet(connection, means, names)


def remember(service: MemoryService, line: dict[str, Any]) -> str:
    about = tuple(f"{line['project']}/{target}" for target in line["about"])
    draft = Draft(
        content=line["content"],
        type=line["type"],
        about=about,
        allow_unresolved=True,
        provenance=Provenance("agent_explicit"),
    )
    return service.remember(draft).id


def build_finder() -> FindNear:
    """Return what finds the files near others over the stored edges, as the graph would."""
    forward: dict[str, set[str]] = {}
    backward: dict[str, set[str]] = {}
    for line in read_lines("edges.jsonl"):
        source = f"{line['project']}/{line['file']}"
        for file in line["depends_on"]:
            target = f"{line['project']}/{file}"
            forward.setdefault(source, set()).add(target)
            backward.setdefault(target, set()).add(source)

    def find(places: Collection[str]) -> dict[str, float]:
        near = dict.fromkeys(places, HERE)
        for links in (forward, backward):
            level = set(places)
            for value in STEPS:
                level = {file for place in level for file in links.get(place, ())}
                for file in level:
                    near[file] = max(value, near.get(file, 0.0))
        return near

    return find


def search(loaded: LabelledSet, question: Question, mode: str) -> list[str]:
    """Return the names of what is found, best first."""
    files = (question.file,) if question.file else ()
    request = SearchRequest(question.text, limit=LIMIT, mode=mode, files=files, expand=False)
    hits = rank(loaded.connection, None, request, MemoryFilter(), loaded.means)
    return [loaded.names[memory.id] for memory in hits.memories]


def hit_at_3(question: Question, found: Sequence[str]) -> float:
    return float(bool(question.answers & set(found[:3])))


def reciprocal_rank(question: Question, found: Sequence[str]) -> float:
    places = (place for place, name in enumerate(found, 1) if name in question.answers)
    return 1 / next(places, float("inf"))


MEASURES: Mapping[str, Callable[[Question, Sequence[str]], float]] = {
    "hit@3": hit_at_3,
    "MRR": reciprocal_rank,
}


def measure(half: Sequence[Question], found: Sequence[Sequence[str]], name: str) -> Figure:
    """Compute a measure with its interval."""
    values = [MEASURES[name](*pair) for pair in zip(half, found, strict=True)]
    chance = random.Random(11)  # noqa: S311 - no secret
    means = sorted(
        sum(chance.choices(values, k=len(values))) / len(values) for _ in range(RESAMPLES)
    )
    low, high = means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]
    return Figure(sum(values) / len(values), low, high)


def report(
    label: str, half: Sequence[Question], found: Mapping[str, Sequence[Sequence[str]]]
) -> None:
    print(f"\n{label} half: {len(half)} questions")
    print(f"{'':<10}{'hit@3':<24}MRR")
    for mode in MODES:
        figures = [str(measure(half, found[mode], name)) for name in MEASURES]
        print(f"{mode:<10}{figures[0]:<24}{figures[1]}")


def judge(half: Sequence[Question], found: Mapping[str, Sequence[Sequence[str]]]) -> bool:
    """Tell whether the fused order is as good as the best single list, but for a margin."""
    passed = True
    for name in MEASURES:
        means = {mode: measure(half, found[mode], name).mean for mode in MODES}
        best = max(SINGLES, key=means.__getitem__)
        difference = means["fused"] - means[best]
        good = difference >= -MARGIN
        passed = passed and good
        print(f"{name}: fused {difference:+.3f} against {best}: {'good' if good else 'too low'}")
    return passed


def print_misses(half: Sequence[Question], found: Sequence[Sequence[str]]) -> None:
    for question, names in zip(half, found, strict=True):
        if not hit_at_3(question, names):
            place = next((i for i, n in enumerate(names, 1) if n in question.answers), None)
            print(f"  {question.id} {sorted(question.answers)} at {place}: {question.text[:70]}")


def fit(loaded: LabelledSet, half: Sequence[Question]) -> None:
    """Print the best weights for questions on the development half."""
    tried = []
    for smoothing in (3, 10, 30):
        for text in (0.3, 0.4, 0.5, 0.6):
            for graph in (0.1, 0.15, 0.2, 0.3):
                weights = {"text": text, "graph": graph, "vectors": round(1 - text - graph, 2)}
                tried.append((try_weights(loaded, half, weights, smoothing), smoothing, weights))
    for (hits, mean), smoothing, weights in sorted(tried, key=lambda item: item[0])[-15:]:
        print(f"MRR {mean:.3f} hit@3 {hits:.3f} smoothing {smoothing} {weights}")


def try_weights(
    loaded: LabelledSet, half: Sequence[Question], weights: Mapping[str, float], smoothing: int
) -> tuple[float, float]:
    from unittest.mock import patch

    chosen = {**query_kinds.WEIGHTS, query_kinds.QUESTION: weights, query_kinds.WORDS: weights}
    with (
        patch("ripplegraph.retrieval.query_kinds.WEIGHTS", chosen),
        patch("ripplegraph.retrieval.ranking.SMOOTHING", smoothing),
    ):
        found = [search(loaded, question, "fused") for question in half]
    pairs = list(zip(half, found, strict=True))
    return (
        sum(hit_at_3(*pair) for pair in pairs) / len(pairs),
        sum(reciprocal_rank(*pair) for pair in pairs) / len(pairs),
    )


if __name__ == "__main__":
    sys.exit(main())
