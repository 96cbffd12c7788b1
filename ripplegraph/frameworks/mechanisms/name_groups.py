"""What stands before names: the blueprint of an endpoint, the application of a model."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import basename, dirname
from typing import Final

from ripplegraph.frameworks.mechanisms.registrations import Registration
from ripplegraph.frameworks.mechanisms.texts import read_receiver
from ripplegraph.graph.expressions import TextLiteral
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, Slot

GROUP: Final = "group"
FOLDER: Final = "folder"
_MODELS: Final = "models"


class NameGroups:
    """Compares what stands before a name with where that is bound."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def fits(self, item: Registration, name: str, path: str) -> bool:
        """Whether what is bound may be meant by a name with something before it, in a file."""
        front = name.replace(":", ".").rpartition(".")[0]
        if name.startswith("."):
            return path == item.found.view.path
        last = front.rpartition(".")[2]
        if item.rule.within == FOLDER:
            folder = find_folder(item.found.view.path)
            return last == basename(folder) if last else path.startswith(f"{folder}/")
        if item.rule.within == GROUP:
            groups = self._find_makers(item)
            return last in groups if last else not groups
        groups = self._read_variable(item.found.view, item.rule.within)
        return last in groups if groups else True

    def _find_makers(self, item: Registration) -> set[str]:
        """Return the texts that made what something is bound with: the name of a blueprint."""
        receiver = read_receiver(item.found.value)
        if not isinstance(receiver, str):
            return set()
        found = item.found
        slots = self._analysis.chain_slots(receiver, found.view, found.scope, found.position)
        return {text for slot in slots for text in self._read_maker(slot)}

    def _read_maker(self, slot: Slot) -> Iterator[str]:
        """Yield the first text that was passed to make what a name is bound to."""
        if type(slot) is not BindingSlot:
            return
        view = self._analysis.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        self._analysis.ask(view, binding.name)
        value = binding.value
        if value is None and binding.kind == "d":
            value = view.definitions[binding.index].value
        if isinstance(value, int):
            args = view.calls[value].args
            if args and type(args[0]) is TextLiteral:
                yield args[0].text

    def _read_variable(self, view: FileView, name: str) -> set[str]:
        self._analysis.ask(view, name)
        found: set[str] = set()
        for binding in view.scopes[0].bindings if view.scopes else ():
            if binding.name == name:
                value = binding.value
                if value is None and binding.kind == "d":
                    value = view.definitions[binding.index].value
                found |= {value.text} if type(value) is TextLiteral else set()
        return found


def find_folder(path: str) -> str:
    """Return the folder of an application, by the path of a file with its models."""
    folder = dirname(path)
    return dirname(folder) if basename(folder) == _MODELS else folder
