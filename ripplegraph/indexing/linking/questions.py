"""Questions whose answers are shared, in words that mean the same in the next scan."""

from __future__ import annotations

from typing import Any

from ripplegraph.indexing.linking.keys import hash_key
from ripplegraph.indexing.linking.marks import ANSWER
from ripplegraph.indexing.linking.shared_answers import ATTRIBUTE, GIVEN
from ripplegraph.indexing.linking.values import FUNC, MODULE, PARAM, Value, Values
from ripplegraph.indexing.linking.world import World

_BETWEEN = "\0"


class QuestionWords:
    """The words of the questions that a world shares, by their numbers."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._found: list[tuple[str, int]] = []

    def word(self, number: int) -> str:
        """Return the word of a question."""
        return self._find(number)[0]

    def hash(self, number: int) -> int:
        """Return the key under which it is kept who uses the answer."""
        return self._find(number)[1]

    def hash_word(self, word: str) -> int:
        """Return the key of anything that answers depend on."""
        if word.startswith(ANSWER):
            return self.hash(int(word[len(ANSWER) :]))
        return hash_key(word)

    def _find(self, number: int) -> tuple[str, int]:
        keys = self._world.solver.shared.keys
        for key in keys[len(self._found) : number + 1]:
            word = describe(self._world, key)
            self._found.append((word, hash_key(ANSWER + word)))
        return self._found[number]


def describe(world: World, key: Any) -> str:
    """Return the word of a question."""
    kind = key[0]
    value, name = (key[1], key[2]) if kind == ATTRIBUTE else ((FUNC, *key[1:]), "")
    parts = [kind, str(value[0]), value[1]]
    if value[0] != MODULE:
        parts.append(world.views[value[1]].key(value[2]))
    return _BETWEEN.join([*parts, *map(str, value[3:]), name])


def find_given(word: str) -> str | None:
    """Return the key of the function if a question is what one of its parameters is given."""
    kind, *rest = word.split(_BETWEEN)
    return rest[2] if kind == GIVEN else None


def ask(world: World, word: str) -> Values | None:
    """Return the answer to a question as it is now; None if it cannot be asked any more."""
    if not word:
        return None
    kind, tag, path, *rest, name = word.split(_BETWEEN)
    if path not in world.paths:
        return None
    value: Value = (int(tag), path)
    if rest:
        index = world.views[path].find_key(rest[0])
        if index < 0:
            return None
        value = (*value, index, *map(int, rest[1:]))
    if value[0] == PARAM or kind == GIVEN:
        definition = world.views[path].definitions[value[2]]
        if value[3] >= len(definition.params):
            return None
    if kind == ATTRIBUTE:
        return world.attribute(value, name)
    if kind == GIVEN:
        return world.flows.passed((PARAM, *value[1:]))
    return world.calls.summary(path, value[2])
