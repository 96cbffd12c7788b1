"""The answers of a scan to a shared question, one for each round of call flow, as they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ripplegraph.indexing.linking.stored_values import Kept

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[list[int], list[Any]]).decode
_NOTHING = -1


class KeptAnswer(NamedTuple):
    """An answer, and whether call flow decides it."""

    values: Kept
    is_flowing: bool


def pack_answers(rounds: Sequence[KeptAnswer | None]) -> bytes:
    """Return the answers of all rounds as bytes, each that comes several times once."""
    found: list[KeptAnswer] = []
    places: list[int] = []
    for answer in rounds:
        if answer is None:
            places.append(_NOTHING)
            continue
        if answer not in found:
            found.append(answer)
        places.append(found.index(answer))
    return _encode((places, found)) if found else b""


def unpack_answers(data: bytes, count: int) -> list[KeptAnswer | None]:
    """Return the answers of all rounds; None where none is known."""
    if not data:
        return [None] * count
    places, found = _decode(data)
    return [KeptAnswer(*found[place]) if place >= 0 else None for place in places]
