"""Imports of a script: ES modules, CommonJS, and TypeScript's own forms."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import ModuleMember
from ripplegraph.graph.facts import Import
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.typescript.context import ScriptFile, string_text
from ripplegraph.parsers.languages.typescript.structure import Walk
from ripplegraph.parsers.languages.typescript.types import imported_spec


def read_imports(file: ScriptFile) -> None:
    """Read the import statements."""
    for node in file.in_order("import"):
        _read_import(file, node)


def _read_import(file: ScriptFile, node: Node) -> None:
    scope = file.scope_at(node.start_byte)
    source = clause = None
    kind = ""
    for child in node.children:
        what = child.type
        if what == "string":
            source = child
        elif what in ("import_clause", "import_require_clause"):
            clause = child
        elif what in ("type", "typeof"):
            kind = "type"
    if clause is not None and clause.type == "import_require_clause":
        _read_import_require(file, node, clause, scope)
        return
    if source is None:
        return
    spec = string_text(file, source)
    names: list[str] = []
    if clause is None:
        kind = "side-effect"
    else:
        for local, member in _imported_names(file, clause):
            names.append(member)
            file.skip.add(local.start_byte)
            name = file.name_of(local)
            file.bind(scope, name, "f", scope.start, spec=spec, member=member)
        kind = kind or _kind_of_members(clause)
    add_import(file, spec, tuple(names), scope, node, kind)


def _kind_of_members(clause: Node) -> str:
    """Return "type" when every name is imported as a type: `import { type A, type B }`."""
    children = clause.named_children
    if len(children) != 1 or children[0].type != "named_imports":
        return ""
    members = [c for c in children[0].named_children if c.type == "import_specifier"]
    marked = [c for c in members if c.children[0].type == "type" and c.child_count > 1]
    return "type" if members and len(marked) == len(members) else ""


def _imported_names(file: ScriptFile, clause: Node) -> list[tuple[Node, str]]:
    """Return the local name node and the member it stands for, for each name of an import."""
    found: list[tuple[Node, str]] = []
    for child in clause.named_children:
        if child.type == "identifier":
            found.append((child, "default"))
        elif child.type == "namespace_import" and child.named_children:
            found.append((child.named_children[-1], "*"))
        elif child.type == "named_imports":
            for specifier in child.named_children:
                named = [c for c in specifier.named_children if c.type != "comment"]
                if specifier.type == "import_specifier" and named:
                    file.skip.add(named[0].start_byte)
                    found.append((named[-1], member_name(file, named[0])))
    return found


def member_name(file: ScriptFile, node: Node) -> str:
    """Return the name a specifier writes, quoted or not."""
    return string_text(file, node) if node.type == "string" else file.name_of(node)


def _read_import_require(file: ScriptFile, node: Node, clause: Node, scope: ScopeDraft) -> None:
    named = clause.named_children
    if len(named) < 2 or named[-1].type != "string":
        return
    spec = string_text(file, named[-1])
    file.skip.add(named[0].start_byte)
    file.bind(scope, file.name_of(named[0]), "=", scope.start, value=ModuleMember(spec, ""))
    add_import(file, spec, (), scope, node, "require")


def add_import(
    file: ScriptFile, spec: str, names: tuple[str, ...], scope: ScopeDraft, node: Node, kind: str
) -> None:
    """Add one import of a module."""
    line_at = file.source.line_at
    file.builder.imports.append(
        Import(spec, names, scope.index, line_at(node.start_byte), kind, line_at(node.end_byte - 1))
    )


def number_calls(file: ScriptFile) -> list[tuple[int, int, int, Node]]:
    """Number the calls by where they end, leaving out those that import; return them in order."""
    raw, index = file.raw, file.call_index
    nodes = file.captures.get("reference.call", ())
    calls: list[tuple[int, int, int, Node]] = []
    for item in sorted([(n.end_byte, n.start_byte, i, n) for i, n in enumerate(nodes)]):
        if raw.startswith(("require", "import"), item[1]) and _read_module_call(file, item[3]):
            continue
        index[item[0]] = len(calls)
        calls.append(item)
    return calls


def _read_module_call(file: ScriptFile, node: Node) -> bool:
    callee = node.children[0]
    start, end = node.start_byte, node.end_byte
    text = file.raw[callee.start_byte : callee.end_byte]
    if node.type != "call_expression" or text not in ("require", "import", "require.resolve"):
        return False
    spec = imported_spec(file, node)
    if spec is None:
        if text == "import":
            file.call_heads[start] = (None, end)
        return text == "import"
    file.module_calls[end] = spec
    file.call_heads[start] = (ModuleMember(spec, ""), end)
    file.skip.add(callee.start_byte)
    kind = "dynamic" if text == "import" else "require"
    add_import(file, spec, (), file.scope_at(start), node, kind)
    return True


def open_import_alias(walk: Walk, node: Node, scope: ScopeDraft) -> None:
    """Bind `import A = B.C`."""
    file = walk.file
    named = node.named_children
    if len(named) == 2:
        file.skip.add(named[0].start_byte)
        value = "".join(file.name_of(named[1]).split())
        file.bind(scope, file.name_of(named[0]), "=", scope.start, value=value)
