"""What a language's query cannot say about it, as data: no code is written for a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

FREE: Final = "free"
LINES: Final = "lines"
INDENTED: Final = "indented"

Form = tuple[str, ...]
"""How an expression is read: a word of `expressions.READERS`, then the fields it reads."""


@dataclass(frozen=True, slots=True)
class Tags:
    """The few things about a language that its query cannot say."""

    layout: str = LINES
    """What of the space between words means something: nothing ("free"), the ends of lines
    ("lines"), or also how far they are indented ("indented")."""
    spell: Callable[[str], str] | None = None
    """Turns a written name into the name: without a sigil, quotes, or capitals that say nothing."""
    locate: Callable[[str], str] | None = None
    """Turns a written module into the name that the resolver reads."""
    receiver: str = ""
    """The word for a method's own object, as names write it."""
    separators: tuple[str, ...] = ()
    """What stands between the parts of a name, besides a dot."""
    forms: Mapping[str, Form] = field(default_factory=dict)
    """Expressions that tell what a value is, by the type of their node."""
    words: str = r"[^\W\d]\w*"
    """What a name looks like, as a regular expression."""
    reads: bool = False
    """Whether every name in the code counts as read, and not only what `@reference` captures."""
    keywords: frozenset[str] = frozenset()
    """Words that look like names and are none."""
    joined: str = ""
    """What stands for the dots in names that are one name, and no members of each other."""
    optional: str = ""
    """What stands behind a type whose value may be missing."""
    overloads: bool = False
    """Whether how much is passed tells functions of one name apart."""
    arity: str = ""
    """What stands between a name and a number where functions that take more or fewer arguments
    are others: `get/2`."""
    qualified: bool = False
    """Whether files offer what they define by its full name: namespace, class, name."""
    fields: str = ""
    """What stands before the name of a variable of an object, where methods that only give one
    are written as fields."""
    maker: str = ""
    """The method of classes that makes an object: `Cart.new`."""
    aliases: bool = False
    """Whether what is imported may begin with a name that another import binds."""
    functions_in_blocks: bool = False
    """Whether a function that a block in a class defines is one of the class."""
    class_members: bool = False
    """Whether a class and its objects may have functions of one name."""
    own_class: str = ""
    """The method that gives the class of an object: `self.class`."""
    enclosing: bool = True
    """Whether a namespace sees what the namespaces around it have."""
    documented_types: bool = False
    """Whether documentation has types of parameters, results and variables: `@var Cart[]`."""
    inner_imports: bool = False
    """Whether an import inside a namespace may leave out the names of those around it."""
    loose_types: bool = False
    """Whether what a type is given stands beside it in the tree, and not inside."""
    own_types: frozenset[str] = frozenset()
    """Words that stand for the class around a place where a type is written."""
    exports: bool = False
    """Whether a file offers what stands at its top to those who import it, and nothing else."""
    clauses: bool = False
    """Whether a function may be written in several parts: those of one name, or those of one name
    and arity wherever they stand in a module."""
    tests: str = ""
    """Names of functions that a runner of tests finds, as a regular expression."""
    main: str = ""
    """The function at the top of a file that a program starts with."""

    @property
    def functions(self) -> list[Callable[[str], str]]:
        """The functions among the values."""
        return [item for item in (self.spell, self.locate) if item is not None]

    def describe(self) -> str:
        """Return what distinguishes the values from others, the same in every process."""
        plain = [getattr(self, name) for name in self.__dataclass_fields__]
        return repr([_describe(value) for value in plain])


def _describe(value: object) -> object:
    if callable(value):
        return getattr(value, "__qualname__", "")
    if isinstance(value, Mapping):
        return sorted(value.items())
    return sorted(value) if isinstance(value, frozenset) else value
