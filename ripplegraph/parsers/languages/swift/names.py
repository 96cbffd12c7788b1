"""How Swift writes names and types, turned into how all languages' facts write them."""

from __future__ import annotations

import re
from typing import Final

_BEFORE: Final = re.compile(r"^(?:(?:some|any|inout|borrowing|consuming|@\w+(?:\([^)]*\))?)\s+)+")
_PAIR: Final = re.compile(r"([^:\[\]]+)\s*:\s*(.+)")


def spell_name(text: str) -> str:
    """Return a name without quotes and marks; `[A]` is written `A[]`, `[A: B]` is `Dict<A,B>`."""
    name = _BEFORE.sub("", text.strip(".`?! \n"))
    while name.startswith("[") and name.endswith("]"):
        pair = _PAIR.fullmatch(name[1:-1].strip())
        if pair is not None:
            return f"Dict<{pair[1].strip()},{spell_name(pair[2])}>"
        name = f"{spell_name(name[1:-1])}[]"
    return name


def find_module(written: str) -> str:
    """Return the module of an import: `import struct Shop.Cart` takes from `Shop`."""
    return written.strip().partition(".")[0]
