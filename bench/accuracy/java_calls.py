"""Compares the calls of a Java project with those in its bytecode.

    javac -g -d CLASSES $(find PROJECT/src/main -name '*.java')
    python -m bench.accuracy.java_calls PROJECT CLASSES [--show 20]

Every `invoke` instruction is a call from the definition around its line to the method it names.
What javac adds by itself (bridges, iterators, closing of resources) is left out: a call counts
where its name stands in the source nearby. A constructor is its class. Printed are precision and
recall, with overloads apart and with overloads as one.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from bench.accuracy.call_graphs.bytecode import Class, Method, find_methods, read_classes
from bench.accuracy.call_graphs.comparison import Pair, print_figures
from bench.accuracy.call_graphs.linked import link
from ripplegraph.graph.facts import Definition, FileFacts

_TYPES = re.compile(r"\[*(?:L([^;]+);|([BCDFIJSZ]))")
_PRIMITIVES = {
    "B": "byte",
    "C": "char",
    "D": "double",
    "F": "float",
    "I": "int",
    "J": "long",
    "S": "short",
    "Z": "boolean",
}

_LONGEST_NEW = 12


class Truth:
    """The calls of bytecode, in the names that the graph has for definitions."""

    def __init__(self, classes: dict[str, Class], facts: dict[str, FileFacts], root: Path) -> None:
        self.classes = classes
        self.facts = facts
        self.texts = {
            path: (root / path).read_text("utf-8", "replace").split("\n") for path in facts
        }
        self.paths: dict[str, str] = {}
        for name, item in classes.items():
            suffix = f"{name.rpartition('.')[0].replace('.', '/')}/{item.source}"
            found = [path for path in facts if f"/{path}".endswith(f"/{suffix}")]
            if len(found) == 1:
                self.paths[name] = found[0]
        self.unmapped: set[str] = set()

    def read_calls(self) -> set[Pair]:
        return {pair for item in self.classes.values() for pair in self._calls_of(item)}

    def _calls_of(self, item: Class) -> Iterator[Pair]:
        path = self.paths.get(item.name)
        if path is None:
            return
        for method in item.methods:
            if self._is_bridge(item, method, path):
                continue
            for offset, _, named in method.invokes:
                line = method.line_at(offset)
                front, _, descriptor = named.partition(":")
                owner, _, name = front.rpartition(".")
                owner = owner.replace("/", ".") or item.name
                name = name.strip('"')
                if not self._is_written(path, line, owner, name, item, method.name):
                    continue
                target = self._target(owner, name, descriptor)
                if target is not None:
                    yield self.source(item.name, path, line), target

    def _is_bridge(self, item: Class, method: Method, path: str) -> bool:
        """Whether javac adds a method for erased types: it stands where its class begins."""
        lines = {line for line, _ in method.lines}
        if len(lines) != 1 or "$" in method.name or method.name.startswith("<"):
            return False
        (line,) = lines
        around = self.source(item.name, path, line).rpartition(".")[2].partition("#")[0]
        return around != method.name

    def _is_written(
        self, path: str, line: int, owner: str, name: str, item: Class, method: str
    ) -> bool:
        text = self._text_at(path, line - 2, line)
        if name != "<init>":
            return re.search(rf"(?<!\w){re.escape(name)}\s*\(", text) is not None
        word = re.split(r"[.$]", owner)[-1]
        # The line of what makes an object may be that of the last of its arguments.
        made = self._text_at(path, line - _LONGEST_NEW, line)
        is_made = re.search(rf"new\s+[\w.]*{word}\b", made) is not None
        is_unnamed = item.name.rpartition("$")[2].isdigit() and method == "<init>"
        if owner == item.name:
            return is_made or re.search(r"this\s*\(", text) is not None
        if owner in item.above:
            pattern = rf"super\s*\(|new\s+[\w.]*{word}\b"
            return not is_unnamed and re.search(pattern, text) is not None
        if word.isdigit() and method == "<clinit>":
            # A constant of an enum with members of its own, which no `new` makes.
            return True
        return is_made or ("new" in text and (word.isdigit() or word in text))

    def _text_at(self, path: str, first: int, line: int) -> str:
        return "\n".join(self.texts[path][max(0, first) : line + 6])

    def _target(self, owner: str, name: str, descriptor: str) -> str | None:
        if name == "<init>":
            return self._class_id(owner)
        # A class may only hand on to a method that it has from above.
        methods = find_methods(self.classes, owner, name, descriptor)
        found = (self._method_id(cls, method) for cls, method in methods)
        return next((name for name in found if name is not None), None)

    def _class_id(self, name: str) -> str | None:
        path = self.paths.get(name)
        if path is None:
            return None
        qualified = self._qualified(name)
        own = [d for d in self.facts[path].definitions if d.kind in ("class", "interface")]
        if qualified is not None:
            found = [d for d in own if d.qualified == qualified]
        else:
            lines = [line for m in self.classes[name].methods for line, _ in m.lines[:1]]
            word = name.rpartition("$")[2].lstrip("0123456789")
            first, last = (min(lines), max(lines)) if lines else (0, 0)
            found = [
                d
                for d in own
                if d.line <= first
                and last <= d.end_line
                and (d.name == word if word else d.name.startswith("$"))
            ]
            found.sort(key=lambda d: d.end_line - d.line)
        if not found:
            self.unmapped.add(name)
            return None
        return f"{path}::{found[0].qualified}"

    @staticmethod
    def _qualified(name: str) -> str | None:
        parts = name.rpartition(".")[2].split("$")
        return None if any(part[:1].isdigit() for part in parts) else ".".join(filter(None, parts))

    def _method_id(self, cls: str, method: Method) -> str | None:
        path = self.paths.get(cls)
        if path is None or "$" in method.name:
            return None
        own = [
            d
            for d in self.facts[path].definitions
            if d.kind == "function" and d.name == method.name and d.qualified
        ]
        home = self._class_id(cls)
        inside = [d for d in own if self._home(path, d) == home]
        fitting = [d for d in inside if _fits(d, method.descriptor)] or inside
        if method.lines and len(fitting) > 1:
            first = method.lines[0][0]
            fitting = [d for d in fitting if d.line <= first <= d.end_line] or fitting
        if not fitting:
            self.unmapped.add(f"{cls}.{method.name}")
            return None
        return f"{path}::{fitting[0].qualified}"

    def _home(self, path: str, definition: Definition) -> str:
        """Return the class that a definition is a member of."""
        facts = self.facts[path]
        around = facts.scopes[definition.scope].definition
        return f"{path}::{facts.definitions[around].qualified}" if around >= 0 else path

    def source(self, name: str, path: str, line: int) -> str:
        """Return the innermost method of a class around a line, or the class."""
        own = self._class_id(name) or path
        around = [
            d
            for d in self.facts[path].definitions
            if d.line <= line <= d.end_line
            and d.kind == "function"
            and d.qualified
            and self._home(path, d) == own
        ]
        best = min(around, key=lambda d: d.end_line - d.line, default=None)
        return own if best is None else f"{path}::{best.qualified}"


def _fits(definition: Definition, descriptor: str) -> bool:
    """Whether a method may have a descriptor; a type parameter may have been erased to anything."""
    given = [(m[1] or _PRIMITIVES[m[2]]) for m in _TYPES.finditer(descriptor.partition(")")[0])]
    if len(given) != len(definition.params):
        return False
    for param, erased in zip(definition.params, given, strict=True):
        written = param.annotation
        if isinstance(written, (list, tuple)):
            written = written[1] if written[0] == "k" else None
        is_known = isinstance(written, str) and len(written) > 1
        if is_known and re.split(r"[/$.]", erased)[-1] != written.rpartition(".")[2]:
            return False
    return True


def main() -> None:
    """Print the figures, and some of the differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("classes", type=Path)
    parser.add_argument("--show", type=int, default=0, help="how many differences of each kind")
    options = parser.parse_args()
    classes = read_classes(options.classes)
    names = {f"{n.rpartition('.')[0].replace('.', '/')}/{c.source}" for n, c in classes.items()}
    files = (p.relative_to(options.project).as_posix() for p in options.project.rglob("*.java"))
    paths = sorted(p for p in files if any(f"/{p}".endswith(f"/{name}") for name in names))
    facts, found = link("java", {path: (options.project / path).read_bytes() for path in paths})
    truth = Truth(classes, facts, options.project)
    wanted = truth.read_calls()
    print(f"{len(paths)} files, {len(wanted)} calls in bytecode, {len(found)} in the graph")
    print_figures(found, wanted, options.show)
    print(
        f"not found in the sources: {len(truth.unmapped)} {sorted(truth.unmapped)[: options.show]}"
    )


if __name__ == "__main__":
    main()
