"""Words of a language, and rules for the names of one file."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from ripplegraph.graph.facts import Declaration, Scope
from ripplegraph.graph.stored_facts import LinkFacts
from ripplegraph.linking.files.known_library import KnownLibrary


class LanguageNames(Protocol):
    """A language as far as names go."""

    @property
    def name(self) -> str:
        """Return its name."""

    @property
    def family(self) -> str:
        """Return the name of the family whose files it may import; empty where that is itself."""

    @property
    def builtins(self) -> frozenset[str]:
        """Return the names that are always there; after a dot, methods of objects from outside."""


class BoundNames(Protocol):
    """The scopes of a file, and its definitions."""

    facts: LinkFacts
    scopes: Sequence[Scope]
    definitions: Sequence[Declaration]

    def holder(self, scope: int) -> int:
        """Return the innermost scope that is a class, a method or a namespace, or 0."""

    def is_static(self, scope: int) -> bool:
        """Whether a place is in a function of a class, or in the class itself."""

    def surrounding(self, scope: int) -> int:
        """Return the innermost class, or namespace, or the module, that a place is in."""


class LanguageRules:
    """The words of a language, and how its names behave: those of an ordinary one."""

    name: str
    family: str
    """The name of the family whose files it may import, or its own name."""
    builtins: frozenset[str]
    """Names that are always there; after a dot, methods that objects from outside may have."""

    def __init__(self, language: LanguageNames) -> None:
        self.name = language.name
        self.family = language.family or language.name
        self.builtins = language.builtins

    def group_bindings(
        self, file: BoundNames, scope: int, indexes: Sequence[int]
    ) -> Sequence[Sequence[int]]:
        """Return the bindings of one name of a scope in groups that do not hide each other."""
        return (indexes,)

    def unbound_key(self, file: BoundNames, scope: int) -> Hashable:
        """Return what places share where a name that no scope binds means the same."""
        return 0

    def signature_scope(self, definition: Declaration) -> int:
        """Return the scope that the written types of a function see: with its type parameters."""
        return definition.body if definition.body >= 0 else definition.scope

    receiver: str = ""
    """The word for a method's own object; empty where it is the first parameter. Where a method
    gives it a name like to any variable, a word that nobody can write."""
    parent: str = ""
    """The word for the class above, used like a variable."""
    parent_call: str = ""
    """The function that gives an object as one of the class above, where that is no word."""
    constructors: tuple[str, ...] = ()
    """Names of the methods that run when an object is made, the first one found runs."""
    class_methods: frozenset[str] = frozenset()
    """Methods that get their class, whatever they are marked as."""
    usual_receivers: tuple[str, ...] = ()
    """What methods mostly call their own object, where that is their first parameter."""
    call_method: str = "()"
    """The member that runs when an object is called; empty where calling a constant that is an
    object makes one like it."""
    contextual: bool = False
    """Whether a function's place gives its parameters their types."""
    exports: bool = False
    """Whether a module offers only what it exports, and not every name it binds."""
    shared_member: str = ""
    """The member that holds what all objects share that a function makes with `new`; empty where
    objects need a class."""
    first_scope: int = 0
    """The first scope whose names a file alone binds: 1 where files include each other's names."""
    foreign_names: bool = False
    """Whether a name that no file of the language declares is known to come from outside."""
    members_below: bool = True
    """Whether a method may count on members that only subclasses have."""
    members_in_scope: bool = False
    """Whether a class' members, inherited ones too, are seen inside it by their plain names."""
    overloads: bool = False
    """Whether functions of one name stand side by side, and what is passed chooses one."""
    passes_values: bool = True
    """Whether what calls pass along decides what is called; else each file can be linked alone."""
    star_names: tuple[str, ...] = ("*",)
    """What imports of all names are bound under; after the star, how names end that they bring."""
    known: KnownLibrary = KnownLibrary()
    """What is known about the types, functions and methods of the language's own library."""
    own_type: str = "Self"
    """The word for the type of the object that a method belongs to."""
