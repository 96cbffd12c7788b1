"""Compares the CPU time of parsing, extraction and linking with that of bare parsing.

    python -m bench.speed.extract /path/to/Django-5.1.4

Both sides run in one process, one after the other, on the same bytes, which are read before.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ripplegraph.graph.stored_facts import LinkFacts, decode_link_facts, encode_facts, store_facts
from ripplegraph.indexing.discovery.project_files import ProjectFolder
from ripplegraph.indexing.project_linker import LinkInput, link_files
from ripplegraph.parsers.extraction import get_tools
from ripplegraph.parsers.language import find_captures
from ripplegraph.parsers.registry import find_languages
from ripplegraph.parsers.source import Source

LANGUAGE = "python"
PHASES = ("parse", "query", "extract", "encode", "decode", "link")


class Clock:
    """CPU seconds of this process, by phase."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(PHASES, 0.0)

    @contextmanager
    def measure(self, phase: str) -> Iterator[None]:
        started = time.process_time()
        yield
        self.seconds[phase] += time.process_time() - started

    @property
    def total(self) -> float:
        return sum(self.seconds.values())


def main() -> None:
    """Read the files, run both sides and print the comparison."""
    options = _parse_arguments()
    sources = _read_sources(options.folder)
    if not sources:
        sys.exit(f"{options.folder} has no Python files.")
    print(f"{len(sources)} files, {sum(map(len, sources.values())) / 1e6:.1f} MB of Python")
    get_tools(LANGUAGE)
    bare = min(_parse_only(sources) for _ in range(options.repeat))
    runs = [_run_all(options.folder, sources) for _ in range(options.repeat)]
    _print_comparison(bare, min(runs, key=lambda clock: clock.total))


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder with Python files")
    parser.add_argument("--repeat", type=int, default=1, help="keep the best of so many runs")
    return parser.parse_args()


def _read_sources(folder: Path) -> dict[str, bytes]:
    files = sorted(path for path in folder.rglob("*.py") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _parse_only(sources: dict[str, bytes]) -> float:
    parser, _ = get_tools(LANGUAGE)
    with _collection_paused():
        started = time.process_time()
        for data in sources.values():
            parser.parse(data)
        return time.process_time() - started


def _run_all(folder: Path, sources: dict[str, bytes]) -> Clock:
    clock = Clock()
    with _collection_paused():
        facts = {path: _read_facts(data, clock) for path, data in sources.items()}
        project = ProjectFolder(folder, sources, max_bytes=1_000_000)
        with clock.measure("link"):
            given = LinkInput(
                dict.fromkeys(facts, LANGUAGE),
                facts.__getitem__,
                project,
                {path: number for number, path in enumerate(facts, 1)},
            )
            counts: list[int] = []
            links = link_files(
                given,
                ambiguous_limit=5,
                before=None,
                take_edges=lambda _, edges: counts.append(len(edges)),
            )
    print(f"{sum(counts)} edges; call sites: {links.calls.get(LANGUAGE)}")
    return clock


def _read_facts(data: bytes, clock: Clock) -> LinkFacts:
    parser, cursor = get_tools(LANGUAGE)
    extract = find_languages()[LANGUAGE].extract
    if extract is None:
        raise LookupError(LANGUAGE)
    with clock.measure("parse"):
        root = parser.parse(data).root_node
    with clock.measure("query"):
        captures = find_captures(cursor, root)
    with clock.measure("extract"):
        facts = extract(root, captures, Source(data))
    with clock.measure("encode"):
        encoded = encode_facts(store_facts(facts))
    with clock.measure("decode"):
        return decode_link_facts(encoded)


@contextmanager
def _collection_paused() -> Iterator[None]:
    """Treat both sides alike: what exists is set aside, and nobody looks for cycles."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def _print_comparison(bare: float, clock: Clock) -> None:
    print(f"{'bare parse':<12}{bare:8.2f} s")
    for phase, seconds in clock.seconds.items():
        print(f"{phase:<12}{seconds:8.2f} s {seconds / bare:6.2f} x")
    print(f"{'total':<12}{clock.total:8.2f} s {clock.total / bare:6.2f} x")


if __name__ == "__main__":
    main()
