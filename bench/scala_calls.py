"""Compares the calls of a Scala project with those in its bytecode.

    scalac -d CLASSES $(find PROJECT/src -name '*.scala')
    python -m bench.scala_calls PROJECT CLASSES [--show 20]

A method that is called without parentheses is written like a value, and left out, as are operators
and what implicits add.
"""

from __future__ import annotations

import re

from bench.bytecode import Class, Method
from bench.compiled_calls import CompiledTruth, compare


class ScalaTruth(CompiledTruth):
    """The calls in what `scalac` makes."""

    def words_of(self, method: str) -> set[str]:
        if method.startswith(("<", "$anonfun")) or "$default$" in method:
            return set()
        name = re.sub(r"\$\d+$", "", method).removesuffix("$")
        return {name.rpartition("$$")[2]} - {""}

    def type_words(self, name: str) -> list[str]:
        parts = name.rpartition(".")[2].split("$")
        words = [part for part in parts if part and not part.isdigit() and part != "anon"]
        return words or [name.rpartition(".")[2]]

    def is_added(self, item: Class, method: Method, owner: str, name: str) -> bool:
        # A trait's method is also there as one that takes its object; a class hands on to it, and
        # to what its companion has.
        own = method.name.removesuffix("$")
        return bool(own) and name.removesuffix("$") == own and len(method.invokes) == 1

    def is_written(self, text: str, name: str) -> bool:
        word = re.escape(name)
        called = rf"(?<!\w)(?<!def ){word}\s*(?:\[[^\]=]*\]+)?\s*[({{]"
        infix = rf"[\w)\]}}\"']\s+{word}\s+[\w(\"'{{]"
        return re.search(f"{called}|{infix}|new\\s+[\\w.]*{word}\\b", text) is not None


if __name__ == "__main__":
    compare("scala", (".scala",), ScalaTruth)
