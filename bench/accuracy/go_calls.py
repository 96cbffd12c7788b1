"""Compares the calls that the graph has of a Go project with those of Go's own type checker.

    python -m bench.accuracy.go_calls FOLDER [--list]

It needs `go`. `programs/calls.go` type-checks every package in FOLDER with its tests, and says
which function each call, each call through an interface and each function that is passed on means.
FOLDER has to lie where Go finds it and what it imports: in `src/` of a folder of `GOPATH`.
Calls between functions of files that this system builds are compared; how many lead from there to
files for other systems is said apart.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from collections import defaultdict
from pathlib import Path

from bench.accuracy.call_graphs.call_graph import CallGraph
from bench.accuracy.call_graphs.comparison import Pair, print_pairs

_PROGRAM = Path(__file__).parent / "programs" / "calls.go"


class Truth:
    """What the type checker found, by the ids of the graph."""

    def __init__(self, folder: Path, graph: CallGraph) -> None:
        self.compiled: set[str] = set()
        self.unknown: set[tuple[str, int]] = set()
        self.pairs: dict[str, set[Pair]] = defaultdict(set)
        for line in check_types(folder).splitlines():
            item = json.loads(line)
            caller = self._find(graph, item["caller"])
            if caller is None:
                continue
            self.compiled.add(caller)
            callee = self._find(graph, item["callee"]) if "callee" in item else None
            if callee is not None:
                self.pairs[item["how"]].add((caller, callee))

    def _find(self, graph: CallGraph, place: dict[str, str | int]) -> str | None:
        path, line = str(place["path"]), int(place["line"])
        found = graph.find(path, line)
        if found is None:
            self.unknown.add((path, line))
        return None if found is None else found.id


def check_types(folder: Path) -> str:
    """Return what the program prints for a project."""
    settings = {**os.environ, "GO111MODULE": "off", "CGO_ENABLED": "0"}
    command = ["go", "run", str(_PROGRAM), str(folder)]
    return subprocess.run(
        command, env=settings, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def compare(folder: Path, *, listing: bool) -> None:
    """Print precision and recall of calls, and recall of what is reached in other ways."""
    graph = CallGraph(folder, left_out=("target",))
    uses = graph.calls | graph.reads
    truth = Truth(folder, graph)
    static = truth.pairs["static"]
    through = truth.pairs["interface"]
    own = {pair for pair in graph.function_calls if pair[0] in truth.compiled}
    elsewhere = {pair for pair in own if pair[1] not in truth.compiled}
    own -= elsewhere
    print(f"{folder.name}: {len(truth.compiled)} functions, {len(own)} calls, {len(static)} true")
    print(f"precision {len(own & static) / max(1, len(own)):.3f}")
    print(f"recall    {len(own & static) / max(1, len(static)):.3f}")
    print(f"{len(elsewhere)} more lead to functions that are not built here")
    for how in ("interface", "value"):
        pairs = truth.pairs[how]
        share = len(pairs & uses) / max(1, len(pairs))
        print(f"recall of {len(pairs)} uses as {how}: {share:.3f}")
    if listing:
        print_pairs("wrong", sorted(own - static))
        print_pairs("missing", sorted(static - own))
        print_pairs("not through an interface", sorted(through - uses))
        print_pairs("not passed on", sorted(truth.pairs["value"] - uses))
        for path, line in sorted(truth.unknown):
            print(f"no function: {path}:{line}")


def main() -> None:
    """Compare one project."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    compare(options.folder.resolve(), listing=options.list)


if __name__ == "__main__":
    main()
