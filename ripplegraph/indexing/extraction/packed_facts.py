"""Facts as they are kept and sent around: compressed bytes."""

from __future__ import annotations

import zlib

from ripplegraph.graph.facts import FileFacts
from ripplegraph.graph.stored_facts import (
    LinkFacts,
    StoredFacts,
    decode_facts,
    decode_link_facts,
    encode_facts,
    store_facts,
)

_COMPRESSION = 1


def pack_facts(facts: FileFacts) -> bytes:
    return zlib.compress(encode_facts(store_facts(facts)), _COMPRESSION)


def unpack_facts(data: bytes) -> StoredFacts:
    """Undo `pack_facts`; other bytes raise `zlib.error` or `msgspec.DecodeError`."""
    return decode_facts(zlib.decompress(data))


def unpack_link_facts(data: bytes) -> LinkFacts:
    """Return the part of packed facts that linking needs."""
    return decode_link_facts(zlib.decompress(data))
