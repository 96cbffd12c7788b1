"""Compares the calls of Kotlin and Scala projects with those in their bytecode.

What is shared by `kotlin_calls` and `scala_calls`. Every `invoke` instruction is a call from the
definition around its line to the method it names, which is looked for by its lines, too: compilers
of these languages put methods into other classes, and give them other names. What they add by
themselves is left out: a call counts where its name is written nearby as one. A constructor is its
class.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from bench.accuracy.call_graphs.bytecode import Class, Method, find_methods
from bench.accuracy.call_graphs.comparison import Pair
from bench.accuracy.call_graphs.source_maps import SourceMap
from ripplegraph.graph.facts import ANONYMOUS, Definition, FileFacts

_TYPES = ("class", "interface")
_UNMAPPED = SourceMap()


class CompiledTruth(ABC):
    """The calls of bytecode, in the names that the graph has for definitions."""

    def __init__(
        self,
        classes: dict[str, Class],
        facts: dict[str, FileFacts],
        root: Path,
        maps: dict[str, SourceMap],
    ) -> None:
        self.classes = classes
        self.maps = maps
        self.facts = facts
        self.texts = {
            path: (root / path).read_text("utf-8", "replace").split("\n") for path in facts
        }
        self.paths = self._find_paths()
        self.unmapped: set[str] = set()

    @abstractmethod
    def words_of(self, method: str) -> set[str]:
        """Return the names that a method may have in the source."""

    @abstractmethod
    def type_words(self, name: str) -> list[str]:
        """Return the names of a class and those around it, as the source nests them."""

    @abstractmethod
    def is_added(self, item: Class, method: Method, owner: str, name: str) -> bool:
        """Whether a compiler adds a call by itself."""

    @abstractmethod
    def is_written(self, text: str, name: str) -> bool:
        """Whether a text calls something by this name."""

    def calls_bases(self, item: Class) -> bool:
        """Whether a class is written to call the constructor of the class above it."""
        return not item.name.rpartition("$")[2].isdigit()

    def _find_paths(self) -> dict[str, str]:
        """Return the files of classes: by the name of the source and the package."""
        known: dict[tuple[str, str], list[str]] = defaultdict(list)
        for path, facts in self.facts.items():
            known[path.rpartition("/")[2], facts.package].append(path)
        found: dict[str, str] = {}
        for name, item in self.classes.items():
            package = name.rpartition(".")[0]
            paths = known[item.source, package]
            if len(paths) > 1:
                paths = [path for path in paths if self._has_lines(path, item)]
            if len(paths) == 1:
                found[name] = paths[0]
        return found

    def _has_lines(self, path: str, item: Class) -> bool:
        """Whether the methods of a class are where a file has functions of their names."""
        functions = [d for d in self.facts[path].definitions if d.kind == "function"]
        for method in item.methods:
            words = self.words_of(method.name)
            lines = {line for line, _ in method.lines}
            if words and any(
                d.name in words and any(d.line <= line <= d.end_line for line in lines)
                for d in functions
            ):
                return True
        return any(
            d.kind in _TYPES
            and d.name == self.type_words(item.name)[-1]
            and method.lines
            and all(d.line <= line <= d.end_line for line, _ in method.lines)
            for d in self.facts[path].definitions
            for method in item.methods
        )

    def read_calls(self) -> set[Pair]:
        return {pair for item in self.classes.values() for pair in self._calls_of(item)}

    def _calls_of(self, item: Class) -> Iterator[Pair]:
        path = self.paths.get(item.name)
        own = self.facts[path].definitions if path is not None else ()
        types = {f"{path}::{d.qualified}" for d in own if d.kind in _TYPES}
        for method in item.methods if path is not None else ():
            if path is not None:
                yield from self._inlined(item, method, path)
            for offset, _, named in method.invokes:
                line = method.line_at(offset)
                front, _, descriptor = named.partition(":")
                owner, _, name = front.rpartition(".")
                owner, name = owner.replace("/", ".") or item.name, name.strip('"')
                if path is None or line <= 0 or self._map_of(item).call_at(line):
                    continue
                if self.is_added(item, method, owner, name):
                    continue
                target = self.target_of(owner, name, descriptor)
                text = self.text_at(path, line)
                source = self.source(path, line, item.name)
                is_base = name == "<init>" and owner in item.above and method.name == "<init>"
                if is_base and not self.calls_bases(item):
                    continue
                is_own = source == target and method.name == "<init>"
                is_copy = is_own or (source == target and method.name.startswith("copy"))
                if target is None or is_copy or not source:
                    continue
                is_other = descriptor != method.descriptor
                is_same = name == method.name != "<init>"
                if is_same and (source in types or (source == target and is_other)):
                    # Types are erased: the compiler calls the method that is written.
                    continue
                is_base = is_base or (name == method.name == "<init>" and owner == item.name)
                if is_base or self._is_called(text, target):
                    yield source, target

    def _inlined(self, item: Class, method: Method, path: str) -> Iterator[Pair]:
        """Yield the calls in whose place the code of what they call was put."""
        known = self._map_of(item)
        for line in {line for line, _ in method.lines}:
            body, call = known.body_at(line), known.call_at(line)
            home = self.paths.get(body[0]) if body is not None else None
            if body is None or home is None or not call:
                continue
            target = self.source(home, body[1])
            text = self.text_at(path, call)
            if "::" in target and self._is_called(text, target):
                yield self.source(path, call), target

    def _map_of(self, item: Class) -> SourceMap:
        return self.maps.get(item.name, _UNMAPPED)

    def text_at(self, path: str, line: int) -> str:
        """Return what stands around a line, where a call may be written that begins there."""
        return "\n".join(self.texts[path][max(0, line - 2) : line + 6])

    def _is_called(self, text: str, target: str) -> bool:
        """Whether a text calls a target by its name; a base is called where a class is headed."""
        name = target.rpartition("::")[2].rpartition(".")[2].split("#")[0]
        return name.startswith("$") or self.is_written(text, name)

    def target_of(self, owner: str, name: str, descriptor: str) -> str | None:
        """Return the definition that a method is compiled from."""
        if name == "<init>":
            return self.class_id(owner)
        # A class may only hand on to a method that it has from above.
        methods = find_methods(self.classes, owner, name, descriptor)
        found = (self._method_id(cls, method) for cls, method in methods)
        return next((name for name in found if name is not None), None)

    def class_id(self, name: str) -> str | None:
        """Return the definition that a class is compiled from."""
        path = self.paths.get(name)
        if path is None:
            return None
        words = ".".join(self.type_words(name))
        if name.rpartition("$")[2].isdigit():
            return self._unnamed_id(path, name)
        own = [d for d in self.facts[path].definitions if d.kind in _TYPES]
        found = [d for d in own if d.qualified == words] or [
            d for d in own if d.name == words.rpartition(".")[2]
        ]
        if len(found) != 1:
            self.unmapped.add(name)
            return None
        return f"{path}::{found[0].qualified}"

    def _unnamed_id(self, path: str, name: str) -> str | None:
        """Return a class without a name, by its lines."""
        lines = [line for method in self.classes[name].methods for line, _ in method.lines]
        found = [
            d
            for d in self.facts[path].definitions
            if d.kind in _TYPES
            and d.name.startswith("$")
            and lines
            and d.line <= min(lines)
            and max(lines) <= d.end_line
        ]
        best = min(found, key=lambda d: d.end_line - d.line, default=None)
        return None if best is None else f"{path}::{best.qualified}"

    def _method_id(self, cls: str, method: Method) -> str | None:
        path = self.paths.get(cls)
        words = self.words_of(method.name)
        if path is None or not words:
            return None
        own = [d for d in self._functions(path) if d.name in words]
        lines = [line for line, _ in method.lines if line <= len(self.texts[path])]
        found = [d for d in own if any(d.line <= line <= d.end_line for line in lines)]
        if not found and not lines:
            found = self._declared(path, cls, method, own)
        if not found:
            found = self._renamed(path, lines)
        if not found:
            self.unmapped.add(f"{cls}.{method.name}")
            return None
        best = min(found, key=lambda d: d.end_line - d.line)
        return f"{path}::{best.qualified}"

    def _renamed(self, path: str, lines: list[int]) -> list[Definition]:
        """Return what may be a method that is told to have another name, by its lines."""
        return [
            d
            for d in self._functions(path)
            if lines
            and any(d.line <= line <= d.end_line for line in lines)
            and any("@JvmName" in text for text in self.texts[path][max(0, d.line - 6) : d.line])
        ]

    def _declared(
        self, path: str, cls: str, method: Method, own: list[Definition]
    ) -> list[Definition]:
        """Return what may be a method without a body: by its class and how much it takes."""
        home = self.class_id(cls)
        home = home.rpartition("#")[0] or home if home is not None else None
        inside = [d for d in own if f"{path}::{d.qualified.rpartition('.')[0]}" == home]
        count = len(re.findall(r"\[*(?:L[^;]+;|[BCDFIJSZ])", method.descriptor.partition(")")[0]))
        return [d for d in inside if len(d.params) == count] or (
            [d for d in inside if len(d.params) == count - 1] or inside
        )

    def _functions(self, path: str) -> list[Definition]:
        return [
            d
            for d in self.facts[path].definitions
            if d.kind == "function" and d.qualified and not d.flags & ANONYMOUS
        ]

    def source(self, path: str, line: int, cls: str = "") -> str:
        """Return the innermost definition around a line, or the file.

        Code of a class that has a name is in no class without one.
        """
        is_named = bool(cls) and not re.search(r"\$\d+", cls)
        around = [
            d
            for d in self.facts[path].definitions
            if d.line <= line <= d.end_line
            and d.kind in ("function", *_TYPES)
            and d.qualified
            and not d.flags & ANONYMOUS
            and not (is_named and re.search(r"(?:^|\.)\$", d.qualified))
        ]
        # Of those that have the same lines, the one that stands inside.
        best = min(around, key=lambda d: (d.end_line - d.line, -len(d.qualified)), default=None)
        return path if best is None else f"{path}::{best.qualified}"
