"""Ids of memories and events: sorted by time, and told apart by their last eight characters."""

import re
import secrets
import time
from hashlib import blake2b

from ripplegraph.errors import UsageError

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 8
_BITS = 5 * _LENGTH
_TICK_MS = 10
_VALID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@/-]{0,99}", re.ASCII)


def build_id(prefix: str = "m") -> str:
    """Make an id such as `m-0fy3k9q2-8d2n5v0c`: the time in hundredths, then chance."""
    ticks = time.time_ns() // (1_000_000 * _TICK_MS)
    return f"{prefix}-{_encode(ticks % (1 << _BITS))}-{_encode(secrets.randbits(_BITS))}"


def derive_id(*parts: object, prefix: str = "e") -> str:
    """Make an id that is always the same for the same things."""
    text = "\0".join(map(str, parts))
    number = int.from_bytes(blake2b(text.encode(), digest_size=_BITS // 4).digest())
    return f"{prefix}-{_encode(number >> _BITS)}-{_encode(number)}"


def get_short_id(memory_id: str) -> str:
    """Return the part of an id that is shown where space is short."""
    return memory_id[-_LENGTH:]


def is_valid_id(text: str) -> bool:
    """Tell whether an id that someone else gave can be kept."""
    return _VALID.fullmatch(text) is not None


def check_id(text: object) -> None:
    """Refuse an id that cannot be kept."""
    if not isinstance(text, str) or not is_valid_id(text):
        raise UsageError(f"{text!r:.80} cannot be an id.", hint="Use letters and digits.")


def _encode(number: int) -> str:
    return "".join(_DIGITS[number >> shift & 31] for shift in range(_BITS - 5, -1, -5))
