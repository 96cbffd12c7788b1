"""Functions without a name of a Kotlin file, and what their places say of what they are given."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Builtin, CallbackReceiver, DefinitionAt
from ripplegraph.graph.facts import ANONYMOUS, ARROW, Binding, Param
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.java.context import JavaFile
from ripplegraph.parsers.languages.kotlin.expressions import split_member
from ripplegraph.parsers.languages.kotlin.functions import (
    bind_parts,
    define_function,
    open_body,
)
from ripplegraph.parsers.languages.kotlin.types import TYPES, child_of, clean_name, read_type

_RECEIVED = frozenset({"let", "also", "takeIf", "takeUnless"})
"""Functions that call what they are given with what they are called on."""
_ENTERED = frozenset({"apply", "run", "with"})
"""Functions that call what they are given on what they are called on, or take first."""
_BUILT = {
    "buildString": "StringBuilder",
    "buildList": "MutableList",
    "buildMap": "MutableMap",
    "buildSet": "MutableSet",
}
"""Functions that call what they are given on something that they make."""


def open_lambda(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function without a name and open its scope."""
    params: list[Param] = []
    parts: list[Node] = []
    written = child_of(node, "lambda_parameters", "function_value_parameters")
    for item in written.named_children if written is not None else ():
        name = child_of(item, "simple_identifier")
        if item.type == "multi_variable_declaration":
            parts.append(item)
            params.append(Param("_"))
        elif name is not None:
            own = read_type(file, child_of(item, *TYPES))
            params.append(Param(clean_name(file.name_of(name)), "", own))
    if written is None and node.type == "lambda_literal":
        params = [Param("it")]
    draft = define_function(file, node, "<lambda>", scope, params, flags=ANONYMOUS | ARROW)
    file.unnamed[node.id] = draft.index
    inner = open_body(file, node, draft, scope, params)
    statements = child_of(node, "statements")
    if statements is not None and node.type == "lambda_literal":
        file.results.append((draft, statements))
    for part in parts:
        bind_parts(file, part, inner)
    _bind_given(file, node, scope, inner, params)
    return inner


def _bind_given(
    file: JavaFile, node: Node, scope: ScopeDraft, inner: ScopeDraft, params: list[Param]
) -> None:
    """Bind what a function is called with, and on, where its place says so: `x.let { it.run() }`.

    What it is called on may also be told by what it is passed to, if that is known later.
    """
    name, given = _find_given(file, node)
    is_known = given is not None and name in _RECEIVED | _ENTERED
    value = f"<given {inner.definition}>"
    if is_known and given is not None:
        # It is seen from outside of the function, where the same names may mean something else.
        file.bind(scope, value, "x", inner.start)
        file.pending.append((scope, len(scope.bindings) - 1, given, False))
    if name in _RECEIVED:
        if is_known and params:
            own = params[0].name
            inner.bindings[0] = Binding(own, "=", inner.start, file.end, value=value)
    elif is_known:
        file.bind(inner, "this", "=", inner.start, value=value)
    elif name in _BUILT:
        file.bind(inner, "this", "=", inner.start, value=Builtin(_BUILT[name]))
    else:
        file.bind(
            inner, "this", "=", inner.start, value=CallbackReceiver(DefinitionAt(inner.definition))
        )


def _find_given(file: JavaFile, node: Node) -> tuple[str, Node | None]:
    """Return the name of the function that another is passed to last, and what that works on."""
    suffix = node.parent.parent if node.parent is not None else None
    call = suffix.parent if suffix is not None and suffix.type == "call_suffix" else None
    callee = call.named_children[0] if call is not None else None
    if callee is None:
        return "", None
    if callee.type == "navigation_expression":
        inner, name = split_member(callee)
        return (file.name_of(name), inner) if name is not None else ("", None)
    name_text = file.name_of(callee) if callee.type == "simple_identifier" else ""
    first = child_of(child_of(suffix, "value_arguments"), "value_argument")
    given = first.named_children[-1] if first is not None and name_text == "with" else None
    return name_text, given
