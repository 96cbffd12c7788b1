"""The protocol of a language's semantics, and a file with the semantics of its language.

The linker asks these questions and knows no language. There is a class for each subject: names,
modules, files that share names, types, generic types, calls, values, edges. Here stand the answers
of most languages; those for which the linker has to be asked are in `ordinary.py`. A family or a
language overrides what it answers in another way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeAlias

from ripplegraph.graph.expressions import ProjectGeneric
from ripplegraph.graph.facts import Binding, Declaration, Import
from ripplegraph.linking.files.file_tables import FileTables
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.files.rules import LanguageNames, LanguageRules
from ripplegraph.linking.files.type_parameters import Substitution
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.slots import Slot
from ripplegraph.linking.values.targets import Targets
from ripplegraph.linking.values.value import (
    EMPTY,
    Called,
    Class,
    ContainerMethod,
    External,
    Function,
    Instance,
    Module,
    Result,
    Typed,
    Value,
    Values,
)

Operation: TypeAlias = str
"""What code does with an object in other words than by calling a method: one of the operations
below, or the name of the method that an operator stands for."""
ITEM: Final = "[item]"
ITERATE: Final = "[iterate]"
ITERATE_LATER: Final = "[iterate later]"
AWAIT: Final = "[await]"
ENTER: Final = "[enter]"


class LinkedLanguage(LanguageNames, Protocol):
    """A language as far as linking has to know it."""

    @property
    def semantics(self) -> Callable[..., Semantics]:
        """Return what makes its semantics, from the language and the analysis to ask."""


class NameSemantics(LanguageRules, ABC):
    """Names that no scope of a file binds."""

    @abstractmethod
    def find_unbound(self, view: FileView, use: NameUse, scope: int, name: str) -> Sequence[Slot]:
        """Return where a name leads that no scope around its place binds."""

    def unbound_values(
        self, view: FileView, scope: int, name: str, slots: Sequence[Slot], *, as_type: bool
    ) -> Values:
        """Return what such a name is, by where it leads."""
        raise NotImplementedError

    def find_meant(self, slots: Sequence[Slot], *, as_type: bool) -> Sequence[Slot]:
        """Of a type and a value with one name, return the one that is meant."""
        return slots

    def find_prefix(self, view: FileView, scope: int, name: str) -> Values | None:
        """Return what the first name of a type means; None where it is like any other name."""
        return None

    def find_in_namespace(
        self, namespace: str, name: str, view: FileView | None = None
    ) -> Sequence[Slot]:
        """Return where a name of a namespace leads, for the file that writes it, if it is one."""
        return ()


class ModuleSemantics(ABC):
    """Modules, and what they offer."""

    @abstractmethod
    def find_imported(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        """Return where an import of a member of a module leads, of the module itself for ""."""

    @abstractmethod
    def find_module_member(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that a module offers to others."""

    def find_first_member(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where the same name leads while the answer leads back to itself."""
        return ()

    def export_values(self, view: FileView, name: str) -> Values:
        """Return what an export of a module may be that is an expression."""
        return EMPTY

    def offers(self, view: FileView, name: str) -> bool:
        """Whether an import of everything that a module has brings a name."""
        return not name.startswith("_")

    def passes_on(self, view: FileView, item: Import) -> bool:
        """Whether a file offers what it imports as its own."""
        return False


class SharedNameSemantics(ABC):
    """Names that files see of each other without importing them one by one."""

    @abstractmethod
    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        """Return what other files see of a file without naming it: each name under each key."""

    def other_names(self, view: FileView) -> Sequence[tuple[str, int]]:
        """Return the names by which definitions of a file are found that no scope binds."""
        return ()

    def find_included(self, view: FileView) -> Sequence[str] | None:
        """Return the files whose names are a file's own; None where there is no such thing."""
        return None

    def sees_tests(self, view: FileView, namespace: str) -> bool:
        """Whether a file tests a package from outside, and sees what tests inside add to it."""
        return False

    def keep_built(self, view: FileView | None, paths: Sequence[str], name: str) -> Sequence[str]:
        """Return, of files that declare one name, those that one build can have with a file, or
        that any build has."""
        return paths

    def importer_of(self, view: FileView) -> str:
        """Return the file near which packages are looked for first, "" where each is one whole."""
        return ""

    def are_alternatives(self, paths: Collection[str]) -> bool:
        """Whether a program has only one of the definitions that files have of one name."""
        return False


class TypeSemantics:
    """Types, what is above them, and their members."""

    def find_parts(self, view: FileView, index: int) -> Sequence[tuple[str, int]]:
        """Return the other parts of a type that is declared in several, by path and place."""
        return ()

    def added_bases(self, view: FileView, index: int) -> Sequence[Values]:
        """Return the bases that a type has from elsewhere than its own definition."""
        return ()

    def added_members(self, view: FileView, index: int, name: str) -> Sequence[Slot]:
        """Return the members that a type has from elsewhere than its own definition."""
        return ()

    def names_of_own(self, name: str) -> Sequence[str]:
        """Return the names under which a class may have a member itself, its objects apart."""
        return (name,)

    def member_values(self, value: Typed, name: str, slots: Sequence[Slot]) -> Values:
        """Return a member of a class or object that is more than its slots hold; else nothing."""
        return EMPTY

    def find_definitions(self, view: FileView, index: int) -> Sequence[Slot]:
        """Return the definitions of something that is only declared."""
        return ()


class GenericSemantics(ABC):
    """Written types, and what type parameters stand for in them."""

    @abstractmethod
    def type_parameters(self, view: FileView, definition: Declaration) -> Sequence[str]:
        """Return the names of the types that a function or class is given."""

    @abstractmethod
    def owner_of(
        self, view: FileView, scope: int, method: Declaration | None = None
    ) -> tuple[tuple[str, int], Sequence[str]] | None:
        """Return the class that has what a scope binds as its members, by path and place, with
        the names of its type parameters in the types of one of them."""

    @abstractmethod
    def written_instances(
        self,
        form: ProjectGeneric | int,
        view: FileView,
        scope: int,
        position: int,
        given: Substitution,
    ) -> Values:
        """Return what a variable of a type may be that a generic type or a call stands for."""

    def outside_instances(
        self, value: External | Module | Result, written: str = "", inner: Sequence[Values] = ()
    ) -> Values:
        """Return what a variable of a type may be that is no class of the project, by what it is
        given."""
        return frozenset({value}) if type(value) is Result else EMPTY

    def with_parameters(self, values: Values, count: int) -> Values:
        """Of types of one name, return those that are given so many others."""
        return values

    def generic_summary(self, function: Function, receiver: Instance) -> Values:
        """Return what a method gives to an object whose type is given others."""
        return EMPTY


class CallSemantics(ABC):
    """Candidates of calls, and how they take what is passed."""

    def find_made(self, view: FileView, index: int) -> Values:
        """Return what a call site that makes an object makes one of."""
        raise NotImplementedError

    def find_called(
        self, view: FileView, index: int, called: Values, *, is_flowing: bool
    ) -> tuple[Values, bool] | None:
        """Return what a call site calls, functions included that are called like members, and
        whether that is sure; None where it is what names alone show.

        Flowing calls are those that what other call sites pass decides.
        """
        return None

    def choose(self, view: FileView, index: int, values: Values) -> Values:
        """Return the values that a call site may call, without functions that fit less well."""
        return values

    def find_signatures(
        self, function: Function, receiver: Typed | None, caller: tuple[FileView, int]
    ) -> Sequence[Function]:
        """Return the signatures of a function that a call site means; none where it has one."""
        return ()

    def is_open(self, values: Values) -> bool:
        """Whether it cannot be told which of several functions is meant."""
        return False

    def fit_targets(self, view: FileView, index: int, targets: Targets, limit: int) -> Targets:
        """Of what a call site may call, return what takes what it passes.

        More than `limit` possible ones are none.
        """
        return targets

    @abstractmethod
    def find_taking(self, view: FileView, index: int) -> Values:
        """Return what a call site calls, as far as types of functions that it passes go."""

    def place_of(self, at: int, passed: int, taken: int, *, is_function: bool) -> int:
        """Return the parameter that takes argument `at`, of how many are passed and taken."""
        return min(at, taken - 1)

    def find_run(self, value: Class | Function) -> Sequence[Value]:
        """Return what runs, too, when something is called: of a class the constructors."""
        return ()

    def find_injected(self, view: FileView, index: int, name: str) -> tuple[str, int] | None:
        """Return the function that gives a parameter its value, whoever calls, by its name."""
        return None


class ValueSemantics(ABC):
    """Values that something gives when it is named, called, iterated, awaited."""

    @abstractmethod
    def bound_values(self, view: FileView, binding: Binding) -> Values:
        """Return what a name is that a definition with decorators binds."""

    def read_function(self, value: Function) -> Values:
        """Return what naming a function gives."""
        return frozenset({value})

    @abstractmethod
    def async_result(self, values: Values, *, is_written: bool) -> Values:
        """Return what calling an asynchronous function gives, by what it returns, or is written
        to return."""

    def operate(self, operation: Operation, value: Instance | Function) -> Values | None:
        """Return what an operation on an object gives; None where the object does not say."""
        return None

    def apply_model(
        self, model: str, args: Sequence[Values], caller: tuple[FileView, int]
    ) -> Values:
        """Return what a function from outside gives by a model that only some libraries have."""
        return EMPTY

    def given_by(self, function: Called, at: int, parameter: int) -> Values:
        """Return what a function gives to a parameter of the function that is its argument `at`."""
        return EMPTY

    def call_container(self, value: ContainerMethod, caller: tuple[FileView, int]) -> Values | None:
        """Return what a method of a container gives; None where that is the ordinary answer."""
        return None

    def callback_types(self, values: Values, at: int) -> Values | None:
        """Return the type of the function that argument `at` of a call is, by what is called."""
        return None


class EdgeSemantics:
    """Edges, and their kinds."""

    def call_kind(self, definition: Declaration) -> str:
        """Return the kind of the edge of a call: where nothing runs, it is a mere read."""
        return "calls"

    def follow_import(
        self, view: FileView, spec: str, names: Sequence[str], files: Sequence[str]
    ) -> Sequence[tuple[set[str], Sequence[Slot]]] | None:
        """Return the files that an import leads to and the slots of what it takes, name by name.

        None where it leads to the files that its module is.
        """
        return None

    def add_edges(self, view: FileView, links: FileLinks) -> None:
        """Add the edges of a file that only its language knows of."""


class Answered(NamedTuple):
    """The questions that are asked very often, each with whether a language answers it itself."""

    added_bases: bool = False
    added_members: bool = False
    call_kind: bool = False
    choose: bool = False
    find_signatures: bool = False
    find_called: bool = False
    find_definitions: bool = False
    find_made: bool = False
    find_run: bool = False
    fit_targets: bool = False
    read_function: bool = False
    unbound_values: bool = False


class Semantics(
    NameSemantics,
    ModuleSemantics,
    SharedNameSemantics,
    TypeSemantics,
    GenericSemantics,
    CallSemantics,
    ValueSemantics,
    EdgeSemantics,
):
    """What the linker asks a language: one object for each language of an analysis."""

    answers: ClassVar[Answered]
    """The questions that it answers in another way than most languages."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        names = Answered._fields
        cls.answers = Answered(*(getattr(cls, n) is not getattr(Semantics, n) for n in names))


class FileView(FileTables):
    """One file as the linker looks at it, with the semantics of its language."""

    __slots__ = ()
    semantics: Semantics
