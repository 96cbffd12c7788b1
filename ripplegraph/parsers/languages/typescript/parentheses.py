"""Which parentheses of a script say nothing that the syntax would not say without them."""

from __future__ import annotations

from tree_sitter import Node

_LOWEST, _ASSIGNMENT, _CONDITIONAL = 0, 1, 2
_AS, _UNARY, _POSTFIX, _CALL, _PRIMARY = 9, 14, 15, 17, 20

_OPERATORS = {
    "??": 3,
    "||": 3,
    "&&": 4,
    "|": 5,
    "^": 6,
    "&": 7,
    "==": 8,
    "!=": 8,
    "===": 8,
    "!==": 8,
    "<": 9,
    ">": 9,
    "<=": 9,
    ">=": 9,
    "in": 9,
    "instanceof": 9,
    "<<": 10,
    ">>": 10,
    ">>>": 10,
    "+": 11,
    "-": 11,
    "*": 12,
    "/": 12,
    "%": 12,
    "**": 13,
}
_LOGICAL = frozenset({"&&", "||", "??"})
_BINDING = {
    "sequence_expression": _LOWEST,
    "assignment_expression": _ASSIGNMENT,
    "augmented_assignment_expression": _ASSIGNMENT,
    "arrow_function": _ASSIGNMENT,
    "yield_expression": _ASSIGNMENT,
    "ternary_expression": _CONDITIONAL,
    "as_expression": _AS,
    "satisfies_expression": _AS,
    "unary_expression": _UNARY,
    "await_expression": _UNARY,
    "type_assertion": _UNARY,
    "update_expression": _POSTFIX,
}
# How tightly an expression must bind to stand in a place without parentheses.
_PLACES = {
    "unary_expression": _UNARY,
    "await_expression": _UNARY,
    "type_assertion": _UNARY,
    "update_expression": _CALL,
    "non_null_expression": _CALL,
    "member_expression": _CALL,
    "call_expression": _CALL,
    "new_expression": _CALL,
    "extends_clause": _CALL,
    "class_heritage": _CALL,
    "decorator": _CALL,
    "as_expression": _AS,
    "satisfies_expression": _AS,
    "expression_statement": _LOWEST,
    "return_statement": _LOWEST,
    "throw_statement": _LOWEST,
    "template_substitution": _LOWEST,
    "for_statement": _LOWEST,
    "jsx_expression": _LOWEST,
}
_LINKS = frozenset(
    {"member_expression", "call_expression", "subscript_expression", "non_null_expression"}
)
_REQUIRED = frozenset(
    {"if_statement", "while_statement", "do_statement", "switch_statement", "with_statement"}
)
_TYPES = {
    "function_type": 0,
    "constructor_type": 0,
    "conditional_type": 0,
    "union_type": 1,
    "intersection_type": 2,
    "index_type_query": 3,
    "readonly_type": 3,
    "infer_type": 3,
}
_TYPE_PLACES = {
    "union_type": 1,
    "intersection_type": 2,
    "index_type_query": 3,
    "readonly_type": 3,
    "optional_type": 3,
    "array_type": 4,
}
_TYPE_LISTS = frozenset({"union_type", "intersection_type"})


def is_redundant(node: Node) -> bool:
    """Tell whether a parenthesized expression would mean the same without its parentheses."""
    outer, parent = _outermost(node)
    inner = _inner(node)
    if parent is None or inner is None:
        return False
    if parent.type in _REQUIRED:
        return outer.id != node.id
    if inner.type == node.type:
        return True
    kind, place = inner.type, parent.type
    if kind == "object":
        return place != "arrow_function"
    if _starts_chain(outer, parent) and _hides_call(inner, place):
        return False
    return _strength(inner) >= _needed(outer, parent, place, inner)


def _outermost(node: Node) -> tuple[Node, Node | None]:
    """Return the outermost of nested parentheses, and what they stand in."""
    outer, parent = node, node.parent
    while parent is not None and parent.type == node.type:
        outer, parent = parent, parent.parent
    return outer, parent


def _inner(node: Node) -> Node | None:
    return next((child for child in node.named_children if child.type != "comment"), None)


def _operator(node: Node) -> str:
    found = node.child_by_field_name("operator")
    return "" if found is None else found.type


def _is_first(node: Node, parent: Node) -> bool:
    first = _inner(parent)
    return first is not None and first.id == node.id


def _strength(node: Node) -> int:
    kind = node.type
    if kind == "binary_expression":
        return _OPERATORS.get(_operator(node), _LOWEST)
    return _BINDING.get(kind, _PRIMARY)


def _needed(node: Node, parent: Node, place: str, inner: Node) -> int:
    if place == "binary_expression":
        operator = _operator(parent)
        level = _OPERATORS.get(operator, _PRIMARY)
        right = not _is_first(node, parent)
        if operator in _LOGICAL and inner.type == "binary_expression":
            right = right and _operator(inner) != operator
        return level + (right if operator != "**" else not right)
    if place == "ternary_expression":
        return _CONDITIONAL + 1 if _is_first(node, parent) else _ASSIGNMENT
    if place == "subscript_expression":
        return _CALL if _is_first(node, parent) else _LOWEST
    if place in ("assignment_expression", "augmented_assignment_expression"):
        return _CALL if _is_first(node, parent) else _ASSIGNMENT
    return _PLACES.get(place, _ASSIGNMENT)


def _starts_chain(node: Node, parent: Node) -> bool:
    if parent.type == "new_expression":
        return True
    return parent.type in _LINKS and _is_first(node, parent)


def _hides_call(inner: Node, place: str) -> bool:
    """Tell whether an optional link, or a call below `new`, would reach further unprotected."""
    current: Node | None = inner
    for _ in range(100):
        if current is None:
            return False
        kind = current.type
        if kind == "call_expression" and place == "new_expression":
            return True
        if kind not in _LINKS:
            return False
        children = current.children
        if any(child.type in ("optional_chain", "?.") for child in children):
            return place != "new_expression"
        current = children[0]
    return False


def is_redundant_type(node: Node) -> bool:
    """Tell whether a parenthesized type would mean the same without its parentheses."""
    outer, parent = node, node.parent
    while parent is not None and _adds_nothing(parent):
        outer, parent = parent, parent.parent
    inner = _inner(node)
    while inner is not None and inner.type in _TYPE_LISTS and _adds_nothing(inner):
        inner = _inner(inner)
    if parent is None or inner is None:
        return False
    if inner.type == node.type:
        return True
    return _type_strength(inner) >= _needed_type(outer, parent, inner)


def _type_strength(node: Node) -> int:
    if node.type == "infer_type" and len(node.named_children) > 1:
        return 0  # its constraint reads on: `infer A extends B | C`
    return _TYPES.get(node.type, 5)


def _adds_nothing(node: Node) -> bool:
    """Tell whether a type is another in parentheses, or a union of one (`| A`)."""
    if node.type in _TYPE_LISTS:
        return sum(child.type != "comment" for child in node.named_children) == 1
    return node.type == "parenthesized_type"


def _needed_type(node: Node, parent: Node, inner: Node) -> int:
    if parent.type == "lookup_type":
        return 4 if _is_first(node, parent) else 0
    if parent.type == "conditional_type":
        tested = [child.id for child in parent.named_children if child.type != "comment"][:2]
        # A function may be tested against as it is; tested itself, it would swallow the test.
        return int(node.id == tested[0] or (node.id in tested and inner.type == parent.type))
    return _TYPE_PLACES.get(parent.type, 0)
