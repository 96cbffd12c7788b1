"""Compares the calls of a C# project with those that C#'s compiler finds in its sources.

    python -m bench.accuracy.csharp_calls PROJECT DOTNET [--define "A;B"] [--skip PATTERN]

DOTNET is the folder of a .NET SDK (3.1 or newer), whose compiler builds and then serves
`programs/calls.cs`: every call, creation of an object, and `base(...)` or `this(...)`, from the
definition around it to the method that the compiler binds it to. A constructor is its class, and
the parts of a class are one. What conditions (`#if`) leave out is left out of the graph too, but
for `--whole`. Printed are precision and recall, with overloads apart and as one.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.accuracy.call_graphs.comparison import Pair, print_figures
from bench.accuracy.call_graphs.linked import link
from ripplegraph.graph.facts import FileFacts

_TYPES = frozenset({"class", "interface"})


class Truth:
    """The calls that the compiler finds, in the names that the graph has for definitions."""

    def __init__(self, lines: Sequence[str], facts: dict[str, FileFacts], root: Path) -> None:
        self._root = root
        self._ids: dict[tuple[str, int, str], str] = {}
        self.unmapped: set[str] = set()
        self.unknown = 0
        for path, item in facts.items():
            for definition in item.definitions:
                key = (path, definition.line, definition.name)
                if definition.kind == "function" or key not in self._ids:
                    self._ids[key] = f"{path}::{definition.qualified}"
        self._rows = [line.split("\t") for line in lines]
        self._first: dict[str, str] = {}
        for word, *parts in self._rows:
            if word == "part":
                part, first = self._id(parts[:3]), self._id(parts[3:])
                if part is not None and first is not None:
                    self._first[part] = first

    def read_calls(self) -> set[Pair]:
        found: set[Pair] = set()
        for word, *parts in self._rows:
            if word == "unknown":
                self.unknown += 1
            if word != "call":
                continue
            source, target = self._id(parts[:3]), self._id(parts[3:])
            if source is not None and target is not None:
                found.add((self.whole(source), self.whole(target)))
        return found

    def whole(self, name: str) -> str:
        """Return the first part of a class for any other part."""
        return self._first.get(name, name)

    def _id(self, place: Sequence[str]) -> str | None:
        path = Path(place[0]).relative_to(self._root).as_posix()
        found = self._ids.get((path, int(place[1]), place[2]))
        if found is None:
            self.unmapped.add(f"{path}:{place[1]} {place[2]}")
        return found


def read_compiled(lines: Sequence[str], root: Path, paths: Sequence[str]) -> dict[str, bytes]:
    """Return files without the lines that conditions leave out."""
    texts = {path: (root / path).read_bytes().split(b"\n") for path in paths}
    for line in lines:
        word, *parts = line.split("\t")
        if word == "left":
            text = texts[Path(parts[0]).relative_to(root).as_posix()]
            for at in range(int(parts[1]) - 1, int(parts[2]) - 1):
                text[at] = b""
    return {path: b"\n".join(text) for path, text in texts.items()}


def ask_compiler(root: Path, paths: Sequence[str], dotnet: Path, defined: str) -> list[str]:
    """Return the lines that the program prints which asks the compiler."""
    (roslyn,) = sorted(dotnet.glob("sdk/*/Roslyn/bincore"))[-1:]
    (runtime,) = sorted(dotnet.glob("shared/Microsoft.NETCore.App/*"))[-1:]
    (assemblies,) = sorted(dotnet.glob("packs/Microsoft.NETCore.App.Ref/*/ref/*"))[-1:]
    environment = {**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    with tempfile.TemporaryDirectory() as folder:
        program, files = Path(folder, "calls.dll"), Path(folder, "files.txt")
        files.write_text("".join(f"{root / path}\n" for path in paths), "utf-8")
        parts = [*assemblies.glob("*.dll"), *roslyn.glob("Microsoft.CodeAnalysis*.dll")]
        source = Path(__file__).parent / "programs" / "calls.cs"
        tool = [str(dotnet / "dotnet")]
        compiler = [*tool, str(roslyn / "csc.dll"), "-nologo", "-nowarn:1702", f"-out:{program}"]
        compiler += [str(source), *(f"-r:{part}" for part in parts)]
        subprocess.run(compiler, check=True, env=environment)
        for part in roslyn.glob("*.dll"):
            Path(folder, part.name).symlink_to(part)
        settings = roslyn / "csc.runtimeconfig.json"
        Path(folder, "calls.runtimeconfig.json").write_bytes(settings.read_bytes())
        command = [*tool, "exec", "--fx-version", runtime.name, str(program)]
        command += [str(assemblies), defined, str(files)]
        done = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
    return done.stdout.splitlines()


def main() -> None:
    """Print the figures, and some of the differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("dotnet", type=Path)
    parser.add_argument("--define", default="", help="names that conditions know, with ; between")
    parser.add_argument("--skip", default="$^", help="a pattern of paths to leave out")
    parser.add_argument("--whole", action="store_true", help="with what conditions leave out")
    parser.add_argument("--show", type=int, default=0, help="how many differences of each kind")
    options = parser.parse_args()
    root = options.project.resolve()
    files = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.cs"))
    paths = [path for path in files if not re.search(options.skip, path)]
    lines = ask_compiler(root, paths, options.dotnet.resolve(), options.define)
    texts = read_compiled([] if options.whole else lines, root, paths)
    facts, found = link("csharp", texts)
    truth = Truth(lines, facts, root)
    wanted = truth.read_calls()
    found = {(truth.whole(a), truth.whole(b)): how for (a, b), how in found.items()}
    print(f"{len(paths)} files, {len(wanted)} calls of the compiler, {len(found)} in the graph")
    print_figures(found, wanted, options.show)
    print(f"unknown to the compiler: {truth.unknown}")
    print(f"not found: {len(truth.unmapped)} {sorted(truth.unmapped)[: options.show]}")


if __name__ == "__main__":
    main()
