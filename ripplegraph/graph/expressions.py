"""Expressions: the part of a file's syntax from which the linker works out values and types.

An `Expr` is one of

    None        nothing that could matter (arithmetic, a comparison, ...)
    a str       a name and the attributes read from it: "a.b.c"
    an int      the result of the call site with that index

or one of the classes below. Each encodes as an array that begins with its tag.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec


class Struct(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A frozen value that encodes as an array."""


class Attribute(Struct, frozen=True, tag="."):
    """Attribute `name` of an expression that is not a plain dotted name."""

    base: Expr
    name: str


class Item(Struct, frozen=True, tag="["):
    """Item `key` of `base`: `base[key]`."""

    base: Expr
    key: Expr


class Either(Struct, frozen=True, tag="|"):
    """One of several: `a or b`, `a if c else b`; in types, a union."""

    options: tuple[Expr, ...]


class Sum(Struct, frozen=True, tag="+"):
    """The sum of two, or the result of another binary operator."""

    left: Expr
    right: Expr


class TextLiteral(Struct, frozen=True, tag="s"):
    """A string literal."""

    text: str


class NumberLiteral(Struct, frozen=True, tag="#"):
    """An integer literal."""

    number: int


class Builtin(Struct, frozen=True, tag="k"):
    """A literal or display of a builtin type, by the name of that type."""

    name: str


class DisplayAt(Struct, frozen=True, tag="D"):
    """The display with that index: a list, tuple, dict or object literal with known members."""

    index: int


class DefinitionAt(Struct, frozen=True, tag="\\"):
    """The definition with that index, written as an expression: a lambda, an arrow function."""

    index: int


class Element(Struct, frozen=True, tag="it"):
    """An element of an expression when it is iterated."""

    iterable: Expr


class Key(Struct, frozen=True, tag="ky"):
    """The key of an element; of a channel, an element."""

    iterable: Expr


class AsyncElement(Struct, frozen=True, tag="ai"):
    """An element of an expression when `async for` iterates it."""

    iterable: Expr


class Unpacked(Struct, frozen=True, tag="un"):
    """The element at `index` of an unpacked expression, or all from there on for `*rest`."""

    iterable: Expr
    index: int
    is_rest: int


class Awaited(Struct, frozen=True, tag="aw"):
    """The result of awaiting an expression."""

    awaitable: Expr


class OperatorResult(Struct, frozen=True, tag="op"):
    """The result of an operator that stands for a method of its operand."""

    operand: Expr
    method: str


class Entered(Struct, frozen=True, tag="en"):
    """The result of entering a context manager."""

    manager: Expr


class CallbackParameter(Struct, frozen=True, tag="lp"):
    """A parameter of the function that a call is passed as an argument; all three by index."""

    call: int
    argument: int
    parameter: int


class CallbackReceiver(Struct, frozen=True, tag="rc"):
    """The receiver that a function is given by the function it is passed to."""

    function: Expr


class InstanceOf(Struct, frozen=True, tag="ty"):
    """An instance of a written type."""

    written: Expr


class ClassObject(Struct, frozen=True, tag="cl"):
    """The object that stands for a type (Java's `C.class`)."""

    written: Expr


class ModuleMember(Struct, frozen=True, tag="im"):
    """Module `spec`, or `name` of it: `require("x").y`, `import("x")`."""

    spec: str
    name: str


class Spread(Struct, frozen=True, tag="*"):
    """The elements of an expression, in a call or a display; a rest parameter in a function type.

    As a key of a display it has no expression: the item beside it is spread.
    """

    iterable: Expr = None


class GenericType(Struct, frozen=True, tag="<"):
    """In types only: a generic with arguments. Well-known names mean builtin types."""

    base: Expr
    arguments: tuple[Expr, ...]


class DeclaredGeneric(Struct, frozen=True, tag="g"):
    """In types only: a declared type with arguments. No name means a builtin type."""

    base: str
    arguments: tuple[Expr, ...]


class ProjectGeneric(Struct, frozen=True, tag="<>"):
    """In types only: a type of the project with arguments."""

    base: str
    arguments: tuple[Expr, ...]


class ObjectType(Struct, frozen=True, tag="{"):
    """In types only: an object type, by the names and types of its members."""

    members: tuple[tuple[str, Expr], ...]


class FunctionType(Struct, frozen=True, tag="=>"):
    """In types only: a function type."""

    parameters: tuple[Expr, ...]
    result: Expr
    receiver: Expr = None


class TypeOf(Struct, frozen=True, tag="tq"):
    """In types only: the type of a value (TypeScript's `typeof value`)."""

    value: Expr


class Borrowed(Struct, frozen=True, tag="&"):
    """In types only: a reference to a type (Rust's `&T`)."""

    written: Expr


class AddressOf(Struct, frozen=True, tag="&x"):
    """The address of a value (C++'s `&value`)."""

    value: Expr


class Pointee(Struct, frozen=True, tag="*x"):
    """The value that a pointer leads to."""

    pointer: Expr


Generic: TypeAlias = GenericType | DeclaredGeneric | ProjectGeneric
"""A type with arguments."""
Form: TypeAlias = (
    Attribute
    | Item
    | Either
    | Sum
    | TextLiteral
    | NumberLiteral
    | Builtin
    | DisplayAt
    | DefinitionAt
    | Element
    | Key
    | AsyncElement
    | Unpacked
    | Awaited
    | OperatorResult
    | Entered
    | CallbackParameter
    | CallbackReceiver
    | InstanceOf
    | ClassObject
    | ModuleMember
    | Spread
    | GenericType
    | DeclaredGeneric
    | ProjectGeneric
    | ObjectType
    | FunctionType
    | TypeOf
    | Borrowed
    | AddressOf
    | Pointee
)
"""An expression that is no plain chain, call or nothing."""
Expr: TypeAlias = str | int | Form | None

NULL: Final = Builtin("null")
VOID: Final = Builtin("void")
GENERICS: Final = (GenericType, DeclaredGeneric, ProjectGeneric)
"""The classes of types with arguments."""
LITERALS: Final = (Builtin, TextLiteral, NumberLiteral)
"""The classes of literals without members that are known."""


def find_parts(expression: Expr) -> tuple[Expr, ...]:
    """Return the expressions that an expression is directly made of."""
    match expression:
        case Item(first, second) | Sum(first, second):
            return (first, second)
        case Either(options):
            return options
        case GenericType(base, arguments) | DeclaredGeneric(base, arguments):
            return (base, *arguments)
        case ProjectGeneric(base, arguments):
            return (base, *arguments)
        case FunctionType(parameters, result, receiver):
            return (*parameters, result, receiver)
        case ObjectType(members):
            return tuple(written for _, written in members)
        case (
            Attribute(inner)
            | Element(inner)
            | Key(inner)
            | AsyncElement(inner)
            | Unpacked(inner)
            | Awaited(inner)
            | OperatorResult(inner)
            | Entered(inner)
            | CallbackReceiver(inner)
            | InstanceOf(inner)
            | ClassObject(inner)
            | Spread(inner)
            | TypeOf(inner)
            | Borrowed(inner)
            | AddressOf(inner)
            | Pointee(inner)
        ):
            return (inner,)
        case CallbackParameter(call):
            return (call,)
    return ()
