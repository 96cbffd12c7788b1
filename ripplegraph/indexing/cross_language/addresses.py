"""Finds the addresses that constants and functions of a project stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ripplegraph.frameworks.mechanisms.origins import FindDeclaring
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import slot_id
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import Text

KEY: Final = "<address>"
"""The key under which files declare what in them stands for an address."""
_MADE = re.compile(r"\{([A-Za-z_$][\w$.]*)\}")
_HEAD = re.compile(r"\$\{([\w$.]+)\}")
_GAP = re.compile(r"\$\{[^{}]*\}")
_DEEPEST: Final = 3


def find_addresses(view: FileView) -> Iterator[tuple[str, str]]:
    """Yield what in a file stands for an address, by its id, and the address."""
    for offer in view.facts.offers:
        if offer.kind != "address":
            continue
        owner = view.source_at(offer.position)
        for index, item in enumerate(view.definitions):
            if item.kind == "variable" and item.line == offer.line and owner == view.path:
                owner = view.ids[index]
        yield owner, offer.text


def declare_addresses(view: FileView) -> set[tuple[str, str]]:
    """Return what a file declares of the addresses in it."""
    found = [*find_addresses(view)]
    return {(KEY, own) for own, _ in found} | {(KEY, f"{own}={text}") for own, text in found}


class Addresses:
    """Follows the names that requests are made with to the addresses they stand for."""

    def __init__(self, analysis: Analysis, find_declaring: FindDeclaring) -> None:
        self._analysis = analysis
        self._find_declaring = find_declaring

    def complete(self, request: str, view: FileView) -> str:
        """Return a request with the address that its first name stands for; "" for none."""
        method, _, text = request.partition(" ")
        made = _MADE.match(text)
        if made is None:
            return request
        found = self._find(made[1], view, 0)
        return f"{method} {found}{text[made.end() :]}" if found else ""

    def _find(self, chain: str, view: FileView, depth: int) -> str:
        if depth > _DEEPEST:
            return ""
        at = 0, view.scopes[0].end
        for slot in self._analysis.chain_slots(chain, view, *at):
            target = slot_id(self._analysis, slot)
            if target is not None and (found := self._read(target, depth)):
                return found
        values = self._analysis.chain_values(chain, view, *at)
        texts = {v.text for v in self._analysis.expand(values) if type(v) is Text}
        return str(texts.pop()) if len(texts) == 1 else ""

    def _read(self, target: str, depth: int) -> str:
        """Return the address that a constant or function of any file stands for."""
        found: set[str] = set()
        for path in self._find_declaring(KEY, target):
            view = self._analysis.view(path)
            for own, text in find_addresses(view):
                if own == target:
                    self._find_declaring(KEY, f"{own}={text}")
                    head = _HEAD.match(text)
                    front = self._find(head[1], view, depth + 1) if head else ""
                    found.add(
                        _GAP.sub("{}", front + text[head.end() :] if front and head else text)
                    )
        return found.pop() if len(found) == 1 else ""
