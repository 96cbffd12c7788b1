"""Knowledge of a language's own types, functions and methods, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class KnownLibrary:
    """What is known about a language's own library, as data.

    Names stand for what comes from outside the project: where code of the project has one of them,
    that is meant.
    """

    types: Mapping[str, str] = field(default_factory=dict)
    """What types hold, by their names: "iter", "map", "tuple", "await", "context", "call" for a
    function, "type" for a class; "union" and "first" for what is one of the types that are given,
    or the first of them; "function" and "quoted" for what lambdas are passed as; "silent" for what
    says nothing."""
    functions: Mapping[str, str] = field(default_factory=dict)
    """What functions do, by their full names or the last part of these: the models of
    `inference/outside_calls.py`, or of the language."""
    methods: Mapping[str, str] = field(default_factory=dict)
    """What methods of objects from outside do, in the same way."""
    container_methods: Mapping[str, str] = field(default_factory=dict)
    """What methods of containers give: an "element", "values", "keys", a "key", "items", the
    "same", what is "mapped", or "then" for what is awaited later."""
    callbacks: frozenset[str] = frozenset()
    """Methods of containers that call their first argument with each element."""
    later_callbacks: frozenset[str] = frozenset()
    """Methods of what can be awaited that call their first argument with the result."""
    lists: frozenset[str] = frozenset({"builtins"})
    """Packages of what code adds elements to."""
    package: str = ""
    """The package whose `library.txt` has the types of the library."""
    same_type: frozenset[str] = frozenset()
    """Functions that give something of the type that they are given."""
    enumerations: frozenset[str] = frozenset()
    """Classes, by the last part of their names, of which a class below has its variables as
    objects."""
    empty_bases: frozenset[str] = frozenset()
    """Classes that have no members of which anything is said."""
    asked_bases: frozenset[str] = frozenset()
    """Classes, by the last part of their names, of whose members the language knows more."""
    object_members: frozenset[str] = frozenset()
    """Members that every object has, whatever its class says."""

    def find_type(self, name: str) -> str:
        """Return what a type holds, by its resolved name."""
        return self.types.get(name.rpartition(".")[2], "")

    def find_function(self, name: str) -> str:
        """Return what a function does, by its full name."""
        return self.functions.get(name) or _find(self.functions, name.rpartition(".")[2])

    def find_method(self, name: str) -> str:
        """Return what a method of an object from outside does."""
        return _find(self.methods, name)

    def find_container_method(self, name: str) -> str:
        """Return what a method of a container gives."""
        return _find(self.container_methods, name)

    def is_callback(self, name: str) -> bool:
        """Whether a method of a container calls its first argument with each element."""
        return name.partition("(")[0] in self.callbacks


def _find(known: Mapping[str, str], name: str) -> str:
    # A name may say how much it takes, and mean another thing where more is passed.
    return known.get(name) or known.get(name.partition("(")[0], "")


def by_model(models: Mapping[str, str]) -> dict[str, str]:
    """Return what each name stands for, from the names that stand for one thing."""
    return {name: model for model, names in models.items() for name in names.split()}
