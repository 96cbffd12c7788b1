"""Compares the accounts of random symbols with what `git grep` counts.

    python -m bench.answers.account PROJECT [--symbols 300] [--seed 1]

The project, a git checkout, is scanned where it lies. Every whole-word occurrence of a symbol's
name has to be in its account: the number of symbols whose sums differ is printed, with the time
that an account takes and how its occurrences are shared out.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import time
from collections import Counter
from pathlib import Path

from ripplegraph import open_project
from ripplegraph.impact.account.account import Account
from ripplegraph.impact.account.lookup import PendingAccount
from ripplegraph.store.connection import open_for_reading
from ripplegraph.targets.resolution import find_exact

_SYMBOLS = (
    "SELECT files.path, nodes.label FROM nodes JOIN files ON files.id = nodes.file_id "
    "WHERE nodes.kind IN (4, 5, 6, 7) ORDER BY files.path, nodes.label"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("--symbols", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    root = options.project.resolve()
    project = open_project(root)
    project.scan()
    shares: Counter[str] = Counter()
    times: list[float] = []
    unequal = 0
    with open_for_reading(project.workspace.graph) as graph:
        symbols = graph.execute(_SYMBOLS).fetchall()
        random.Random(options.seed).shuffle(symbols)  # noqa: S311
        for path, label in symbols[: options.symbols]:
            target = find_exact(graph, f"{path}::{label}")
            if target is None:
                continue
            start = time.perf_counter()
            account = PendingAccount(graph, root, [target], in_git=True).finish(everything=True)
            times.append(time.perf_counter() - start)
            if account is None:
                continue
            shares.update(account.counts)
            unequal += _report_difference(root, f"{path}::{label}", account)
    print(f"{len(times)} symbols, {sum(shares.values()):,} occurrences, {unequal} sums differ")
    print(", ".join(f"{role} {count:,}" for role, count in shares.items()))
    print(f"{statistics.median(times) * 1000:.1f} ms median, {max(times) * 1000:.0f} ms longest")


def _report_difference(root: Path, symbol: str, account: Account) -> bool:
    """Print an account that git does not agree with; tell whether it is one."""
    name = account.names[0]
    found = subprocess.run(
        ["git", "-C", str(root), "grep", "-IowFh", "--untracked", "-e", name],
        capture_output=True,
        check=False,
    )
    wanted = found.stdout.count(b"\n")
    places = Counter(place.role for place in account.places)
    listed = sum(places.values()) - places["by_other_name"]
    if wanted == sum(account.counts.values()) == listed:
        return False
    print(f"{symbol}: git grep {wanted}, account {sum(account.counts.values())}, places {listed}")
    return True


if __name__ == "__main__":
    main()
