"""Kinds of queries, and the weights of the ranked lists for each.

The weights were fitted on one half of `fixtures/retrieval/`; see `bench/accuracy/retrieval.py`.
"""

import re
from collections.abc import Collection, Mapping

from ripplegraph.memory.text import LIGHT_WORDS, find_query_words, find_words

WORDS = "words"
NAME = "name"
QUESTION = "question"

SMOOTHING = 10
"""Added to a rank in the fusion: the larger, the less the first places stand out."""
WEIGHTS: Mapping[str, Mapping[str, float]] = {
    WORDS: {"text": 0.60, "vectors": 0.25, "graph": 0.15},
    NAME: {"text": 0.65, "vectors": 0.10, "graph": 0.25},
    QUESTION: {"text": 0.40, "vectors": 0.40, "graph": 0.20},
}

_FEWEST_WORDS = 6
"""From this many words on, a query is read as a question."""
_QUESTION_WORDS = {
    "how", "what", "why", "when", "where", "which", "who", "whom", "whose", "does", "do",
    "did", "done", "doing", "can", "could", "should", "would", "will", "may", "might", "must",
    "am", "was", "were", "be", "being", "get", "gets", "got", "getting", "give", "gives",
    "given", "make", "makes", "made", "way", "use", "uses", "used", "using", "want", "wants",
    "need", "needs", "try", "tries", "tried", "trying", "say", "says", "said", "see", "seems",
    "not", "no", "nor", "or", "but", "from", "into", "onto", "out", "up", "down", "over",
    "under", "after", "before", "again", "any", "some", "my", "me", "mine", "his", "her",
    "their", "them", "they", "he", "she", "us", "than", "too", "very", "only", "own", "same",
    "such", "both", "more", "most", "other", "another", "about", "there", "here", "still",
    "even", "although", "though", "while", "since", "because", "until", "im", "ive", "dont",
    "doesnt", "cant", "isnt", "wont", "didnt", "instead", "rather", "please", "help",
    "anyone", "one", "two",
}  # fmt: skip
_PATH = re.compile(
    r"(?:[\w.@-]+/)+[\w.@-]*(?:::[\w.#]+)?|[\w.@-]+\.\w{1,5}::[\w.#]+|\w[\w-]*\.\w{2,4}\b"
)
_ENDING = re.compile(r"(?<=\w{3})(?:ation|ations|ings|ing|ied|ies|ers|er|ed|es|s)$")


def classify(query: str) -> str:
    """Tell words to look for, the name of something in code, and a question apart."""
    stripped = query.strip()
    if "?" in stripped or len(stripped.split()) >= _FEWEST_WORDS:
        return QUESTION
    if len(stripped.split()) == 1 and re.search(r"[\w](?:::|[/_.])\w|[a-z][A-Z]", stripped):
        return NAME
    return WORDS


def find_terms(query: str) -> list[str]:
    """Return the search words of a question, without those that every question has."""
    words = [*find_query_words(query), *find_words(query)]
    heavy = [word for word in words if word not in _QUESTION_WORDS and word not in LIGHT_WORDS]
    chosen = [word for word in heavy if len(word) > 1] or words
    return list(dict.fromkeys(_ENDING.sub("", word) for word in chosen))


def find_paths(query: str) -> list[str]:
    """Return the words of a query that may name files or symbols."""
    return [match.group().rstrip(".") for match in _PATH.finditer(query)]


def weigh(kind: str, lists: Collection[str]) -> dict[str, float]:
    """Return the shares of the lists that are there; without one, the others have more."""
    weights = {name: WEIGHTS[kind].get(name, 1.0) for name in lists}
    total = sum(weights.values())
    return {name: round(weight / total, 4) for name, weight in weights.items()} if total else {}
