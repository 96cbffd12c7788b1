"""The lists and sets of one file that grow: what is appended to them, and where."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import LITERALS
from ripplegraph.graph.stored_facts import CallReader, CallSite, LinkFacts
from ripplegraph.linking.files.attribute_sets import FileAttributes
from ripplegraph.linking.files.rules import LanguageRules

_ADDERS = (".append", ".add", ".appendleft", ".insert", ".push", ".unshift")


class FileAppends(FileAttributes):
    """A file with its calls, and those among them that add to something."""

    __slots__ = ("_appends", "calls", "sites")

    def __init__(self, path: str, facts: LinkFacts, semantics: LanguageRules) -> None:
        super().__init__(path, facts, semantics)
        self.sites: Sequence[CallSite] = facts.calls
        """Its call sites, without what they pass."""
        self.calls = CallReader(facts)
        """Its call sites, with what they pass."""
        self._appends: dict[str, list[int]] | None = None

    def _find_appends(self) -> dict[str, list[int]]:
        """Return the calls that add to something, `base.append(...)`, by the chain of `base`."""
        appends = self._appends = {}
        for i, site in enumerate(self.sites):
            callee = site.callee
            if not isinstance(callee, str) or not callee.endswith(_ADDERS):
                continue
            args = self.calls[i].args
            if args:
                added = args[-1]
                if type(added) not in LITERALS:
                    appends.setdefault(callee.rpartition(".")[0], []).append(i)
        return appends

    def appended(self, scope: int, name: str) -> list[int]:
        """Return the calls that add to what a name of a scope is bound to."""
        appends = self._find_appends() if self._appends is None else self._appends
        if not appends:
            return []
        calls, found = self.sites, appends.get(name, [])
        if found:
            found = [i for i in found if self.home(calls[i].scope, name) == scope]
        if self.scopes[scope].kind == "class":
            found = found + self._appended_to_member(self.scopes[scope].definition, name)
        return found

    def appended_to_set(self, index: int) -> list[int]:
        """Return the calls that add to an attribute of the object it is set on."""
        owner = self.owner_of_set(index)
        return self._appended_to_member(owner, self.facts.attributes[index].name)

    def _appended_to_member(self, owner: int, name: str) -> list[int]:
        appends = self._find_appends() if self._appends is None else self._appends
        if not appends or owner < 0:
            return []
        calls, receiver = self.sites, self.semantics.receiver
        return [
            i
            for own in ((receiver,) if receiver else self.semantics.usual_receivers)
            for i in appends.get(f"{own}.{name}", ())
            if self._owner_of_set(calls[i].scope, own) == owner
        ]
