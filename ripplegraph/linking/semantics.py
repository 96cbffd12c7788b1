"""The protocol of a language's semantics, and a file with the semantics of its language.

The linker asks these questions and knows no language. Here stand the answers of most languages;
those for which the linker has to be asked are in `ordinary.py`. A family or a language overrides
what it answers in another way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol

from ripplegraph.graph.expressions import ProjectGeneric
from ripplegraph.graph.facts import Declaration, Param
from ripplegraph.linking.files.file_tables import FileTables
from ripplegraph.linking.files.name_use import Use
from ripplegraph.linking.files.rules import LanguageNames, LanguageRules
from ripplegraph.linking.files.type_parameters import Given
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.slots import Slot
from ripplegraph.linking.values.targets import Targets
from ripplegraph.linking.values.value import (
    EMPTY,
    Class,
    ContainerMethod,
    Function,
    Instance,
    Result,
    Values,
)


class LinkedLanguage(LanguageNames, Protocol):
    """A language as far as linking has to know it."""

    @property
    def semantics(self) -> Callable[..., Semantics]:
        """Return what makes its semantics, from the language and the analysis to ask."""


class Semantics(LanguageRules, ABC):
    """What the linker asks a language: one object for each language of an analysis."""

    # Names ------------------------------------------------------------------------------------

    @abstractmethod
    def find_unbound(self, view: FileView, use: Use, scope: int, name: str) -> Sequence[Slot]:
        """Return where a name leads that no scope around its place binds."""

    @abstractmethod
    def unbound_values(
        self, view: FileView, scope: int, name: str, slots: Sequence[Slot], *, as_type: bool
    ) -> Values:
        """Return what such a name is, by where it leads; asked where `enclosing_names`."""

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

    def find_definitions(self, view: FileView, index: int) -> Sequence[Slot]:
        """Return what defines something that is only declared; asked where `declares_apart`."""
        return ()

    def find_included(self, view: FileView) -> Sequence[str] | None:
        """Return the files whose names are a file's own; None where there is no such thing."""
        return None

    @abstractmethod
    def find_imported(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        """Return where an import of a member of a module leads."""

    @abstractmethod
    def find_module_member(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that a module offers to others."""

    def find_folder(self, folder: str) -> Sequence[Slot]:
        """Return what a folder is as a module that has no file of its own."""
        return ()

    def offers(self, view: FileView, name: str) -> bool:
        """Whether an import of everything that a module has brings a name."""
        return not name.startswith("_")

    def find_first_member(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where the same name leads while the answer leads back to itself."""
        return ()

    def export_values(self, view: FileView, name: str) -> Values:
        """Return what an export of a module may be that is an expression."""
        return EMPTY

    def sees_tests(self, view: FileView, namespace: str) -> bool:
        """Whether a file tests a package from outside, and sees what tests inside add to it."""
        return False

    def keep_built(self, view: FileView | None, paths: Sequence[str], name: str) -> Sequence[str]:
        """Return, of files that declare one name, those that one build can have with a file, or
        that any build has."""
        return paths

    def other_names(self, view: FileView) -> Sequence[tuple[str, int]]:
        """Return the names by which definitions of a file are found that no scope binds."""
        return ()

    def importer_of(self, view: FileView) -> str:
        """Return the file near which packages are looked for first, "" where each is one whole."""
        return ""

    @abstractmethod
    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        """Return what other files see of a file without naming it: each name under each key."""

    # Types and their members ------------------------------------------------------------------

    def part_name(self, view: FileView, index: int) -> str:
        """Return the full name of a type that may be declared in parts, "" for any other."""
        return ""

    def find_parts(self, view: FileView, index: int) -> Sequence[tuple[str, int]]:
        """Return the other parts of a type that is declared in several, by path and place."""
        return ()

    def added_bases(self, view: FileView, index: int) -> Sequence[Values]:
        """Return the bases that a type has from elsewhere than its own definition."""
        return ()

    def added_members(self, view: FileView, index: int, name: str) -> Sequence[Slot]:
        """Return the members that a type has from elsewhere; asked where `adds_members`."""
        return ()

    def member_values(self, value: Instance, name: str, slots: Sequence[Slot]) -> Values:
        """Return a member of an object that is more than its slots hold; else nothing."""
        return EMPTY

    def with_parameters(self, values: Values, count: int) -> Values:
        """Of types of one name, return those that are given so many others."""
        return values

    def type_parameters(self, view: FileView, definition: Declaration) -> Sequence[str]:
        """Return the names of the types that a function or class is given."""
        return view.type_parameters(definition)

    def header_params(self, view: FileView, definition: Declaration) -> Sequence[Param]:
        """Return the parameters that stand behind the name of a class, of its constructor."""
        return ()

    def made_type(
        self, view: FileView, call: int, scope: int, position: int, given: Given
    ) -> Values:
        """Return what a variable of a type may be that a call makes."""
        return EMPTY

    def owner_of(self, view: FileView, scope: int) -> tuple[str, int] | None:
        """Return the class that has what a scope binds as its members, by path and place."""
        around = view.scopes[scope]
        if around.kind == "block" and around.parent >= 0:
            around = view.scopes[around.parent]
        is_class = around.kind == "class" and around.definition >= 0
        return (view.path, around.definition) if is_class else None

    @abstractmethod
    def parameters_in(
        self, view: FileView, method: Declaration | None, owner: tuple[str, int]
    ) -> Sequence[str]:
        """Return the names of a class' type parameters in the types of one of its members."""

    @abstractmethod
    def generic_instances(
        self, form: ProjectGeneric, view: FileView, scope: int, position: int, given: Given
    ) -> Values:
        """Return what a variable of a generic type of the project may be."""

    def outside_instances(self, written: str, value: Result, inner: Sequence[Values]) -> Values:
        """Return what a variable of a generic type from outside may be, by what that is given."""
        return frozenset({value})

    def generic_summary(self, function: Function, receiver: Instance) -> Values:
        """Return what a method gives to an object whose type is given others."""
        return EMPTY

    # Calls ------------------------------------------------------------------------------------

    @abstractmethod
    def find_made(self, view: FileView, index: int) -> Values:
        """Return what a call site makes an object of; asked where `finds_made`."""

    @abstractmethod
    def find_taking(self, view: FileView, index: int) -> Values:
        """Return what a call site calls, as far as types of functions that it passes go."""

    def find_called(
        self, view: FileView, index: int, called: Values, *, is_flowing: bool
    ) -> Values:
        """Return what a call site calls, functions included that are called like members.

        The same object where that is what names alone show. Flowing calls are those that what
        other call sites pass decides.
        """
        return called

    def choose(self, view: FileView, index: int, values: Values) -> Values:
        """Return the values that a call site may call, without functions that fit less well."""
        return values

    def is_open(self, values: Values) -> bool:
        """Whether it cannot be told which of several functions is meant."""
        return False

    def place_of(self, at: int, passed: int, taken: int, *, is_function: bool) -> int:
        """Return the parameter that takes argument `at`, of how many are passed and taken."""
        return min(at, taken - 1)

    def read_function(self, value: Function) -> Values:
        """Return what naming a function gives, where `reads_functions`."""
        return frozenset({value})

    def find_constructors(self, value: Class) -> Sequence[Function]:
        """Return the constructors of which a call site shows which one runs."""
        return ()

    def fit_targets(self, view: FileView, index: int, targets: Targets, limit: int) -> Targets:
        """Of what a call site may call, return what takes what it passes.

        More than `limit` possible ones are none. Asked where `fits_targets`.
        """
        return targets

    def find_injected(self, view: FileView, index: int, name: str) -> tuple[str, int] | None:
        """Return the function that gives a parameter what it is, whoever calls, by its name."""
        return None

    # Containers and operators -----------------------------------------------------------------

    def call_container(self, value: ContainerMethod, caller: tuple[FileView, int]) -> Values | None:
        """Return what a method of a container gives; None where that is the ordinary answer."""
        return None

    def callback_types(self, values: Values, at: int) -> Values | None:
        """Return the type of the function that argument `at` of a call is, by what is called."""
        return None

    def iterate(self, value: Instance) -> Values | None:
        """Return what iterating over an object gives; None where that is the ordinary answer."""
        return None

    def operator_result(self, value: Instance, method: str, found: Values) -> Values:
        """Return what an operator gives, by what the method that it stands for gives."""
        return found

    # Edges ------------------------------------------------------------------------------------

    def call_kind(self, definition: Declaration) -> str:
        """Return the kind of the edge of a call, where not all calls are alike."""
        return "calls" if definition.kind == "function" else "references"

    def follow_import(
        self, view: FileView, spec: str, names: Sequence[str], files: Sequence[str]
    ) -> Sequence[tuple[set[str], Sequence[Slot]]] | None:
        """Return the files that an import leads to and the slots of what it takes, name by name.

        None where it leads to the files that its module is.
        """
        return None

    def find_implementing(self, view: FileView) -> Sequence[tuple[int, Values]]:
        """Return the scopes of a file that implement something for a type, with what that is."""
        return ()

    def add_edges(self, view: FileView, links: FileLinks) -> None:
        """Add the edges of a file that only its language knows of."""


class FileView(FileTables):
    """One file as the linker looks at it, with the semantics of its language."""

    __slots__ = ()
    semantics: Semantics
