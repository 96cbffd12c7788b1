"""Where a condition of a Kotlin file shows that a variable has a type."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.java.context import JavaFile
from ripplegraph.parsers.languages.kotlin.types import TYPES, child_of, clean_name, read_type

_CONJUNCTION, _DISJUNCTION = "conjunction_expression", "disjunction_expression"
_ASSURING = frozenset({"assert", "check", "require"})
"""Functions behind whose calls what they are given is true."""

Span = tuple[int, int]


def open_checked(file: JavaFile, node: Node, scope: ScopeDraft) -> list[ScopeDraft]:
    """Open the scopes in which a variable is known to have a type: `if (x is Type) { ... }`."""
    if node.type == "type_test":
        return _open_case(file, node, scope)
    name = child_of(node, "simple_identifier")
    if name is None:
        return []
    spans = _find_spans(file, node, is_true=not any(c.type == "!is" for c in node.children))
    return [inner for span in spans for inner in _open(file, node, name, scope, span)]


def _find_spans(file: JavaFile, node: Node, *, is_true: bool) -> list[Span]:
    """Return where a check is known to have come out as wanted."""
    found: list[Span] = []
    joining = _CONJUNCTION if is_true else _DISJUNCTION
    at: Node | None = node.parent
    inner = node
    while at is not None and at.type in (joining, "parenthesized_expression"):
        if at.type == joining and inner.end_byte < at.end_byte:
            found.append((inner.end_byte, at.end_byte))
        inner, at = at, at.parent
    if at is None:
        return found
    if at.type == "if_expression":
        found += _find_branches(at, inner, is_true=is_true)
    elif is_true and at.type == "when_condition":
        span = _find_case(at)
        found += [span] if span is not None else []
    elif is_true and at.type == "value_argument" and _is_assured(file, at):
        call = at.parent.parent.parent if at.parent and at.parent.parent else None
        found += _find_rest(call)
    return found


def _find_branches(node: Node, condition: Node, *, is_true: bool) -> list[Span]:
    """Return the branch of an `if` in which its condition came out as wanted, or all behind it."""
    if condition != _condition_of(node):
        return []
    consequence = node.child_by_field_name("consequence")
    alternative = node.child_by_field_name("alternative")
    wanted = consequence if is_true else alternative
    if wanted is not None:
        return [wanted.byte_range]
    leaves = not is_true and alternative is None and _leaves(consequence)
    return _find_rest(node) if leaves else []


def _condition_of(node: Node) -> Node | None:
    named = node.child_by_field_name("condition")
    if named is not None:
        return named
    behind = next((c for c in node.children if c.type == "("), None)
    return behind.next_named_sibling if behind is not None else None


def _leaves(body: Node | None) -> bool:
    """Whether code behind a body is not reached from it."""
    last = body.named_children[-1] if body is not None and body.named_children else None
    if last is not None and last.type == "statements":
        last = last.named_children[-1] if last.named_children else None
    return last is not None and last.type == "jump_expression"


def _find_rest(node: Node | None) -> list[Span]:
    """Return what follows a statement in its block."""
    block = node.parent if node is not None else None
    if node is None or block is None or block.type != "statements":
        return []
    return [(node.end_byte, block.end_byte)] if node.end_byte < block.end_byte else []


def _is_assured(file: JavaFile, argument: Node) -> bool:
    """Whether an argument is the first of a call that fails unless it is true."""
    listed = argument.parent
    suffix = listed.parent if listed is not None else None
    call = suffix.parent if suffix is not None and suffix.type == "call_suffix" else None
    if listed is None or call is None or child_of(listed, "value_argument") != argument:
        return False
    return file.name_of(call.named_children[0]) in _ASSURING


def _find_case(condition: Node) -> Span | None:
    """Return the body of a case that has only one condition."""
    entry = condition.parent
    body = child_of(entry, "control_structure_body")
    tests = [c for c in entry.named_children if c.type == "when_condition"] if entry else []
    return body.byte_range if body is not None and len(tests) == 1 else None


def _open_case(file: JavaFile, node: Node, scope: ScopeDraft) -> list[ScopeDraft]:
    """Open the scope of a case of a `when` that tests the type of a variable."""
    condition = node.parent
    entry = condition.parent if condition is not None else None
    subject = child_of(entry.parent if entry is not None else None, "when_subject")
    name = child_of(subject, "simple_identifier")
    name = name or child_of(child_of(subject, "variable_declaration"), "simple_identifier")
    span = _find_case(condition) if condition is not None else None
    is_other = any(child.type == "!is" for child in node.children)
    if span is None or name is None or is_other:
        return []
    return _open(file, node, name, scope, span)


def _open(
    file: JavaFile, node: Node, name: Node, scope: ScopeDraft, span: Span
) -> list[ScopeDraft]:
    written = read_type(file, child_of(node, *TYPES))
    if written is None:
        return []
    inner = file.builder.open_scope("block", scope.index, -1, span)
    text = clean_name(file.name_of(name))
    file.bind(inner, text, ":", inner.start, annotation=written)
    return [inner]
