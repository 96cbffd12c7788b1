"""Every question that takes a target, and the target that its answer is about."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.command import run_ripple

OTHER = "other.py"
"""A file of the project: the other end of paths and links."""


class Question(NamedTuple):
    """The words of a command around a target, and where its answer names the target."""

    words: tuple[str, ...]
    read: Callable[[Mapping[str, Any]], str]
    reading: bool = True
    """Whether it leaves the memories as they are."""

    def build(self, target: str) -> list[str]:
        return [target if word == "TARGET" else word for word in self.words]


QUESTIONS = {
    "analyze-impact": Question(
        ("analyze-impact", "--json", "--", "TARGET"), lambda found: found["targets"][0]["id"]
    ),
    "dependents": Question(("dependents", "--json", "--", "TARGET"), lambda found: found["target"]),
    "dependencies": Question(
        ("dependencies", "--json", "--", "TARGET"), lambda found: found["target"]
    ),
    "path from": Question(("path", "--json", "--", "TARGET", OTHER), lambda found: found["source"]),
    "path to": Question(("path", "--json", "--", OTHER, "TARGET"), lambda found: found["target"]),
    "trace": Question(("trace", "--json", "--", "TARGET"), lambda found: found["id"]),
    "remember": Question(
        ("remember", "--json", "--about", "TARGET", "--", "A thing to know."),
        lambda found: found["anchors"][0]["target"],
        reading=False,
    ),
    "link": Question(
        ("link", "--json", "--", "TARGET", "flows_to", OTHER),
        lambda found: found["source"],
        reading=False,
    ),
}
LISTS = {
    "memories list": ("memories", "list", "--json", "--about", "TARGET"),
    "memories search": ("memories", "search", "--json", "--about", "TARGET", "--", "know"),
    "links": ("links", "--json", "--about", "TARGET"),
}
"""Questions whose answers do not name their target."""


def ask_json(project: Path, *words: str, folder: str = "") -> tuple[int, dict[str, Any]]:
    """Run a command in a folder of a project, and return its exit code and its answer."""
    done = run_ripple(*words, folder=project / folder)
    answer: dict[str, Any] = json.loads(done.output)
    return done.code, answer
