"""What a Go file declares for its package besides functions and types, and what it imports."""

from __future__ import annotations

import re
from collections.abc import Container

from tree_sitter import Node

from ripplegraph.graph.facts import CONSTANT, Import
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.go.context import BLANK, MODULE, GoFile, Opened, field, names_of
from ripplegraph.parsers.languages.go.functions import flag_name

_VERSION = re.compile(r"v\d+")
_SUFFIX = re.compile(r"\.v\d+$")
_NOT_WORD = re.compile(r"\W")
_USED = re.compile(r"(?<![\w.])([^\W\d]\w*)\.([A-Z]\w*)")
_LONGEST_LITERAL = 200


def define_values(file: GoFile, node: Node, scope: ScopeDraft) -> None:
    """Define the variables or constants of a declaration of the package."""
    written, value = file.find_given(node)
    values = [c for c in value.named_children if c.type != "comment"] if value is not None else []
    names = names_of(node)
    constant = CONSTANT if node.type == "const_spec" else 0
    for i, name_node in enumerate(names):
        name = file.name_of(name_node)
        file.skip.add(name_node.start_byte)
        if name == BLANK:
            continue
        own = values[i] if len(values) == len(names) else (values[0] if values else None)
        form = "" if len(values) == len(names) else f"{i}"
        draft = file.builder.define(
            name,
            "variable",
            scope.index,
            flags=flag_name(name) | constant,
            line=file.source.line_at(name_node.start_byte),
            end_line=file.source.line_at(node.end_byte - 1),
        )
        repeats = own is not None and own.start_byte < node.start_byte
        if constant and own is not None and not form and not repeats:
            draft.fields["literal"] = file.line_text(*own.byte_range)[:_LONGEST_LITERAL]
        file.opened.append(Opened(draft, node, None if repeats else own))
        file.bind(scope, name, "x", name_node.start_byte, index=draft.index)
        at = len(scope.bindings) - 1
        file.pending.append((scope, name, at, draft.index, written, own, form))


def read_imports(file: GoFile) -> None:
    """Read the imports; the names of each are those that the file reads of the package."""
    module = file.builder.scopes[MODULE]
    used = find_used(file)
    for node in file.captures.get("import", ()):
        path, alias = field(node, "path"), field(node, "name")
        spec = "" if path is None else file.name_of(path)[1:-1]
        if path is None or not spec:
            continue
        if alias is not None:
            file.skip.add(alias.start_byte)
        name = find_name(spec, used) if alias is None else file.name_of(alias)
        kind = ""
        names: tuple[str, ...] = ()
        if name == ".":
            file.bind(module, "*", "f", node.start_byte, spec=spec)
            names = ("*",)
        elif name == BLANK:
            kind = "side-effect"
        else:
            file.bind(module, name, "i", node.start_byte, spec=spec)
            names = tuple(sorted(used.get(name, ())))
        line = file.source.line_at(node.start_byte)
        file.builder.imports.append(Import(spec, names, MODULE, line, kind, line))


def find_name(spec: str, used: Container[str]) -> str:
    """Return what a package is called, going by its path and by what the file reads.

    Only the package itself can say; `github.com/a/go-yaml/v2` is most likely to be `yaml`.
    """
    parts = [part for part in spec.split("/") if part]
    while len(parts) > 1 and _VERSION.fullmatch(parts[-1]):
        parts.pop()
    last = _SUFFIX.sub("", parts[-1] if parts else spec)
    plain = last.removesuffix(".go").removesuffix("-go").removeprefix("go-")
    guesses = [last, plain, plain.rpartition("-")[2], last.partition("-")[0]]
    guesses += [last.replace("-", ""), last.replace("-", "_"), last.rpartition(".")[0]]
    for guess in guesses:
        if guess in used:
            return guess
    return _NOT_WORD.sub("_", last)


def find_used(file: GoFile) -> dict[str, set[str]]:
    """Return, for all that could be a package, the names that a file reads of it."""
    found: dict[str, set[str]] = {}
    for name, member in set(_USED.findall(file.raw)):
        found.setdefault(name, set()).add(member)
    return found
