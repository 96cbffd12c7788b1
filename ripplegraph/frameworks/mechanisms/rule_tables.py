"""The rules of all frameworks of a language, by the names that they look for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ripplegraph.frameworks.declarations import Framework, Rule

WILD: Final = "*"


class OwnRule(NamedTuple):
    """A rule, and the framework that it is of."""

    framework: Framework
    rule: Rule


class RuleTable:
    """Rules by where their shapes are, and by the names in them."""

    def __init__(self, frameworks: Iterable[Framework], language: str) -> None:
        self._named: dict[str, dict[str, list[OwnRule]]] = {}
        self._wild: dict[str, list[OwnRule]] = {}
        for framework in frameworks:
            if language in framework.languages:
                rules: tuple[Rule, ...] = (
                    *framework.entries,
                    *framework.bindings,
                    *framework.lookups,
                    *framework.fields,
                )
                for rule in rules:
                    self._add(OwnRule(framework, rule))
        self.decorators = self._named.get("decorator", {})
        self.calls = self._named.get("call", {})
        self.bases = self._named.get("class", {})
        self.has_bases = bool(self.bases or "class" in self._wild)
        self.assigned = self._named.get("assigned", {})
        self.items = self._named.get("item", {})
        self.objects = self._named.get("object", {})
        self.files = [own for owns in self._named.get("file", {}).values() for own in owns]
        self.files += self._wild.get("file", ())
        self.has_functions = "function" in self._named or "function" in self._wild

    def _add(self, own: OwnRule) -> None:
        shape = own.rule.shape
        for name in shape.names:
            if WILD in name:
                self._wild.setdefault(shape.at, []).append(own)
            else:
                self._named.setdefault(shape.at, {}).setdefault(name, []).append(own)

    def find_bases(self, name: str) -> Iterator[OwnRule]:
        """Yield the rules for a class with a base of that name, or with any."""
        yield from self.bases.get(name, ())
        yield from self._wild.get("class", ())

    def find_functions(self, name: str, qualified: str) -> Iterator[OwnRule]:
        """Yield the rules for a definition by its own name, or by that of what is around it."""
        yield from self._named.get("function", {}).get(name, ())
        for own in self._wild.get("function", ()):
            if any(
                fits(qualified if "." in pattern else name, pattern)
                for pattern in own.rule.shape.names
            ):
                yield own

    def __bool__(self) -> bool:
        return bool(self._named or self._wild)


def fits(name: str, pattern: str) -> bool:
    """Whether a name is a pattern, which may begin or end with `*`."""
    if pattern.endswith(WILD):
        return name.startswith(pattern[:-1])
    if pattern.startswith(WILD):
        return name.endswith(pattern[1:])
    return name == pattern
