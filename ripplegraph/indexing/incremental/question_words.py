"""Questions whose answers are shared, in words that mean the same in the next scan."""

from __future__ import annotations

from typing import Any

from ripplegraph.indexing.stored_keys import hash_key
from ripplegraph.linking.engine.marks import ANSWER
from ripplegraph.linking.engine.shared_answers import ATTRIBUTE, GIVEN
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.values.value import (
    Class,
    Function,
    Instance,
    Module,
    Parameter,
    Value,
    Values,
)

_BETWEEN = "\0"
_FUNCTION, _CLASS, _INSTANCE, _MODULE, _PARAMETER = "fcimp"
"""The kinds of values that questions are about."""


class QuestionWords:
    """The words of the questions that an analysis shares, by their numbers."""

    def __init__(self, analysis: ProjectAnalysis) -> None:
        self._analysis = analysis
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
        keys = self._analysis.solver.shared.keys
        for key in keys[len(self._found) : number + 1]:
            word = describe(self._analysis, key)
            self._found.append((word, hash_key(ANSWER + word)))
        return self._found[number]


def describe(analysis: ProjectAnalysis, key: Any) -> str:
    """Return the word of a question."""
    kind = key[0]
    if kind == ATTRIBUTE:
        return _BETWEEN.join([kind, *_describe_value(analysis, key[1]), key[2]])
    _, path, index, *rest = key
    function = analysis.views[path].key(index)
    return _BETWEEN.join([kind, _FUNCTION, path, function, *map(str, rest), ""])


def find_subject(key: Any) -> str:
    """Return the file that a question is about."""
    path: str = key[1].path if key[0] == ATTRIBUTE else key[1]
    return path


def _describe_value(analysis: ProjectAnalysis, value: Value) -> list[str]:
    if type(value) is Module:
        return [_MODULE, value.path]
    if type(value) is Parameter:
        key = analysis.views[value.path].key(value.definition)
        return [_PARAMETER, value.path, key, str(value.index)]
    if type(value) is Class or type(value) is Instance or type(value) is Function:
        word = _CLASS if type(value) is Class else _INSTANCE
        word = _FUNCTION if type(value) is Function else word
        return [word, value.path, analysis.views[value.path].key(value.definition)]
    raise TypeError(f"Nobody shares the attributes of {value!r}.")


def find_given(word: str) -> str | None:
    """Return the key of the function if a question is what one of its parameters is given."""
    kind, *rest = word.split(_BETWEEN)
    return rest[2] if kind == GIVEN else None


def ask(analysis: ProjectAnalysis, word: str) -> Values | None:
    """Return the answer to a question as it is now; None if it cannot be asked any more."""
    if not word:
        return None
    kind, about, path, *rest, name = word.split(_BETWEEN)
    if path not in analysis.paths:
        return None
    if about == _MODULE:
        return analysis.attribute(Module(path), name)
    view = analysis.views[path]
    index, at = view.find_key(rest[0]), int(rest[1]) if len(rest) > 1 else -1
    if index < 0 or at >= len(view.definitions[index].params):
        return None
    if kind == ATTRIBUTE:
        return analysis.attribute(_make_value(about, path, index, at), name)
    if kind == GIVEN:
        return analysis.flows.passed(Parameter(path, index, at))
    return analysis.calls.summary(path, index)


def _make_value(about: str, path: str, index: int, at: int) -> Value:
    if about == _PARAMETER:
        return Parameter(path, index, at)
    if about == _FUNCTION:
        return Function(path, index)
    return Class(path, index) if about == _CLASS else Instance(path, index)
