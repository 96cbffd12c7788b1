"""Takes texts apart into stems, so that `retries`, `retried` and `retry` are found as one."""

import re
from functools import lru_cache

from ripplegraph.memory.text import LIGHT_WORDS, find_words

MAX_STEMS = 400
"""How many different stems of a text count: what is said first says what it is about."""
MAX_LENGTH = 50
_STAGES = (
    ((r"(\w\w)ies$", r"\1y"), (r"([sxz]|[sc]h)es$", r"\1"), (r"(\w[^siu\W])s$", r"\1")),
    ((r"(\w\w)ied$", r"\1y"), (r"(\w*[aeiouy]\w*)(?:ing|(?<!e)ed)$", r"\1")),
    ((r"([bdfglmnprt])\1$", r"\1"), (r"(\w\w)e$", r"\1")),
)
_ENDINGS = tuple(tuple((re.compile(pattern), rest) for pattern, rest in stage) for stage in _STAGES)
"""What is cut off a word in each of three stages, and what is left of the place."""


def find_stems(text: str) -> tuple[str, ...]:
    """Return the stems of the words that carry a text, each once, in order."""
    words = (word[:MAX_LENGTH] for word in find_words(text) if word not in LIGHT_WORDS)
    return tuple(dict.fromkeys(map(_cut_ending, words)))[:MAX_STEMS]


@lru_cache(maxsize=20_000)
def _cut_ending(word: str) -> str:
    for stage in _ENDINGS:
        cuts = (ending.sub(rest, word) for ending, rest in stage)
        word = next((cut for cut in cuts if cut != word), word)
    return word
