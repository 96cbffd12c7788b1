"""Nasty files: every scan of them ends, finds no bug of ripple, and keeps the graph right."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from random import Random

from ripplegraph.indexing.canonical_dump import find_differences
from tests.support.copies import copy_repository
from tests.support.equality import Twin
from tests.support.nasty import (
    build_huge_files,
    build_nasty_files,
    find_parsed_languages,
    name_file,
)

_SHOWN = 8
_DEPTHS = (30, 300, 3_000, 30_000)
_SETTINGS = (
    *("--set", "scan.max_line_length=2000000"),
    *("--set", "scan.max_file_bytes=20000000"),
    *("--set", "scan.max_parse_seconds=20"),
    *("--set", "scan.errors=record"),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=20, help="rounds of nasty files (20)")


def run(options: argparse.Namespace, folder: Path) -> int:
    """Write nasty files into a copy of the repository."""
    twin = copy_repository(options.repository, folder)
    return run_nasty_files(twin, rounds=options.rounds, seed=options.seed)


def run_nasty_files(twin: Twin, *, rounds: int, seed: int, count: int = 200_000) -> int:
    """Write bad files into a copy round by round, and scan it; returns how many rounds failed."""
    if not rounds:
        return 0
    random = Random(seed)  # noqa: S311
    failed = 0
    for path, text in build_huge_files(count=count).items():
        _write(twin.root / "huge" / path, text.encode())
    for number in range(rounds + 1):
        if number:
            _write_round(twin.root, random)
        problems = _scan(twin)
        failed += bool(problems)
        for problem in problems[:_SHOWN]:
            print(f"nasty files, round {number}: {problem}", flush=True)
    print(f"nasty files: {rounds} rounds, {failed} failed", flush=True)
    return failed


def _write_round(root: Path, random: Random) -> None:
    """Put a few bad files of each language in the place of others."""
    for language in find_parsed_languages():
        depth = random.choice(_DEPTHS)
        files = build_nasty_files(language, depth=depth, seed=random.randrange(1 << 30))
        for at, name in enumerate(random.sample(sorted(files), 6)):
            _write(root / name_file(language, f"nasty/{language}{at}"), files[name])


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _scan(twin: Twin) -> list[str]:
    """Scan, and return what went wrong."""
    command = [sys.executable, "-m", "ripplegraph", "-C", str(twin.root), "scan", "--json"]
    done = subprocess.run([*command, *_SETTINGS], capture_output=True, text=True, check=False)
    if done.returncode:
        return [f"exit code {done.returncode}: {done.stderr[-1_000:]}"]
    remarks = json.loads(done.stdout)["diagnostics"]
    bugs = [f"{r['path']}: {r['message']}" for r in remarks if r["severity"] == "bug"]
    before = twin.read()
    again = subprocess.run(
        [*command, "--full", *_SETTINGS], capture_output=True, text=True, check=False
    )
    if again.returncode:
        return [*bugs, f"exit code {again.returncode}: {again.stderr[-1_000:]}"]
    return bugs + find_differences(before, twin.read())
