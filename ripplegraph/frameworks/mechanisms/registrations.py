"""What a file binds to names for others to ask for: it follows from the file alone."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final, NamedTuple

from ripplegraph.frameworks.declarations import Binding
from ripplegraph.frameworks.mechanisms.rule_tables import RuleTable
from ripplegraph.frameworks.mechanisms.shapes import Found, find_shapes, name_written_bases
from ripplegraph.frameworks.mechanisms.texts import (
    OWN,
    QUALIFIED,
    find_expressions,
    read_texts,
    spell,
)
from ripplegraph.graph.expressions import DisplayAt, Expr, find_parts
from ripplegraph.linking.semantics import FileView

PREFIX: Final = "<framework> "
"""Before a registry: the key under which files declare the names they bind in it."""
CONFIG: Final = f"{PREFIX}configuration"
"""The key under which files declare that they configure a framework."""
LAST: Final = "."
"""Before the last part of a name that may be asked for with more before it."""
_DEEPEST: Final = 6


class Registration(NamedTuple):
    """Something that is bound to a name in a registry."""

    registry: str
    key: str
    """The whole name, or a dot and its last part."""
    name: str
    rule: Binding
    found: Found

    @property
    def detail(self) -> str:
        """Return the key with a digest of what is bound, for whoever depends on that."""
        view, rule = self.found.view, self.rule
        own = view.ids[self.found.definition] if self.found.definition >= 0 else ""
        named = [*find_expressions(self.found, rule.target), self.found.value]
        written = repr([own, *(_describe(view, value) for value in named)])
        digest = blake2b(written.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        return f"{self.key}={digest}"


def find_registrations(view: FileView, table: RuleTable) -> Iterator[Registration]:
    """Yield what a file binds to names."""
    for found in find_shapes(view, table, name_written_bases):
        rule = found.own.rule
        if not isinstance(rule, Binding):
            continue
        for source in rule.name.split("|"):
            texts = read_texts(found, source)
            for text in [spell(text, rule.spell) for text in texts]:
                is_part = source == QUALIFIED or (source == OWN and rule.within)
                key = f"{LAST}{text.rpartition('.')[2]}" if is_part or rule.within else text
                yield Registration(rule.registry, key, text, rule, found)
            if texts:
                break


def _describe(view: FileView, value: Expr, depth: int = 0) -> object:
    """Return an expression without the numbers that calls and displays have in their file."""
    if depth > _DEEPEST:
        return None
    if isinstance(value, int):
        call = view.calls[value]
        inner = [_describe(view, part, depth + 1) for part in (call.callee, *call.args)]
        return inner + [(n, _describe(view, part, depth + 1)) for n, part in call.keywords]
    if type(value) is DisplayAt:
        display = view.facts.displays[value.index]
        return [_describe(view, part, depth + 1) for part in (*display.keys, *display.items)]
    parts = find_parts(value)
    if parts:
        named = getattr(value, "name", "")
        return [type(value).__name__, named, *(_describe(view, p, depth + 1) for p in parts)]
    return value


def find_keys(name: str) -> Iterator[str]:
    """Yield the keys under which what is asked for by a name may be bound."""
    yield name
    yield f"{LAST}{name.rpartition('.')[2].rpartition(':')[2]}"
