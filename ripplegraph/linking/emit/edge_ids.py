"""The readable ids that edges have at their ends."""

from __future__ import annotations

from ripplegraph.graph.expressions import DefinitionAt, Expr
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.values.slots import (
    BindingSlot,
    DefinitionSlot,
    ItemSlot,
    ModuleSlot,
    OutsideSlot,
    SetSlot,
    Slot,
)


def symbol_id(analysis: Analysis, path: str, index: int) -> str:
    """Return the readable id of a definition; what has no name is its owner's."""
    return analysis.view(path).ids[index]


def outside_id(name: str) -> str:
    """Return the id of the package outside the project that a dotted name belongs to."""
    if name.startswith("<"):
        return f"ext:{name[1:].partition('>')[0]}"
    if name.startswith("@"):
        scope, _, rest = name.partition("/")
        return f"ext:{scope}/{rest.partition('/')[0].partition('.')[0]}"
    return f"ext:{name.partition('.')[0].partition('/')[0]}"


def slot_id(analysis: Analysis, slot: Slot) -> str | None:
    """Return the readable id of what a slot leads to, if it has one."""
    if type(slot) is BindingSlot:
        view = analysis.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        return view.ids[binding.index] if binding.index >= 0 and binding.kind != "p" else None
    if type(slot) is DefinitionSlot:
        return symbol_id(analysis, slot.path, slot.definition)
    if type(slot) is ItemSlot:
        return _item_id(analysis, slot)
    if type(slot) is SetSlot:
        view = analysis.view(slot.path)
        item = view.facts.attributes[slot.index]
        if item.index >= 0:
            return view.ids[item.index]
        named = _function_id(analysis, slot.path, item.value)
        if named is not None:
            return named
        # An attribute that is no symbol is part of its class.
        owner = view.owner_of_set(slot.index)
        return view.ids[owner] if owner >= 0 else None
    if type(slot) is ModuleSlot:
        return str(slot.path)
    return outside_id(slot.name) if type(slot) is OutsideSlot else None


def _item_id(analysis: Analysis, slot: ItemSlot) -> str | None:
    """Return the id of what an object holds: a function in it, or what a name in it leads to."""
    view = analysis.view(slot.path)
    display = view.facts.displays[slot.display]
    item = display.items[slot.index]
    if type(item) is not str or "." in item:
        return _function_id(analysis, slot.path, item)
    for named in analysis.chain_slots(item, view, display.scope, display.position):
        if type(named) is BindingSlot or type(named) is DefinitionSlot:
            return slot_id(analysis, named)
    return None


def _function_id(analysis: Analysis, path: str, expression: Expr) -> str | None:
    """Return the id of a function or class that an expression writes down, if it has a name."""
    if type(expression) is not DefinitionAt:
        return None
    view = analysis.view(path)
    return view.ids[expression.index] if view.definitions[expression.index].qualified else None
