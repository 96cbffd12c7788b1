"""Slots: where a name or an attribute finally leads, imports followed."""

from __future__ import annotations

from typing import TypeAlias, final

import msgspec


class _Slot(msgspec.Struct, frozen=True, gc=False):
    """A small value that is looked up in sets."""


@final
class BindingSlot(_Slot, frozen=True):
    """A binding of a scope."""

    path: str
    scope: int
    index: int


@final
class SetSlot(_Slot, frozen=True):
    """An attribute set in a method: `self.x = ...`."""

    path: str
    index: int


@final
class ModuleSlot(_Slot, frozen=True):
    """A file's module."""

    path: str


@final
class OutsideSlot(_Slot, frozen=True):
    """Something outside the project, by dotted name."""

    name: str


@final
class ExportSlot(_Slot, frozen=True):
    """An exported expression without a name: `export default f()`."""

    path: str
    name: str


@final
class DefinitionSlot(_Slot, frozen=True):
    """A definition reached without a binding."""

    path: str
    definition: int


@final
class ItemSlot(_Slot, frozen=True):
    """An item of a display: a property of an object literal."""

    path: str
    display: int
    index: int


@final
class NamespaceSlot(_Slot, frozen=True):
    """A package whose files share their names."""

    name: str
    inside: str | bool
    """Whether it is seen by its own tests; where code writes it in front of a name, its path."""


Slot: TypeAlias = (
    BindingSlot
    | SetSlot
    | ModuleSlot
    | OutsideSlot
    | ExportSlot
    | DefinitionSlot
    | ItemSlot
    | NamespaceSlot
)
