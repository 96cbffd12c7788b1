"""The answers of a scan to a shared question, one for each round of call flow, as they are kept."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ripplegraph.indexing.linking.shared_answers import ROUNDS
from ripplegraph.indexing.linking.stored_values import Kept


class KeptAnswer(msgspec.Struct, frozen=True, array_like=True):
    """An answer in one round, and whether call flow decides it."""

    values: Kept | None
    """None where it means nothing in another scan."""
    is_flowing: bool
    shares: dict[int, bytes] | None = None
    """For what a parameter is given, digests of what each file passes, by the number of the file;
    None where not all of them are known."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[list[int], list[KeptAnswer]]).decode
_NOTHING = -1
Rounds = Sequence[KeptAnswer | None]


def pack_answers(rounds: Rounds) -> bytes:
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


def unpack_answers(data: bytes) -> Rounds:
    """Return the answers of all rounds; None where nobody asked."""
    if not data:
        return [None] * ROUNDS
    places, found = _decode(data)
    return [found[place] if place >= 0 else None for place in places]
