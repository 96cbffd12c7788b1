"""Measures how long it takes to search, list and add among many memories.

    python -m bench.speed.memory [--count 10000]

The memories are made up and go to a temporary folder. Each search opens the database anew, as a
command does, inside one warm process.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from bench.scanned_projects import build_text
from bench.timings import measure_times, print_times
from ripplegraph.memory.clock import get_now
from ripplegraph.memory.services.memories import MemoryService
from ripplegraph.memory.types.registry import build_registry
from ripplegraph.memory.writing.additions import remember
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.database import build_graph_database, build_memory_database
from ripplegraph.store.memory.memory_reader import MemoryFilter
from ripplegraph.store.memory.memory_writer import change_memories

TYPES = ("gotcha", "decision", "pattern", "error_pattern", "fact", "dead_end", "module_insight")
QUERIES = {
    "a rare word": "karenmi",
    "a common word": "session",
    "two common words": "session cache",
    "a beginning": "ka",
    "words and a filter": "cache session",
    "nothing": "absent",
    "marks only": "()",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        service = MemoryService(
            build_memory_database(root, git_common_dir=None, busy_timeout_ms=5_000),
            root=root,
            graph=build_graph_database(root, busy_timeout_ms=5_000),
            registry=build_registry(),
        )
        fill(root, options.count)
        for label, query in QUERIES.items():
            wanted = MemoryFilter(types=["gotcha"]) if "filter" in label else None
            found = service.search(query, wanted, limit=20).matched
            run = lambda: service.search(query, wanted, limit=20)  # noqa: E731, B023
            print_times(f"search: {label} ({found} found)", measure_times(run, options.repeat))
        print_times("list 50", measure_times(lambda: service.list(None, limit=50), options.repeat))
        numbers = iter(range(10_000))
        print_times(
            "add", measure_times(lambda: service.remember(Draft(f"New one {next(numbers)}")), 30)
        )


def fill(root: Path, count: int) -> None:
    database = build_memory_database(root, git_common_dir=None, busy_timeout_ms=5_000)
    gate = Gate(root, build_registry())
    chance = random.Random(1)  # noqa: S311 - the same texts each time
    started = time.perf_counter()
    with change_memories(database) as connection:
        journal = Journal(connection, now=get_now())
        for number in range(count):
            draft = Draft(build_text(chance, number), type=chance.choice(TYPES))
            remember(journal, gate.admit(draft, now=journal.now), Cause("bench"))
    seconds = time.perf_counter() - started
    print(f"{count:,} memories added in {seconds:.1f} s, {database.path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
