"""Expressions: the part of a file's syntax from which the linker works out values and types.

An `Expr` is one of

    None        nothing that could matter (arithmetic, a comparison, ...)
    a str       a name and the attributes read from it: "a.b.c"
    an int      the result of the call site with that index

or one of the classes below. Each encodes as an array that begins with its tag. Code that runs often
asks `type(expression) is Attribute`: where the answer is no, `isinstance` takes ten times as long.
"""

from __future__ import annotations

from typing import Final, TypeAlias, final

import msgspec


class Struct(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A frozen value that encodes as an array."""


class _Form(Struct, frozen=True):
    """An expression that is no plain chain, call or nothing."""

    def get_parts(self) -> tuple[Expr, ...]:
        """Return the expressions that it is directly made of."""
        return ()


@final
class Attribute(_Form, frozen=True, tag="."):
    """Attribute `name` of an expression that is not a plain dotted name."""

    base: Expr
    name: str

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.base,)


@final
class Item(_Form, frozen=True, tag="["):
    """Item `key` of `base`: `base[key]`."""

    base: Expr
    key: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.base, self.key)


@final
class Either(_Form, frozen=True, tag="|"):
    """One of several: `a or b`, `a if c else b`; in types, a union."""

    options: tuple[Expr, ...]

    def get_parts(self) -> tuple[Expr, ...]:
        return self.options


@final
class Sum(_Form, frozen=True, tag="+"):
    """The sum of two, or the result of another binary operator."""

    left: Expr
    right: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.left, self.right)


@final
class TextLiteral(_Form, frozen=True, tag="s"):
    """A string literal."""

    text: str


@final
class NumberLiteral(_Form, frozen=True, tag="#"):
    """An integer literal."""

    number: int


@final
class Builtin(_Form, frozen=True, tag="k"):
    """A literal or display of a builtin type, by the name of that type."""

    name: str


@final
class DisplayAt(_Form, frozen=True, tag="D"):
    """The display with that index: a list, tuple, dict or object literal with known members."""

    index: int


@final
class DefinitionAt(_Form, frozen=True, tag="\\"):
    """The definition with that index, written as an expression: a lambda, an arrow function."""

    index: int


@final
class Element(_Form, frozen=True, tag="it"):
    """An element of an expression when it is iterated."""

    iterable: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.iterable,)


@final
class Key(_Form, frozen=True, tag="ky"):
    """The key of an element; of a channel, an element."""

    iterable: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.iterable,)


@final
class AsyncElement(_Form, frozen=True, tag="ai"):
    """An element of an expression when `async for` iterates it."""

    iterable: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.iterable,)


@final
class Unpacked(_Form, frozen=True, tag="un"):
    """The element at `index` of an unpacked expression, or all from there on for `*rest`."""

    iterable: Expr
    index: int
    is_rest: int

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.iterable,)


@final
class Awaited(_Form, frozen=True, tag="aw"):
    """The result of awaiting an expression."""

    awaitable: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.awaitable,)


@final
class OperatorResult(_Form, frozen=True, tag="op"):
    """The result of an operator that stands for a method of its operand."""

    operand: Expr
    method: str

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.operand,)


@final
class Entered(_Form, frozen=True, tag="en"):
    """The result of entering a context manager."""

    manager: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.manager,)


@final
class CallbackParameter(_Form, frozen=True, tag="lp"):
    """A parameter of the function that a call is passed as an argument; all three by index."""

    call: int
    argument: int
    parameter: int

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.call,)


@final
class TakenBy(_Form, frozen=True, tag="ta"):
    """Something of the type that a call takes as an argument; both by index."""

    call: int
    argument: int

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.call,)


@final
class CallbackReceiver(_Form, frozen=True, tag="rc"):
    """The receiver that a function is given by the function it is passed to."""

    function: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.function,)


@final
class InstanceOf(_Form, frozen=True, tag="ty"):
    """An instance of a written type."""

    written: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.written,)


@final
class ClassObject(_Form, frozen=True, tag="cl"):
    """The object that stands for a type (Java's `C.class`)."""

    written: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.written,)


@final
class ModuleMember(_Form, frozen=True, tag="im"):
    """Module `spec`, or `name` of it: `require("x").y`, `import("x")`."""

    spec: str
    name: str


@final
class Spread(_Form, frozen=True, tag="*"):
    """The elements of an expression, in a call or a display; a rest parameter in a function type.

    As a key of a display it has no expression: the item beside it is spread.
    """

    iterable: Expr = None

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.iterable,)


@final
class GenericType(_Form, frozen=True, tag="<"):
    """In types only: a generic with arguments. Well-known names mean builtin types."""

    base: Expr
    arguments: tuple[Expr, ...]

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.base, *self.arguments)


@final
class DeclaredGeneric(_Form, frozen=True, tag="g"):
    """In types only: a declared type with arguments. No name means a builtin type."""

    base: str
    arguments: tuple[Expr, ...]

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.base, *self.arguments)


@final
class ProjectGeneric(_Form, frozen=True, tag="<>"):
    """In types only: a type of the project with arguments."""

    base: str
    arguments: tuple[Expr, ...]

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.base, *self.arguments)


@final
class ObjectType(_Form, frozen=True, tag="{"):
    """In types only: an object type, by the names and types of its members."""

    members: tuple[tuple[str, Expr], ...]

    def get_parts(self) -> tuple[Expr, ...]:
        return tuple([written for _, written in self.members])


@final
class FunctionType(_Form, frozen=True, tag="=>"):
    """In types only: a function type."""

    parameters: tuple[Expr, ...]
    result: Expr
    receiver: Expr = None

    def get_parts(self) -> tuple[Expr, ...]:
        return (*self.parameters, self.result, self.receiver)


@final
class TypeOf(_Form, frozen=True, tag="tq"):
    """In types only: the type of a value (TypeScript's `typeof value`)."""

    value: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.value,)


@final
class Borrowed(_Form, frozen=True, tag="&"):
    """In types only: a reference to a type (Rust's `&T`)."""

    written: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.written,)


@final
class AddressOf(_Form, frozen=True, tag="&x"):
    """The address of a value (C++'s `&value`)."""

    value: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.value,)


@final
class Pointee(_Form, frozen=True, tag="*x"):
    """The value that a pointer leads to."""

    pointer: Expr

    def get_parts(self) -> tuple[Expr, ...]:
        return (self.pointer,)


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
    | TakenBy
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
LITERALS: Final = frozenset({Builtin, TextLiteral, NumberLiteral})
"""The types of literals without members that are known."""


def type_name(written: Expr) -> str:
    """Return the last name of a type, without what it is given."""
    base = written.base if isinstance(written, GENERICS) else written
    return base.rpartition(".")[2] if isinstance(base, str) else ""


def find_parts(expression: Expr) -> tuple[Expr, ...]:
    """Return the expressions that an expression is directly made of."""
    if expression is None or isinstance(expression, (str, int)):
        return ()
    return expression.get_parts()


_PLAIN: Final = frozenset({type(None), int, DefinitionAt, DisplayAt, *LITERALS})


def is_plain(expression: Expr) -> bool:
    """Whether an expression needs no name: what it is cannot lead back to itself unnoticed."""
    return type(expression) in _PLAIN
