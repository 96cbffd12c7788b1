"""What files of a language do differently from those of others, as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ripplegraph.graph.facts import Declaration, Scope
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

    scopes: Sequence[Scope]
    definitions: Sequence[Declaration]


class LanguageRules:
    """How names, receivers and modules of a language behave: the ordinary language."""

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

    receiver: str = ""
    """The word for a method's own object; empty where it is the first parameter. Where a method
    gives it a name like to any variable, a word that nobody can write."""
    parent: str = ""
    """The word for the class above, used like a variable; empty where it is a call, `super()`."""
    constructors: tuple[str, ...] = ()
    """Names of the methods that run when an object is made, the first one found runs."""
    class_methods: frozenset[str] = frozenset()
    """Methods that get their class, whatever they are marked as."""
    accessories: tuple[str, ...] = ()
    """How decorators end of functions that are parts of the one whose name they begin with."""
    usual_receivers: tuple[str, ...] = ()
    """What methods mostly call their own object, where that is their first parameter."""
    reads_functions: bool = False
    """Whether naming a function that has no list of parameters calls it."""
    call_method: str = "()"
    """The member that runs when an object is called; empty where calling a constant that is an
    object makes one like it."""
    contextual: bool = False
    """Whether a function's place gives its parameters their types."""
    exports: bool = False
    """Whether a module offers only what it exports, and not every name it binds."""
    packages: tuple[str, ...] = ()
    """Names of the files that make their folder a module."""
    types_in_body: bool = False
    """Whether a function's written types see the names its body binds: its type parameters."""
    writes_awaitables: bool = False
    """Whether an async function's written result is the awaitable, and not what it gives."""
    shared_member: str = ""
    """The member that holds what all objects share that a function makes with `new`; empty where
    objects need a class."""
    keyed_members: bool = False
    """Whether what a display has under its keys is read like members of an object."""
    includes_names: bool = False
    """Whether a file sees the module-level names of all files that it includes, at any depth."""
    alternatives: bool = False
    """Whether several definitions of one name are alternatives, of which a program has one."""
    enclosing_names: bool = False
    """Whether what a plain name is depends on the classes and namespaces around its place."""
    class_suffix: str = ""
    """How the names end of what a class has itself, where its objects may have the same names."""
    foreign_names: bool = False
    """Whether a name that no file of the language declares is known to come from outside."""
    module_types: bool = False
    """Whether a file is a type, of which there are objects."""
    members_below: bool = True
    """Whether a method may count on members that only subclasses have."""
    generic_functions: bool = False
    """Whether the item of a function is that function, given types."""
    calls_types: bool = True
    """Whether calling a type makes an object; else it converts a value, which is a mere read."""
    members_in_scope: bool = False
    """Whether a class' members, inherited ones too, are seen inside it by their plain names."""
    extension_functions: bool = False
    """Whether a function in scope may be called like a member of what it extends."""
    receivers_in_scope: bool = False
    """Whether functions may have an object of their own, whose members are seen inside them by
    their plain names."""
    overloads: bool = False
    """Whether functions of one name stand side by side, and what is passed chooses one."""
    passes_values: bool = True
    """Whether what calls pass along decides what is called; else each file can be linked alone."""
    finds_made: bool = False
    """Whether the language says what is made where something is."""
    adds_members: bool = False
    """Whether types have members from elsewhere than their own definitions."""
    adds_bases: bool = False
    """Whether types have bases from elsewhere than their own definitions."""
    names_outside_types: bool = False
    """Whether types from outside are told apart by their names."""
    chooses_overloads: bool = False
    """Whether what a call site passes chooses among functions of one name."""
    extends_calls: bool = False
    """Whether a call may mean a function that is called like a member, and is none."""
    star_names: tuple[str, ...] = ("*",)
    """What imports of all names are bound under; after the star, how names end that they bring."""
    known: KnownLibrary = KnownLibrary()
    """What is known about the types, functions and methods of the language's own library."""
    own_type: str = "Self"
    """The word for the type of the object that a method belongs to."""
    item_method: str = ""
    """The method that gives an item of an object."""
    iterate_methods: tuple[str, str] = ("", "")
    """The methods that give an iterator over an object, and what that gives next."""
    later_iterate_methods: tuple[str, str] = ("", "")
    """The same for what is awaited each time."""
    await_method: str = ""
    """The method that gives an iterator which ends with what awaiting an object gives."""
    enter_methods: tuple[str, str] = ("", "")
    """The methods that run when a block is entered with an object: at once, or awaited."""
    descriptor_method: str = ""
    """The method of what a class has that decides what reading it gives."""
    declares_apart: bool = False
    """Whether what a class declares may be defined in another file."""
    shares_variables: bool = False
    """Whether a name that no scope of a file binds may be a variable of another file."""
    variable_kinds: str = "=:"
    """The kinds of the bindings that are variables."""
    fits_targets: bool = False
    """Whether of what names and types show only that is called which takes what is passed."""
    reads_interfaces: bool = False
    """Whether others ask for all methods of an interface at once, and not only by their names."""
