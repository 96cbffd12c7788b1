"""Runs a command beside jobs that keep every core busy, to show that it does not depend on time."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

JOBS_FOR_A_CORE = 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=3, help="runs of the command")
    parser.add_argument("--jobs", type=int, default=JOBS_FOR_A_CORE * (os.cpu_count() or 1))
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    failed = 0
    with keep_busy(options.jobs):
        for number in range(1, options.times + 1):
            start = time.monotonic()
            code = subprocess.run(options.command, check=False).returncode
            failed += code != 0
            minutes = (time.monotonic() - start) / 60
            print(f"run {number}: exit code {code}, {minutes:.1f} minutes", flush=True)
    print(f"{failed} of {options.times} runs failed beside {options.jobs} busy jobs")
    return 1 if failed else 0


@contextmanager
def keep_busy(count: int) -> Iterator[None]:
    """Let processes do nothing as fast as they can, until the block ends."""
    jobs = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"], stdin=subprocess.DEVNULL)
        for _ in range(count)
    ]
    try:
        yield
    finally:
        for job in jobs:
            job.kill()
            job.wait()


if __name__ == "__main__":
    sys.exit(main())
