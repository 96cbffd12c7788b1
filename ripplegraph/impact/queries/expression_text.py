"""Writes the expressions that facts keep as a person would read them."""

from __future__ import annotations

from ripplegraph.graph.expressions import (
    AsyncElement,
    Attribute,
    Awaited,
    Builtin,
    DefinitionAt,
    DisplayAt,
    Either,
    Element,
    Expr,
    Form,
    Item,
    ModuleMember,
    NumberLiteral,
    OperatorResult,
    TextLiteral,
)
from ripplegraph.graph.stored_facts import CallReader, StoredFacts

_DEEPEST = 4
_LONGEST = 80


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


def _write_form(  # noqa: C901 - one branch for each form
    form: Form, facts: StoredFacts, depth: int
) -> str:
    match form:
        case DisplayAt(index):
            return "{...}" if facts.displays[index].kind != "list" else "[...]"
        case DefinitionAt(index):
            return facts.definitions[index].qualified or "<function>"
        case TextLiteral(text):
            return repr(text)
        case NumberLiteral(number):
            return str(number)
        case Builtin(name):
            return f"<{name}>"
        case ModuleMember(spec):
            return spec
        case Attribute(base, name) | OperatorResult(base, name):
            return f"{_write(base, facts, depth)}.{name}"
        case Either(options):
            return " | ".join(_write(option, facts, depth) for option in options)
        case Item(base, key):
            return f"{_write(base, facts, depth)}[{_write(key, facts, depth)}]"
        case Awaited(awaitable):
            return f"await {_write(awaitable, facts, depth)}"
        case Element(iterable) | AsyncElement(iterable):
            return f"each of {_write(iterable, facts, depth)}"
    return "..."


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
