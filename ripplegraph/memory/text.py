"""The text of a memory: cut to length, compared with others, and taken apart into words."""

import re
import sys
import unicodedata
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from typing import Any

from ripplegraph.store.records.memory_records import Memory, TextKeys

TITLE_LENGTH = 100
SUMMARY_LENGTH = 800
ALIKE = 0.6
"""The share of common words and pairs of words from which two texts may say the same."""
SAME_WORDS = 0.8
"""The share of the longer text's important words that the shorter one must have."""

# A sentence ends where white space follows: `session.Get() returns` holds no end.
# Nor do the points of some short forms end one.
_SENTENCE_END = re.compile(
    "(?<!e\\.g)(?<!i\\.e)(?<!\\bvs)(?<!\\bcf)[.!?\u2026\u3002\uff01\uff1f](?=\\s|$)|\n"
)
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHE = "\u2019"
_CASE_CHANGE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WEIGHTY = {
    "no", "not", "never", "none", "cannot", "without", "only", "except", "unless", "before",
    "after", "always", "sometimes", "may", "must", "should", "can", "until", "first", "last",
}  # fmt: skip
LIGHT_WORDS = {
    "a", "an", "the", "this", "that", "these", "those", "it", "its", "is", "are", "was", "be",
    "of", "to", "in", "on", "at", "for", "by", "with", "and", "as", "so", "then", "when", "if",
    "each", "every", "all", "here", "there", "please", "note", "also", "just", "really", "we",
    "you", "i", "our", "your", "has", "have", "been", "being", "which", "because", "since",
}  # fmt: skip
_BANDS = 12
_ROWS = 3
_MASK = (1 << 62) - 1
_FACTOR = 0x9E3779B97F4A7C15


def cut(text: str, length: int) -> str:
    """Shorten a text at the end of a sentence or else between words, and mark that with `…`.

    A word is only cut where the text has no gap at all; then between code points.
    """
    text = text.strip()
    if len(text) <= length:
        return text
    ends = [match.end() for match in _SENTENCE_END.finditer(text, 0, length + 1)]
    best = max((end for end in ends if end <= length), default=0)
    if best >= length // 4:
        return text[:best].strip()
    gap = max(text.rfind(" ", 0, length), text.rfind("\n", 0, length), text.rfind("\t", 0, length))
    return text[: gap if gap > 0 else length - 1].rstrip() + "…"


def build_title(content: str) -> str:
    """Take the first sentence or line for a title."""
    text = content.strip()
    end = _SENTENCE_END.search(text)
    first = text[: end.start()] if end else text
    return cut(first.lstrip("#-* ").strip() or text, TITLE_LENGTH)


def build_summary(content: str) -> str:
    return cut(content, SUMMARY_LENGTH)


def find_words(text: str) -> list[str]:
    """Take a text apart; an identifier gives its parts and, where written as one, itself."""
    words: list[str] = []
    for word in _WORD.findall(_normalise_letters(text)):
        if word.islower() or word.isdecimal():
            words.append(word.casefold())
            continue
        parts = _CASE_CHANGE.split(word)
        words.extend(part.casefold() for part in parts)
        if len(parts) > 1:
            words.append(word.casefold())
    return words


@lru_cache(maxsize=64)
def _join_words(text: str) -> str:
    """Return the words of a text; they are asked for to compare it, and again to store it."""
    return " ".join(find_words(text))


def _normalise_letters(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def find_query_words(text: str) -> list[str]:
    """Take a question apart: an identifier written as one is looked for as one."""
    normal = unicodedata.normalize("NFKC", text)
    return list(dict.fromkeys(match.group().casefold() for match in _WORD.finditer(normal)))


def normalise(text: str) -> str:
    """Return what two texts share that differ in case, spacing and final marks only."""
    return " ".join(_normalise_letters(text).casefold().split()).rstrip(".!…")


def build_keys(memory: Memory) -> TextKeys:
    """Work out what a memory's text is found by."""
    places = " ".join([*memory.tags, *(anchor.current_target for anchor in memory.anchors)])
    return TextKeys(
        text_hash=_hash_text(normalise(memory.content)),
        bands=_build_bands(memory.content),
        title_words=_join_words(memory.title),
        body_words=_join_words(memory.content),
        place_words=_join_words(places),
    )


def say_the_same(first: str, second: str) -> bool:
    """Tell whether one of two texts says what the other says, but for unimportant words.

    Taking two statements for one would lose the second, so a number, a negation or a name of code
    that only one has, or a word in the place of another, makes them two.
    """
    if _find_weighty(first) != _find_weighty(second):
        return False
    one, other = sorted((_find_heavy(first), _find_heavy(second)), key=len)
    if not one <= other or len(one) < SAME_WORDS * len(other):
        return False
    features, others = _find_features(first), _find_features(second)
    return len(features & others) >= ALIKE * len(features | others) > 0


@lru_cache(maxsize=256)
def _find_weighty(text: str) -> frozenset[str]:
    """Return what makes a statement another one; many texts are compared with the same few."""
    found = set()
    for token in unicodedata.normalize("NFKC", text).replace(_APOSTROPHE, "'").split():
        bare = token.strip('.,;:!?()[]{}"`*')
        folded = bare.casefold()
        if folded in _WEIGHTY or folded.endswith("n't") or any(map(str.isdigit, bare)):
            found.add(folded)
        elif any(mark in bare for mark in "_./\\:=<>#@$%") or not bare[1:].islower():
            found.add(bare)
    return frozenset(found - {""})


def _find_heavy(text: str) -> set[str]:
    """Return the words that carry a text, without their endings."""
    words = set(_WORD.findall(normalise(text))) - LIGHT_WORDS
    return {re.sub(r"(?<=\w{3})(?:ies|es|s|ed|ing)$", "", word) for word in words}


def _find_features(text: str) -> set[str]:
    words = _WORD.findall(normalise(text))
    return {*words, *(f"{one} {two}" for one, two in pairwise(words))}


@lru_cache(maxsize=64)
def _build_bands(text: str) -> tuple[int, ...]:
    """Give texts that are alike a common number, most probably: minima of hashes, in bands."""
    features = _find_features(text)
    hashes = [int.from_bytes(blake2b(item.encode(), digest_size=8).digest()) for item in features]
    if not hashes:
        return ()
    minima = _find_minima(hashes)
    rows = (tuple(minima[band * _ROWS : (band + 1) * _ROWS]) for band in range(_BANDS))
    return tuple(
        [
            int.from_bytes(blake2b(f"({band}, {row})".encode(), digest_size=7).digest())
            for band, row in enumerate(rows)
        ]
    )


def load_quick_numbers() -> None:
    """Load what compares many texts quickly, where it is installed."""
    with suppress(ImportError):
        import numpy  # noqa: F401


def _find_minima(hashes: list[int]) -> list[int]:
    """Return the least of all hashes under each mask."""
    numpy: Any = sys.modules.get("numpy")
    if numpy is None:
        return [min([(value ^ mask) * _FACTOR & _MASK for value in hashes]) for mask in _MASKS]
    # Ten times as quick; loaded only where many texts are taken in.
    whole = numpy.uint64
    values = numpy.array(hashes, dtype=whole)[:, None] ^ numpy.array(_MASKS, dtype=whole)
    minima: list[int] = (values * whole(_FACTOR) & whole(_MASK)).min(axis=0).tolist()
    return minima


def _hash_text(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


_MASKS = tuple(
    int.from_bytes(blake2b(b"%d" % number, digest_size=8).digest())
    for number in range(_BANDS * _ROWS)
)
