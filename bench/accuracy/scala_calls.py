"""Compares the calls of a Scala project with those in its bytecode.

    scalac -d CLASSES $(find PROJECT/src -name '*.scala')
    python -m bench.accuracy.scala_calls PROJECT CLASSES [--show 20]

A method that is called without parentheses is written like a value, and left out, as are operators
and what implicits add.
"""

from __future__ import annotations

import re

from bench.accuracy.call_graphs.bytecode import Class, Method
from bench.accuracy.call_graphs.compiled_calls import CompiledTruth
from bench.accuracy.call_graphs.compiled_figures import compare


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

    def target_of(self, owner: str, name: str, descriptor: str) -> str | None:
        target = super().target_of(owner, name, descriptor)
        # A case class is made by a function that nobody wrote.
        is_made = target is None and name == "apply" and owner.endswith("$")
        return self.class_id(owner) if is_made else target

    def source(self, path: str, line: int, cls: str = "") -> str:
        found = super().source(path, line, cls)
        # Nothing stands outside of classes.
        return found if "::" in found else ""

    def is_added(self, item: Class, method: Method, owner: str, name: str) -> bool:
        # A trait's method is also there as one that takes its object; a class hands on to it, and
        # to what its companion has.
        if (name, method.name) == ("<init>", "<clinit>"):
            return owner.removesuffix("$") == item.name.removesuffix("$")
        if name == method.name and owner == f"{item.name}$":
            return True
        return method.name == f"{name}$" or name == f"{method.name}$"

    def calls_bases(self, item: Class) -> bool:  # noqa: ARG002
        # That is written as what a class extends.
        return False

    def is_written(self, text: str, name: str) -> bool:
        if name == "apply":
            # It is called by calling what has it.
            return True
        word = re.escape(name)
        called = rf"(?<!\w)(?<!def )(?<!class ){word}\s*(?:\[[^\]=]*\]+)?\s*[({{]"
        infix = rf"[\w)\]}}\"']\s+{word}\s+[\w(\"'{{]"
        return re.search(f"{called}|{infix}|new\\s+[\\w.]*{word}\\b", text) is not None


if __name__ == "__main__":
    compare("scala", (".scala",), ScalaTruth)
