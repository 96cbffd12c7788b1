"""Functions and types that macros make which are defined in the same file."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.facts import ScopeKind
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.rust.context import Opened, RustFile, field
from ripplegraph.parsers.languages.rust.macro_rules import Rule, find_made, read_rule

ITEM_MACRO = "item_macro"
_LEVELS = frozenset({"source_file", "declaration_list"})
_KINDS = {"fn": "function", "trait": "interface"}


def find_item_macros(file: RustFile) -> list[Node]:
    """Return the macros that stand where items do and are defined further up in the file."""
    rules = file.macro_rules = _read_rules(file)
    if not rules:
        return []
    return [
        node
        for node in file.captures.get("macro", ())
        if _is_item(node) and (name := field(node, "macro")) and file.name_of(name) in rules
    ]


def _is_item(node: Node) -> bool:
    parent = node.parent
    if parent is not None and parent.type == "expression_statement":
        parent = parent.parent
    return parent is not None and parent.type in _LEVELS


def _read_rules(file: RustFile) -> dict[str, list[Rule]]:
    """Return the rules of the macros that make definitions, by the names of the macros."""
    found: dict[str, list[Rule]] = {}
    for node in file.captures.get("template", ()):
        rule, macro = node.parent, node.parent.parent if node.parent is not None else None
        left = field(rule, "left") if rule is not None else None
        name = field(macro, "name") if macro is not None else None
        if left is not None and name is not None:
            made = read_rule(_text(file, left), _text(file, node))
            found.setdefault(file.name_of(name), []).append(made)
    return {name: rules for name, rules in found.items() if any(rule.made for rule in rules)}


def _text(file: RustFile, node: Node) -> str:
    return file.raw[node.start_byte : node.end_byte]


def define_made(file: RustFile, node: Node, scope: ScopeDraft) -> None:
    """Define what a macro makes, at the names that it is given."""
    name, tokens = field(node, "macro"), node.named_children[-1]
    if name is None:
        return
    start, end = tokens.start_byte + 1, tokens.end_byte - 1
    for made in find_made(file.macro_rules[file.name_of(name)], file.raw, start, end):
        _define(file, node, scope, _KINDS.get(made.kind, "class"), made.name, made.start)


def _define(
    file: RustFile, node: Node, scope: ScopeDraft, kind: str, name: str, start: int
) -> None:
    builder, source = file.builder, file.source
    fields: dict[str, object] = {}
    prefix = file.owners.get(scope.index)
    if prefix is not None:
        fields["qualified"] = builder.qualify(prefix[0], f"{prefix[1]}.{name}")
    draft = builder.define(
        name,
        kind,
        scope.index,
        line=source.line_at(start),
        end_line=source.line_at(node.end_byte - 1),
        **fields,
    )
    opened: ScopeKind = "function" if kind == "function" else "class"
    inner = builder.open_scope(opened, scope.index, draft.index, (start, start + len(name)))
    draft.fields["body"] = inner.index
    members = builder.scopes[scope.parent] if scope.index in file.selves else scope
    file.bind(members, name, "d", members.start, index=draft.index)
    file.skip.add(start)
    file.opened.append(Opened(draft, node, None, node.start_byte))
