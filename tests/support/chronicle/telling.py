"""Tells a story to a real repository, and asks the real command how the memories stand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

from ripplegraph.cli.main import _run
from tests.support.chronicle.story import Chapter, Note, Outcome, Story
from tests.support.repository import commit_all, git

Standing = Mapping[str, Any]


def call_ripple(root: Path, *arguments: str, code: int = 0) -> Any:
    """Run the command inside this process, which is much quicker than starting one."""
    output, errors = StringIO(), StringIO()
    with redirect_stdout(output), redirect_stderr(errors):
        found = _run(["-C", str(root), "--json", *arguments])
    assert found == code, (arguments, output.getvalue(), errors.getvalue())
    return json.loads(output.getvalue())


@dataclass
class Teller:
    """A repository in which a story happens."""

    root: Path
    story: Story
    ids: dict[str, str] = field(default_factory=dict)

    def begin(self) -> None:
        """Write the first files and learn what there is to learn."""
        for path, text in self.story.files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)
        git(self.root, "init", "--quiet", "--initial-branch", "main")
        commit_all(self.root, "first")
        for name, note in self.story.notes.items():
            self.ids[name] = remember(self.root, f"Something about the {name}.", note)["id"]

    def commit(self, chapter: Chapter) -> None:
        for edit in chapter.edits:
            edit(self.root)
        commit_all(self.root, chapter.title)

    def revert(self) -> None:
        git(self.root, "revert", "--no-edit", "HEAD")

    def read(self) -> dict[str, Standing]:
        """Return the memories by their names in the story."""
        found = call_ripple(self.root, "memories", "list", "--limit", "0")["memories"]
        by_id = {memory["id"]: memory for memory in found}
        return {name: by_id[memory] for name, memory in self.ids.items()}

    def show(self, name: str) -> Standing:
        found: Standing = call_ripple(self.root, "memories", "show", self.ids[name])
        return found

    def find_surprises(
        self, found: Mapping[str, Standing], outcomes: Mapping[str, Outcome]
    ) -> list[str]:
        """Return, in words, where memories do not stand as a person would say."""
        return [
            f"{name}: {surprise}"
            for name, memory in found.items()
            for surprise in _compare(
                memory, self.story.notes[name], outcomes.get(name) or get_first(self.story, name)
            )
        ]


def get_first(story: Story, name: str) -> Outcome:
    """Return how a memory stands when it was just written."""
    note = story.notes[name]
    return Outcome("fresh" if note.about or note.claims else "unanchored")


def remember(root: Path, text: str, note: Note, *options: str) -> Any:
    about = (part for target in note.about for part in ("--about", target))
    claims = (part for claim in note.claims for part in ("--claim", claim))
    return call_ripple(root, "remember", text, *about, *claims, *options)


def list_targets(memory: Standing) -> list[str]:
    return [anchor["target"] for anchor in memory["anchors"] if anchor["role"] == "subject"]


def _compare(memory: Standing, note: Note, wanted: Outcome) -> Iterator[str]:
    freshness = memory["freshness"]
    if freshness["verdict"] != wanted.verdict:
        yield f"is {freshness['verdict']}, not {wanted.verdict}: {freshness['reason']}"
    if wanted.reason not in freshness["reason"]:
        yield f"lacks {wanted.reason!r}: {freshness['reason']}"
    targets = list(note.about if wanted.targets is None else wanted.targets)
    if list_targets(memory) != targets:
        yield f"is at {list_targets(memory)}, not {targets}"
    holds = wanted.holds if wanted.holds is not None else [True] * len(note.claims)
    if [claim["holds"] for claim in memory["claims"]] != list(holds):
        yield f"claims {memory['claims']}, not {holds}"
    yield from _compare_notes(freshness["notes"], wanted.notes)


def _compare_notes(found: Sequence[str], wanted: Sequence[str]) -> Iterator[str]:
    text = "\n".join(found)
    missing = [part for part in wanted if part not in text]
    if missing or (found and not wanted):
        yield f"has the notes {found}, not {list(wanted)}"
