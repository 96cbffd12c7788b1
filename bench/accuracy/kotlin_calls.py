"""Compares the calls of a Kotlin project with those in its bytecode.

    kotlinc -d CLASSES $(find PROJECT/src -name '*.kt')
    python -m bench.accuracy.kotlin_calls PROJECT CLASSES [--show 20]

A call of an inline function is found by the lines that its code has where it was put. Properties,
operators and objects that are called (`invoke`) are left out, unless their functions are named.
"""

from __future__ import annotations

import re

from bench.accuracy.call_graphs.bytecode import Class, Method
from bench.accuracy.call_graphs.compiled_calls import CompiledTruth
from bench.accuracy.call_graphs.compiled_figures import compare

_RESUMED = "kotlin.coroutines.jvm.internal.ContinuationImpl"


class KotlinTruth(CompiledTruth):
    """The calls in what `kotlinc` makes."""

    def words_of(self, method: str) -> set[str]:
        if method.startswith("<") or "$lambda$" in method:
            return set()
        return {*re.split(r"[$-]", method)} - {"", "default", "access", "impl"}

    def type_words(self, name: str) -> list[str]:
        parts = name.rpartition(".")[2].split("$")
        return [p for p in parts if p not in ("Companion", "DefaultImpls") and not p.isdigit()]

    def target_of(self, owner: str, name: str, descriptor: str) -> str | None:
        is_made = name.startswith("constructor-impl")
        return super().target_of(owner, "<init>" if is_made else name, descriptor)

    def is_added(self, item: Class, method: Method, owner: str, name: str) -> bool:
        if _RESUMED in item.above or method.name.startswith("access$"):
            return True
        own = method.name.removesuffix("$default")
        return own != method.name and name.partition("$")[0] == own and owner == item.name

    def is_written(self, text: str, name: str) -> bool:
        word = rf"`?{re.escape(name)}`?"
        called = rf"(?<!\w)(?<!fun )(?<!class ){word}\s*(?:<[^()=]*>)?\s*[({{]"
        infix = rf"[\w)\]}}\"'>]\s+{word}\s+[\w(\"'{{\[]"
        return re.search(f"{called}|{infix}", text) is not None


if __name__ == "__main__":
    compare("kotlin", (".kt",), KotlinTruth)
