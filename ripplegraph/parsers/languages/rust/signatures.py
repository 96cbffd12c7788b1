"""What Rust items take: parameters, type parameters and what these are constrained to."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Either, Expr
from ripplegraph.graph.facts import Param
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.rust.context import BLANK, RustFile, field
from ripplegraph.parsers.languages.rust.types import path_chain, plain_type, read_type

_NO_PARAMETERS = frozenset({"self_parameter", "attribute_item", "variadic_parameter"})


def read_bounds(file: RustFile, node: Node | None, scope: ScopeDraft) -> tuple[Expr, ...]:
    """Return the traits that bounds name."""
    found: list[Expr] = []
    for item in node.named_children if node is not None else ():
        base = field(item, "type") if item.type == "generic_type" else item
        if base is not None and base.type in ("type_identifier", "scoped_type_identifier"):
            chain = path_chain(file, base, scope)
            if chain is not None:
                found.append(chain)
    return tuple(found)


def bind_type_parameters(file: RustFile, node: Node, scope: ScopeDraft) -> None:
    """Bind the type parameters of an item to what they are constrained to."""
    bounds: dict[str, list[Expr]] = {}
    parameters = field(node, "type_parameters")
    for item in parameters.named_children if parameters is not None else ():
        name = field(item, "name")
        if name is not None and item.type in ("type_parameter", "const_parameter"):
            file.skip.add(name.start_byte)
            own = bounds.setdefault(file.name_of(name), [])
            if item.type == "type_parameter":
                own.append(plain_type(read_type(file, field(item, "bounds"), scope)))
    if not bounds:
        return
    for item in _predicates(node):
        left = field(item, "left")
        name_of_left = file.name_of(left) if left is not None else ""
        if name_of_left in bounds:
            bounds[name_of_left].append(plain_type(read_type(file, field(item, "bounds"), scope)))
    for text, found in bounds.items():
        known = [bound for bound in found if bound is not None]
        value = Either(tuple(known)) if len(known) > 1 else (known[0] if known else None)
        file.bind(scope, text, "x" if value is None else "=", scope.start, value=value)


def _predicates(node: Node) -> list[Node]:
    for child in node.named_children:
        if child.type == "where_clause":
            return [item for item in child.named_children if item.type == "where_predicate"]
    return []


def read_params(file: RustFile, node: Node | None, scope: ScopeDraft) -> list[tuple[Param, Node]]:
    """Return the parameters of a list without the receiver, each with its pattern."""
    found: list[tuple[Param, Node]] = []
    for item in node.children if node is not None else ():
        if not item.is_named and item.type != BLANK:
            continue
        if item.type == "parameter":
            pattern = field(item, "pattern")
            if pattern is None or pattern.type == "self":
                continue
            written = read_type(file, field(item, "type"), scope)
            found.append((Param(_param_name(file, pattern), "", written), pattern))
        elif not item.is_extra and item.type not in _NO_PARAMETERS:
            found.append((Param(_param_name(file, item)), item))
    return found


def _param_name(file: RustFile, pattern: Node) -> str:
    if pattern.type == "mut_pattern" and pattern.named_children:
        pattern = pattern.named_children[-1]
    return file.name_of(pattern) if pattern.type == "identifier" else ""


def find_receiver(file: RustFile, node: Node | None) -> bool:
    """Whether a list of parameters begins with `self`."""
    for item in node.named_children if node is not None else ():
        if item.type == "self_parameter":
            return True
        if item.type == "parameter":
            pattern = field(item, "pattern")
            return pattern is not None and file.name_of(pattern).removeprefix("mut ") == "self"
    return False
