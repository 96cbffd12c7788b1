"""Reads compiled classes by `javap`: methods with their lines and the methods they call."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_HEADER = re.compile(
    r"^(?:(?:public|protected|private|abstract|final|static|strictfp|sealed|non-sealed) )*"
    r"(?:class|interface|@?interface|enum) ([\w.$]+)(?:<.*?>)?(.*)\{$"
)
_METHOD = re.compile(r"^  (?! )(?:.* )?(?:([\w.$-]+)\(.*\).*|static \{\});$")
_INVOKE = re.compile(r"^ +(\d+): invoke(\w+) .*// (?:Interface)?Method (\S+)$")
_LINE = re.compile(r"^ +line (\d+): (\d+)$")
_NAMES = re.compile(r"[\w.$]+")


@dataclass
class Method:
    """A method with its lines and calls."""

    name: str
    descriptor: str
    lines: list[tuple[int, int]] = field(default_factory=list)
    invokes: list[tuple[int, str, str]] = field(default_factory=list)

    def line_at(self, offset: int) -> int:
        before = [line for line, start in self.lines if start <= offset]
        return before[-1] if before else 0


@dataclass
class Class:
    """A class with the names of those above it."""

    name: str
    source: str
    above: list[str]
    parent: str = ""
    """The class above it, which is one of those; an interface has none."""
    methods: list[Method] = field(default_factory=list)


def read_classes(folder: Path) -> dict[str, Class]:
    """Return the classes of a folder as `javap` shows them."""
    files = sorted(str(path) for path in folder.rglob("*.class") if "-info" not in path.name)
    found: dict[str, Class] = {}
    for at in range(0, len(files), 400):
        command = ["javap", "-c", "-p", "-l", "-s", *files[at : at + 400]]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        for part in text.split("Compiled from ")[1:]:
            item = _read_class(part.split("\n"))
            if item is not None:
                found[item.name] = item
    return found


def find_lineage(classes: dict[str, Class], name: str) -> Iterator[str]:
    """Yield a class with those above it as the machine seeks methods: interfaces last."""
    todo: list[str] = []
    while name in classes and name not in todo:
        todo.append(name)
        name = classes[name].parent
    seen: set[str] = set()
    while todo:
        at = todo.pop(0)
        if at in classes and at not in seen:
            seen.add(at)
            yield at
            todo += classes[at].above


def find_methods(
    classes: dict[str, Class], owner: str, name: str, descriptor: str
) -> Iterator[tuple[str, Method]]:
    """Yield the methods that a call may run, with their classes: in a class and those above it."""
    for cls in find_lineage(classes, owner):
        for method in classes[cls].methods:
            if (method.name, method.descriptor) == (name, descriptor):
                yield cls, method


def _read_class(lines: Sequence[str]) -> Class | None:
    source = lines[0].strip('"')
    header = next((m for line in lines[1:3] if (m := _HEADER.match(line))), None)
    if header is None:
        return None
    above = re.sub(r"<[^<>]*>", "", re.sub(r"<[^<>]*>", "", re.sub(r"<[^<>]*>", "", header[2])))
    names = [n for n in _NAMES.findall(above) if n not in ("extends", "implements")]
    is_class = header[0].split(header[1])[0].split()[-1] == "class" and "extends" in above
    item = Class(header[1], source, names, names[0] if is_class else "")
    for line in lines[2:]:
        if line.startswith("    descriptor: ") and item.methods:
            item.methods[-1].descriptor = item.methods[-1].descriptor or line.split(": ", 1)[1]
        elif method := _METHOD.match(line):
            name = method[1] or "<clinit>"
            item.methods.append(Method("<init>" if name == header[1] else name, ""))
        elif not item.methods:
            continue
        elif invoke := _INVOKE.match(line):
            item.methods[-1].invokes.append((int(invoke[1]), invoke[2], invoke[3]))
        elif number := _LINE.match(line):
            item.methods[-1].lines.append((int(number[1]), int(number[2])))
    return item
