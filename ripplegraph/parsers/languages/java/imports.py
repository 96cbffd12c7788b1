"""What a Java file says of its package and imports."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.facts import Import
from ripplegraph.parsers.languages.java.context import MODULE, JavaFile
from ripplegraph.parsers.languages.java.resolver import WITHIN

_TYPE = re.compile(r"(?<![\w$.@])[^\W\d_a-z][\w$]*")
_PLAIN = re.compile(r"/\*.*?\*/|//[^\n]*|\s+", re.DOTALL)
_MOST_NAMES = 400


def read_package(file: JavaFile) -> None:
    """Read the package clause, and which types come from where."""
    for node in file.captures.get("package", ()):
        file.package = _dotted(file, node)
        file.code_start = max(file.code_start, node.end_byte)
    for node in file.captures.get("import", ()):
        file.code_start = max(file.code_start, node.end_byte)
        name = _dotted(file, node)
        front, _, last = name.rpartition(".")
        if _is_whole(node):
            file.stars.add(name)
        elif not _is_static(node):
            file.imported[last] = front


def read_imports(file: JavaFile) -> None:
    """Bind what is imported; to be called when calls are known, whose names say how much they pass.

    A static import is of everything that has a name: methods, whatever they take, and fields.
    """
    module = file.builder.scopes[MODULE]
    called = _find_called(file)
    for node in file.captures.get("import", ()):
        name, is_whole = _dotted(file, node), _is_whole(node)
        if not name:
            continue
        front, member = (name, "*") if is_whole else split_last(name)
        spec = to_spec(front, is_type=_is_static(node))
        names: tuple[str, ...] = (member,)
        if is_whole:
            names = ("*", *find_types(file)) if WITHIN not in spec else ("*",)
            file.bind(module, "*", "f", node.start_byte, spec=spec)
        else:
            for used in (member, *sorted(called.get(member, ()))):
                file.bind(module, used, "f", node.start_byte, spec=spec, member=used)
        line, end = (file.source.line_at(at) for at in node.byte_range)
        file.builder.imports.append(Import(spec, names, MODULE, line, "", end))


def split_last(name: str) -> tuple[str, str]:
    """Return a dotted name as what comes before its last part, and that part."""
    front, _, last = name.rpartition(".")
    return front, last


def to_spec(name: str, *, is_type: bool) -> str:
    """Return the package of a dotted name, and behind a colon the type in it, if there is one.

    Types begin with a capital letter by custom, packages do not.
    """
    parts = name.split(".") if name else []
    types = [i for i, part in enumerate(parts) if part[:1].isupper()]
    at = types[0] if types else len(parts) - is_type
    package, within = ".".join(parts[:at]), ".".join(parts[at:])
    return f"{package}{WITHIN}{within}" if within else package


def _find_called(file: JavaFile) -> dict[str, set[str]]:
    """Return the plain names that are called, each with all the forms it is called in."""
    found: dict[str, set[str]] = {}
    for call in file.builder.calls:
        if isinstance(call.callee, str) and "." not in call.callee:
            found.setdefault(call.callee.partition("(")[0], set()).add(call.callee)
    return found


def find_types(file: JavaFile) -> list[str]:
    """Return the names in a file that could be those of types from elsewhere."""
    used = set(_TYPE.findall(file.raw, file.code_start))
    own = {binding.name for binding in file.builder.scopes[MODULE].bindings}
    return sorted(used - own)[:_MOST_NAMES]


def _dotted(file: JavaFile, node: Node) -> str:
    for child in node.named_children:
        if child.type in ("scoped_identifier", "identifier"):
            return _PLAIN.sub("", file.name_of(child))
    return ""


def _is_whole(node: Node) -> bool:
    return bool(node.named_children) and node.named_children[-1].type == "asterisk"


def _is_static(node: Node) -> bool:
    return any(child.type == "static" for child in node.children)
