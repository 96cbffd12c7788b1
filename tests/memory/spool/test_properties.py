"""Whatever is done in whatever order: changes that waited end where direct ones end."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.config import MemoryConfig
from ripplegraph.errors import UsageError
from ripplegraph.memory.writing.edits import Edit
from ripplegraph.store.integrity import inspect_database
from ripplegraph.store.records.memory_records import Relation
from ripplegraph.store.spool.spool_file import SpoolFile
from tests.support.databases import dump
from tests.support.examples import walk
from tests.support.memories import Clock, Notebook, after_days
from tests.support.permissions import shut

TEXTS = ("The lamp is red.", "The lamp is blue.", "A door opens inward.", "Nine cups are broken.")
WHO = ("ann", "bob", "cat")


@dataclass(frozen=True)
class Step:
    """Something that somebody does to the memories."""

    name: str
    text: str
    who: str
    first: int
    second: int

    def take(self, notebook: Notebook, ids: list[str]) -> str | None:
        """Do it, and return the id of what is new; what is refused is refused."""
        if self.name == "remember":
            return self.remember(notebook)
        if not ids:
            return None
        try:
            self.change(notebook, ids[self.first % len(ids)], ids[self.second % len(ids)])
        except UsageError as error:
            return type(error).__name__
        return None

    def remember(self, notebook: Notebook) -> str:
        source = "user_taught" if self.first % 3 == 0 else "agent_explicit"
        done = notebook.remember(
            self.text, session=self.who, source=source, tags=(self.who,), confidence=0.6
        )
        return done.id

    def change(self, notebook: Notebook, one: str, other: str) -> None:
        service = notebook.service
        cause: dict[str, Any] = {"actor": self.who, "reason": ""}
        match self.name:
            case "edit":
                service.edit(one, EDITS[self.first](self), **cause)
            case "confirm":
                source = "user_taught" if self.first % 2 else "agent_explicit"
                service.confirm(one, source=source, **cause)
            case "flag":
                problem = ("wrong", "outdated", "duplicate")[self.first % 3]
                original = other if problem == "duplicate" else None
                service.flag(one, problem=problem, original=original, **cause)
            case "delete":
                service.delete(one, **cause)
            case "undo":
                service.undo(one, actor=self.who)
            case "relate":
                kind = ("validates", "supersedes", "conflicts_with")[self.first % 3]
                service.relate(one, Relation(kind, target_memory=other), **cause)
            case "cleanup":
                config = MemoryConfig(max_keep=2)
                service.clean_up(config, current=None, if_due=bool(self.first % 2))
            case "import":
                notebook.transfer.import_file(
                    f"# Notes\n\n- {self.text}\n", name="notes.md", actor=self.who
                )


EDITS: tuple[Callable[[Step], Edit], ...] = (
    lambda step: Edit(content=f"{step.text} Always."),
    lambda step: Edit(title=f"{step.who} says", tags=(step.who, "x"), pinned=True),
    lambda step: Edit(type="decision" if step.who == "ann" else "gotcha"),
    lambda step: Edit(scope="session", scope_ref=step.who),
    lambda step: Edit(confidence=0.3, importance=step.second),
    lambda step: Edit(about=(f"{step.who}.py",), allow_unresolved=True),
)
CHANGES = ("edit", "confirm", "flag", "delete", "undo", "relate", "cleanup", "import")
STEPS = st.builds(
    Step,
    st.sampled_from(("remember", "remember", "edit", "relate", *CHANGES)),
    st.sampled_from(TEXTS),
    st.sampled_from(WHO),
    st.integers(0, 5),
    st.integers(0, 5),
)


@dataclass
class Story:
    """A notebook whose memories can be shut away, and the ids of what was remembered in it."""

    notebook: Notebook
    ids: list[str] = field(default_factory=list)
    outcomes: list[str | None] = field(default_factory=list)

    def take(self, step: Step) -> None:
        done = step.take(self.notebook, self.ids)
        if step.name != "remember":
            self.outcomes.append(done)
        elif done is not None and done not in self.ids:
            self.ids.append(done)

    @contextmanager
    def close(self) -> Iterator[None]:
        assert self.notebook.shared is not None
        with shut(self.notebook.shared):
            yield

    def export(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.notebook.transfer.export_lines()]

    def tell(self) -> list[str]:
        """Return memories and events without what chance put there."""
        lines = self.export()
        events = {line["id"]: line for line in lines if line["kind"] == "event"}
        imported = sorted(
            (line["created_at"], line["content"], line["id"])
            for line in lines
            if line["kind"] == "memory" and line["id"] not in self.ids
        )
        names = [*self.ids, *(memory_id for *_, memory_id in imported)]
        told = []
        for line in lines:
            if line["kind"] == "event":
                for name in ("cause", "undoes"):
                    other = events.get(line[name] or "")
                    line[name] = [other["at"], other["action"]] if other else line[name]
                del line["id"]
            text = json.dumps(line, sort_keys=True)
            for number, memory_id in enumerate(names):
                text = text.replace(memory_id, f"<{number}>")
            told.append(text)
        return sorted(told)


def start(folder: str, name: str = "root", shared: str = "shared") -> Story:
    for needed in (name, shared):
        Path(folder, needed).mkdir(exist_ok=True)
    return Story(Notebook(Path(folder, name), Clock(), Path(folder, shared)))


@given(st.lists(st.tuples(STEPS, st.booleans()), max_size=14))
@walk(40)
def test_what_is_partly_spooled_ends_as_if_done_directly(steps: list[tuple[Step, bool]]) -> None:
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        direct, spooled = start(one), start(other)
        for day, (step, closed) in enumerate(steps):
            direct.notebook.clock.now = spooled.notebook.clock.now = after_days(day)
            direct.take(step)
            with spooled.close() if closed else nullcontext():
                spooled.take(step)
                assert spooled.tell() == direct.tell()
        assert spooled.outcomes == direct.outcomes
        assert spooled.tell() == direct.tell()
        assert not SpoolFile(get_spool(spooled)).aside_path.exists()
        assert not get_spool(spooled).exists()
        if spooled.notebook.database.path.exists():
            assert not inspect_database(spooled.notebook.database).damage


@given(st.lists(st.tuples(STEPS, st.booleans()), max_size=14))
@walk(40)
def test_a_view_shows_what_a_merge_makes_and_no_event_is_lost(
    steps: list[tuple[Step, bool]],
) -> None:
    """Somebody works at home while somebody else is shut out from the same memories."""
    with TemporaryDirectory() as folder:
        home, away = start(folder, "home"), start(folder, "away")
        for text in TEXTS[:2]:
            home.take(Step("remember", text, "ann", 1, 1))
        for day, (step, closed) in enumerate(steps, 1):
            home.notebook.clock.now = away.notebook.clock.now = after_days(day)
            home.ids = away.ids = list(dict.fromkeys([*home.ids, *away.ids]))
            with away.close() if closed else nullcontext():
                (away if closed else home).take(step)
        with away.close():
            expected = away.export()
        spool = SpoolFile(get_spool(away))
        waiting = spool.read().changes
        copy = shutil.copy(spool.path, folder) if spool.exists() else None
        assert away.export() == expected
        assert home.export() == expected
        events = {line["id"] for line in expected if line["kind"] == "event"}
        assert {event.id for change in waiting for event in change.recording.events} <= events
        assert not spool.exists()
        assert not spool.aside_path.exists()
        if copy:
            before = dump(home.notebook.database)
            shutil.copy(copy, spool.path)
            assert away.export() == expected
            assert dump(home.notebook.database) == before
            assert not inspect_database(home.notebook.database).damage


def get_spool(story: Story) -> Path:
    assert story.notebook.database.spool is not None
    return story.notebook.database.spool
