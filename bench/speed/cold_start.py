"""Measures how long a new process takes to answer, against the least that Python can do.

    python -m bench.speed.cold_start PROJECT [--file django/db/models/query.py] [--runs 15]

The project is copied into a git repository of its own and scanned, and ripple is compiled, as
installing it does. Then `ripple analyze-impact FILE --json` takes turns with `python -c "import
sqlite3, json"`, in the same interpreter; the ratio of the medians is printed. The bar is 4.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from compileall import compile_dir
from pathlib import Path

import ripplegraph
from bench.commands import LEAST, measure_command
from bench.scanned_projects import scan_copy

_BAR = 4.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("--file", default="django/db/models/query.py")
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ripple-bench-") as folder:
        root = Path(folder) / "project"
        scan_copy(options.project, root)
        compile_dir(Path(ripplegraph.__file__).parent, quiet=1)
        ripple = str(Path(sys.executable).with_name("ripple"))
        command = (ripple, "analyze-impact", options.file)
        report(measure_in_turns(root, (LEAST, (*command, "--json"), command), options.runs))


def measure_in_turns(
    root: Path, commands: Sequence[Sequence[str]], runs: int
) -> list[tuple[Sequence[str], float]]:
    """Return each command with the median of its times, in milliseconds."""
    times: list[list[float]] = [[] for _ in commands]
    for run in range(runs + 1):
        for command, found in zip(commands, times, strict=True):
            wall = measure_command(command, root).wall
            if run:  # The first run of each fills the caches.
                found.append(wall * 1000)
    medians = map(statistics.median, times)
    return list(zip(commands, medians, strict=True))


def report(found: Sequence[tuple[Sequence[str], float]]) -> None:
    least = found[0][1]
    print(f"{least:7.1f} ms  the least: {' '.join(found[0][0][1:])}")
    for command, median in found[1:]:
        print(f"{median:7.1f} ms  {median / least:.2f} times the least: {' '.join(command[1:])}")
    print(f"the bar is {_BAR:.0f} times")


if __name__ == "__main__":
    main()
