"""Writes the expressions that facts keep as a person would read them."""

from __future__ import annotations

from ripplegraph.graph.facts import Expr
from ripplegraph.graph.stored_facts import CallReader, StoredFacts

_DEEPEST = 4
_LONGEST = 80
_PLAIN = {"s": "{}", "#": "{}", "k": "<{}>", "im": "{}"}
"""Forms whose first part stands for itself."""
_AROUND = {"[": "{}[{}]", "aw": "await {}", "it": "each of {}", "ai": "each of {}"}
"""Forms made of other expressions."""


def write_expression(expression: Expr, facts: StoredFacts, depth: int = 0) -> str:
    """Return an expression in short; empty for what the facts do not keep."""
    if expression is None:
        return ""
    if depth > _DEEPEST:
        return "..."
    if isinstance(expression, str):
        return expression
    if isinstance(expression, int):
        return _shorten(_write_call(expression, facts, depth))
    return _shorten(_write_form(expression, facts, depth))


def _write(expression: Expr, facts: StoredFacts, depth: int) -> str:
    return write_expression(expression, facts, depth + 1) or "..."


def _write_call(number: int, facts: StoredFacts, depth: int) -> str:
    call = CallReader(facts)[number]
    passed = [_write(argument, facts, depth) for argument in call.args]
    passed += [
        f"{name}={_write(value, facts, depth)}" if name else f"**{_write(value, facts, depth)}"
        for name, value in call.keywords
    ]
    return f"{_write(call.callee, facts, depth)}({', '.join(passed)})"


def _write_form(form: Expr, facts: StoredFacts, depth: int) -> str:
    tag, *rest = form
    if tag == "D":
        return "{...}" if facts.displays[rest[0]].kind == "dict" else "[...]"
    if tag == "\\":
        return facts.definitions[rest[0]].qualified or "<function>"
    if tag in _PLAIN:
        return _PLAIN[tag].format(repr(rest[0]) if tag == "s" else rest[0])
    if tag in (".", "op"):
        return f"{_write(rest[0], facts, depth)}.{rest[1]}"
    if tag == "|":
        return " | ".join(_write(item, facts, depth) for item in rest)
    if tag in _AROUND:
        return _AROUND[tag].format(*(_write(item, facts, depth) for item in rest))
    return "..."


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
