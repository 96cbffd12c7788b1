"""Oracles that list every name: the compilers of Go and Java, and tests of Ruby that run."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench.accuracy.call_graphs.tracing import PROGRAMS, trace_command
from bench.answers.oracles.truth import ListedTruth, Place, Symbol, Use

_RUBY_METHOD = re.compile(r"^\s*def (?:self\.)?(\w+[?!]?)")
_RUBY_LEFT_OUT = frozenset({"initialize", "method_missing", "inspect", "to_s"})


def list_go(root: Path) -> ListedTruth:
    """Return what Go's type checker says; the project needs nothing but Go's library."""
    command = ["go", "run", str(PROGRAMS / "references.go"), str(root)]
    environment = os.environ | {"GO111MODULE": "off"}
    rows = [json.loads(line) for line in _run(command, root, environment).splitlines()]
    symbols: list[Symbol] = []
    uses: list[Use] = []
    for row in rows:
        place, name, target = (row["path"], row["line"]), row["name"], row.get("target")
        if target is None:
            symbols.append(Symbol(*place, name, row["last"], 0, bool(row.get("member"))))
        else:
            meant = (target["path"], target["line"]) if target["path"] else None
            uses.append(Use(place, name, meant))
    return ListedTruth(symbols, uses)


def list_java(root: Path, command: Sequence[str], paths: Sequence[str]) -> ListedTruth:
    """Return what `javac` says; the command is the class path of what the project needs."""
    files = [path for path in paths if path.endswith(".java") and "-info" not in path]
    program = str(PROGRAMS / "References.java")
    text = _run(["java", program, str(root), ":".join(command) or ".", *files], root, os.environ)
    symbols: list[Symbol] = []
    uses: list[Use] = []
    for kind, path, line, *rest in (row.split("\t") for row in text.splitlines()):
        if kind == "D":
            last, name, is_member = rest
            symbols.append(Symbol(path, int(line), name, int(last), 0, is_member == "true"))
        else:
            name, target, at = rest
            uses.append(Use((path, int(line)), name, (target, int(at)) if target else None))
    return ListedTruth(symbols, uses)


def list_ruby(root: Path, command: Sequence[str], paths: Sequence[str]) -> ListedTruth:
    """Return the calls that tests make; what did not run is not known."""
    options = {"RUBYOPT": f"-r{PROGRAMS / 'calls.rb'}"}
    texts = {path: _read_lines(root / path) for path in paths if path.endswith(".rb")}
    symbols = list(_find_ruby_methods(texts))
    known = {symbol.place for symbol in symbols}
    uses: list[Use] = []
    for call in trace_command(root, command, options):
        target = call.callee if call.callee and call.callee[1] else None
        if target is not None and target not in known:
            continue
        place = _find_written(texts, call.caller, call.name)
        if place is not None:
            uses.append(Use(place, call.name, target))
    return ListedTruth(symbols, uses)


def _find_written(texts: Mapping[str, Sequence[str]], place: Place, name: str) -> Place | None:
    """Return the line of a call if its name is written there."""
    lines = texts.get(place[0], ())
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    is_there = 0 < place[1] <= len(lines) and pattern.search(lines[place[1] - 1])
    return place if is_there else None


def _find_ruby_methods(texts: Mapping[str, Sequence[str]]) -> Iterator[Symbol]:
    for path, lines in texts.items():
        for number, text in enumerate(lines, 1):
            found = _RUBY_METHOD.match(text)
            if found and found[1] not in _RUBY_LEFT_OUT:
                last = _find_ruby_end(lines, number)
                yield Symbol(path, number, found[1], last, found.start(1), is_member=True)


def _find_ruby_end(lines: Sequence[str], start: int) -> int:
    """Return the line of the `end` that is indented as a method is."""
    indent = re.match(r"\s*", lines[start - 1])
    closing = f"{indent[0] if indent else ''}end"
    for number in range(start, len(lines)):
        if lines[number].rstrip() == closing:
            return number + 1
    return start


def _read_lines(path: Path) -> list[str]:
    return path.read_bytes().decode("utf-8", "replace").split("\n")


def _run(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> str:
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout
