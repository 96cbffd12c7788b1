"""The answers of a scan to a shared question, one for each round of call flow, as they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ripplegraph.graph.facts import Param
from ripplegraph.linking.engine.shared_answers import ROUNDS


class KeptAnswer(msgspec.Struct, frozen=True, array_like=True):
    """An answer in one round, and whether call flow decides it."""

    values: bytes | None
    """See `ValueStore.keep`; None where it means nothing in another scan."""
    is_flowing: bool
    shares: dict[int, bytes] | None = None
    """For what a parameter is given, what each file passes, by the number of the file."""
    is_whole: bool = False
    """Whether that is what all call sites pass, or only the first ones."""


class _Packed(msgspec.Struct, frozen=True, array_like=True):
    """The answers of all rounds, with what comes several times once."""

    places: list[int]
    answers: list[tuple[bytes | None, bool, dict[int, int] | None, bool]]
    shares: list[bytes] = []
    param: str = ""
    own: bytes = b""


class KeptShares(NamedTuple):
    """What is kept with the answers where the question is what a parameter is given."""

    param: str = ""
    """The kind and name of the parameter."""
    own: bytes = b""
    """The keys that the answers depend on, but not what files pass, packed."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Packed).decode
_NOTHING = -1
NOT_GIVEN = KeptShares()
Rounds = Sequence[KeptAnswer | None]


def pack_answers(rounds: Rounds, given: KeptShares = NOT_GIVEN) -> bytes:
    """Return the answers of all rounds as bytes, each that comes several times once."""
    found: list[KeptAnswer] = []
    places: list[int] = []
    shares: dict[bytes, int] = {}
    for answer in rounds:
        if answer is None:
            places.append(_NOTHING)
            continue
        if answer not in found:
            found.append(answer)
        places.append(found.index(answer))
    if not found:
        return b""
    answers = [
        (
            answer.values,
            answer.is_flowing,
            None
            if answer.shares is None
            else {
                number: shares.setdefault(share, len(shares))
                for number, share in answer.shares.items()
            },
            answer.is_whole,
        )
        for answer in found
    ]
    return _encode(_Packed(places, answers, [*shares], *given))


def unpack_answers(data: bytes) -> tuple[Rounds, KeptShares]:
    """Return the answers of all rounds, None where nobody asked, and what is kept with them."""
    if not data:
        return [None] * ROUNDS, NOT_GIVEN
    packed = _decode(data)
    found = [
        KeptAnswer(
            values,
            is_flowing,
            None
            if shares is None
            else {number: packed.shares[place] for number, place in shares.items()},
            is_whole,
        )
        for values, is_flowing, shares, is_whole in packed.answers
    ]
    rounds = [found[place] if place >= 0 else None for place in packed.places]
    return rounds, KeptShares(packed.param, packed.own)


def describe_param(param: Param) -> str:
    """Return what decides which arguments a parameter is given, apart from its place."""
    return f"{param.kind} {param.name}"
