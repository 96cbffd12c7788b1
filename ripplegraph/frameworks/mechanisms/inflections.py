"""Spells names as naming conventions want them: `order_items`, `OrderItem`, `order-item`."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+")
_IRREGULAR: Final = {"people": "person", "children": "child", "men": "man", "women": "woman"}
_SAME: Final = frozenset({"news", "status", "series", "species", "address", "process", "media"})
_ENDINGS: Final = (
    *(("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x")),
    *(("statuses", "status"), ("ses", "se"), ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", "")),
)


class Name(str):
    """A name that declarations can have inflected: `{name.singular.camel}`."""

    __slots__ = ()

    @property
    def singular(self) -> Name:
        """The name of one of them."""
        head, last = _split_last(self)
        return Name(head + _make_singular(last))

    @property
    def plural(self) -> Name:
        """The name of several of them."""
        head, last = _split_last(self)
        if _make_singular(last) != last:
            return self
        if last.endswith("y") and last[-2:-1] not in "aeiou":
            return Name(f"{head}{last[:-1]}ies")
        return Name(f"{head}{last}{'es' if last.endswith(('s', 'x', 'ch', 'sh')) else 's'}")

    @property
    def camel(self) -> Name:
        """`OrderItem`, for a path also `Admin/OrderItem`."""
        parts = self.split("/")
        return Name("/".join("".join(w[:1].upper() + w[1:] for w in _words(p)) for p in parts))

    @property
    def lower_camel(self) -> Name:
        """`orderItem`."""
        return Name(self.camel[:1].lower() + self.camel[1:])

    @property
    def snake(self) -> Name:
        """`order_item`."""
        return Name("/".join("_".join(_words(part)).lower() for part in self.split("/")))

    @property
    def kebab(self) -> Name:
        """`order-item`."""
        return Name(self.snake.replace("_", "-"))

    @property
    def shout(self) -> Name:
        """The name in capitals."""
        return Name(self.upper())

    @property
    def slashed(self) -> Name:
        """The name with slashes for what else stands between its parts."""
        return Name(self.replace("::", "/").replace("\\", "/").replace(".", "/").strip("/"))

    @property
    def last(self) -> Name:
        """The last part of a path or a qualified name."""
        return Name(re.split(r"[/\\.:]+", self.rstrip("/"))[-1])


def _split_last(name: str) -> tuple[str, str]:
    place = max(name.rfind("_"), name.rfind("/"), name.rfind("-")) + 1
    return name[:place], name[place:]


@cache
def _make_singular(word: str) -> str:
    low = word.lower()
    if low in _SAME or len(low) < 3:
        return word
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    for ending, other in _ENDINGS:
        if low.endswith(ending):
            return word[: len(word) - len(ending)] + other
    return word


def _words(text: str) -> list[str]:
    return _WORD.findall(text)
