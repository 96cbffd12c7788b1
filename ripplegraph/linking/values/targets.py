"""Targets: the definitions that calls and reads of a file lead to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Read(NamedTuple):
    """Something of the project that is read."""

    target: str
    is_set: bool
    """Whether it is an attribute that methods set, which belongs to its class."""


class Step(NamedTuple):
    """One attribute of a chain: what reading it leads to."""

    reads: tuple[Read, ...]
    direct: bool
    """Whether names alone lead there: attributes of modules and classes."""
    outside: bool = False
    """Whether it is an attribute of something that is known to be from outside."""


@dataclass(frozen=True, slots=True)
class CallTarget:
    """One thing a call site may call."""

    id: str
    resolution: str
    definition: tuple[str, int] | None = None
    """The function or class of the project; None for what lies outside."""
    function: tuple[str, int] | None = None
    """The function whose parameters the arguments go to: a class' constructor."""
    offset: int = 0
    """How many parameters come before the first argument: the receiver's."""
    candidates: int = 1
    unnamed: bool = False
    """Whether it is a function without a name, which belongs to what encloses it."""
    vague: bool = False
    """Whether it belongs to a value from outside whose type is not known."""

    @property
    def path(self) -> str:
        """Where it is defined; empty for what lies outside."""
        return "" if self.definition is None else self.definition[0]


Targets = tuple[CallTarget, ...]
