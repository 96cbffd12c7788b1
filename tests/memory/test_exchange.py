"""Export and import: nothing is lost, nothing comes twice, and the gate stands here, too."""

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.config import MemoryConfig
from ripplegraph.errors import UsageError
from ripplegraph.memory.import_export.import_report import ImportReport
from ripplegraph.memory.types.registry import build_registry
from ripplegraph.memory.writing.edits import Edit
from ripplegraph.store.memory.memory_reader import MemoryFilter
from ripplegraph.store.records.memory_records import Relation
from tests.memory.test_types import DIALECTS
from tests.support.databases import dump, memory_of
from tests.support.examples import walk
from tests.support.memories import Notebook, after_days

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def notebook(tmp_path: Path) -> Notebook:
    return Notebook(tmp_path)


def take_in(notebook: Notebook, text: str | dict[str, Any], name: str = "notes.md") -> ImportReport:
    document = text if isinstance(text, str) else json.dumps(text)
    return notebook.transfer.import_file(document, name=name, actor="ann")


def export_common(notebook: Notebook) -> dict[str, Any]:
    document: dict[str, Any] = json.loads("".join(notebook.transfer.export("json")))
    return document


def export(notebook: Notebook) -> str:
    return "".join(f"{line}\n" for line in notebook.transfer.export_lines())


def assert_twice_is_as_good_as_once(notebook: Notebook, text: str | dict[str, Any]) -> None:
    take_in(notebook, text)
    before = dump(memory_of(notebook.root))
    again = take_in(notebook, text)
    assert (again.added, again.updated, again.confirmed) == (0, 0, 0)
    assert dump(memory_of(notebook.root)) == before


def all_aliases() -> list[str]:
    types = build_registry().list_types()
    return sorted({*DIALECTS, *(alias.name for known in types for alias in known.aliases)})


def test_every_name_of_every_vocabulary_comes_back_as_written(notebook: Notebook) -> None:
    written = {
        notebook.remember(f"Statement {number}", type=name, source="automatic").id: name
        for number, name in enumerate(all_aliases())
    }
    exported = export_common(notebook)["memories"]
    assert {entry["id"]: entry["type"] for entry in exported} == written
    assert {entry["source"] for entry in exported} == {"automatic"}
    with TemporaryDirectory() as folder:
        other = Notebook(Path(folder))
        assert take_in(other, export_common(notebook)).added == len(written)
        again = export_common(other)["memories"]
        assert {entry["id"]: entry["type"] for entry in again} == written


WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=40)
Step = Callable[[Notebook, list[str], Any], None]


def act_remember(notebook: Notebook, ids: list[str], data: st.DataObject) -> None:
    text = data.draw(WORDS.filter(lambda word: word.strip()))
    ids.append(
        notebook.remember(
            text,
            type=data.draw(st.sampled_from(DIALECTS)),
            source=data.draw(st.sampled_from(["explicit", "user_taught", "observer_inferred"])),
            tags=tuple(data.draw(st.lists(st.sampled_from("abc"), max_size=2))),
            about=tuple(data.draw(st.lists(st.sampled_from(["a.py", "b.py::f"]), max_size=2))),
            allow_unresolved=True,
            details=data.draw(st.dictionaries(st.sampled_from(["n1", "n2"]), WORDS, max_size=2)),
            session=data.draw(st.none() | st.sampled_from(["s1", "s2"])),
            confidence=data.draw(st.none() | st.floats(0, 1)),
            half_life_days=data.draw(st.none() | st.floats(1, 100)),
        ).id
    )


def act_edit(notebook: Notebook, ids: list[str], data: st.DataObject) -> None:
    confidence = data.draw(st.floats(0, 1))
    wanted = Edit(confidence=confidence, title=f"t{confidence}", tags=("x", "y"))
    notebook.service.edit(data.draw(st.sampled_from(ids)), wanted, actor="ann", reason="why not")


def act_flag(notebook: Notebook, ids: list[str], data: st.DataObject) -> None:
    problem = data.draw(st.sampled_from(["wrong", "outdated", "duplicate"]))
    notebook.service.flag(
        data.draw(st.sampled_from(ids)),
        problem=problem,
        original=data.draw(st.sampled_from(ids)) if problem == "duplicate" else None,
        actor="ann",
        reason="",
    )


def act_relate(notebook: Notebook, ids: list[str], data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["validates", "supersedes", "conflicts_with"]))
    relation = Relation(kind, target_memory=data.draw(st.sampled_from(ids)))
    notebook.service.relate(data.draw(st.sampled_from(ids)), relation, actor="ann", reason="")


def act_confirm(notebook: Notebook, ids: list[str], data: st.DataObject) -> None:
    notebook.service.confirm(
        data.draw(st.sampled_from(ids)), source="user_taught", actor="ann", reason=""
    )


def act_undo(notebook: Notebook, ids: list[str], data: st.DataObject) -> None:
    notebook.service.undo(data.draw(st.sampled_from(ids)), actor="ann")


def act_delete(notebook: Notebook, ids: list[str], data: st.DataObject) -> None:
    notebook.service.delete(data.draw(st.sampled_from(ids)), actor="ann", reason="")


def act_clean(notebook: Notebook, ids: list[str], data: st.DataObject) -> None:
    config = MemoryConfig(max_keep=data.draw(st.integers(1, 4)), prune_days=0)
    notebook.service.clean_up(config, current=None, if_due=False)


STEPS: list[Step] = [
    act_remember, act_remember, act_remember, act_edit, act_flag, act_relate, act_confirm,
    act_undo, act_delete, act_clean,
]  # fmt: skip


@given(st.data())
@walk(25)
def test_importing_an_export_is_the_identity(data: st.DataObject) -> None:
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        notebook, copy = Notebook(Path(one)), Notebook(Path(other))
        ids: list[str] = []
        act_remember(notebook, ids, data)
        for number, step in enumerate(data.draw(st.lists(st.sampled_from(STEPS), max_size=8))):
            notebook.clock.now = after_days(number)
            try:
                step(notebook, ids, data)
            except UsageError:
                continue
        lines = export(notebook)
        report = take_in(copy, lines)
        assert report.refused == ()
        assert export(copy) == lines
        assert copy.service.list(MemoryFilter(), limit=None).matched == report.added
        before = dump(memory_of(copy.root))
        take_in(copy, lines)
        take_in(notebook, lines)
        assert dump(memory_of(copy.root)) == before
        assert export(notebook) == lines


def test_a_newer_export_updates_and_an_older_one_does_not(notebook: Notebook) -> None:
    done = notebook.remember("The lamp is red.")
    old = export(notebook)
    with TemporaryDirectory() as folder:
        other = Notebook(Path(folder))
        take_in(other, old)
        other.clock.now = after_days(1)
        other.service.edit(done.id, Edit(content="The lamp is blue."), actor="bob", reason="")
        new = export(other)
    assert take_in(notebook, new).updated == 1
    assert notebook.service.get(done.id).content == "The lamp is blue."
    assert export(notebook) == new
    assert take_in(notebook, old).unchanged == 1
    assert export(notebook) == new


def test_what_was_deleted_here_does_not_come_back(notebook: Notebook) -> None:
    done = notebook.remember("The lamp is red.")
    lines = export(notebook)
    notebook.clock.now = after_days(1)
    notebook.service.delete(done.id, actor="ann", reason="")
    assert take_in(notebook, lines).unchanged == 1
    assert notebook.service.list(MemoryFilter(), limit=None).matched == 0


def test_the_same_learned_elsewhere_is_confirmed(notebook: Notebook) -> None:
    mine = notebook.remember("The lamp is red.")
    with TemporaryDirectory() as folder:
        other = Notebook(Path(folder))
        theirs = other.remember("the lamp is red", source="imported")
        lines = export(other)
    assert take_in(notebook, lines).confirmed == 1
    assert take_in(notebook, lines).unchanged == 1
    assert notebook.service.get(theirs.id).id == mine.id
    assert notebook.service.get(mine.id).confirmations == 1


COMMON = {
    "version": 1,
    "project": "p",
    "exported_at": "2024-01-15T10:30:00Z",
    "memories": [
        {
            "id": "mem-abc123",
            "type": "pattern",
            "title": "Tests use table-driven pattern",
            "content": "Tests use table-driven patterns with t.Run subtests...",
            "confidence": 0.85,
            "tags": ["testing", "go"],
            "file_refs": ["internal/session/*_test.go"],
            "created_by_hat": "creator",
            "source": "automatic",
            "use_count": 5,
        }
    ],
}


def test_the_common_format_is_read_and_written(notebook: Notebook) -> None:
    assert_twice_is_as_good_as_once(notebook, COMMON)
    (entry,) = export_common(notebook)["memories"]
    assert entry == {**COMMON["memories"][0], "confidence": 0.7}  # type: ignore[index]
    assert notebook.service.get("mem-abc123").provenance.channel == "imported"


def test_an_iteration_file_is_read(notebook: Notebook) -> None:
    document = {
        "session_id": "s1",
        "iteration": 3,
        "tasks": {
            "42": {
                "id": "42", "type": "issue", "phase": "TEST", "branch": "fix",
                "completed_steps": ["Created branch"], "pending_steps": ["Run suite"],
                "files_modified": ["auth/handler.go"],
            }
        },
        "decisions": [{"iteration": 1, "description": "Mock the clock", "rationale": "speed"}],
        "errors": [
            {"iteration": 2, "phase": "TEST", "error": "expected ErrExpired", "resolved": False}
        ],
        "key_facts": ["Project uses Go 1.19", "Auth has no external dependencies"],
        "last_checkpoint": "2024-01-15T10:30:00Z",
    }  # fmt: skip
    assert_twice_is_as_good_as_once(notebook, document)
    found = {m.raw_type: m for m in notebook.service.list(MemoryFilter(), limit=None).memories}
    assert set(found) == {"DECISION", "ERROR", "KEY_FACT", "task_memory"}
    assert found["ERROR"].details["resolved"] is False
    assert found["DECISION"].details["rationale"] == "speed"
    assert (found["task_memory"].scope, found["task_memory"].scope_ref) == ("work_unit", "42")
    assert "pending: Run suite" in found["task_memory"].content


NOTES = """# Notes

Some words on
two lines.

## Pitfalls

- The cache is global
  and never cleared.
- [x] Call init() first.

```sh
# not a heading
- not a bullet
```

## Decisions
1. SQLite, since it needs no server.
"""


def test_notes_become_candidates(notebook: Notebook) -> None:
    assert_twice_is_as_good_as_once(notebook, NOTES)
    found = notebook.service.list(MemoryFilter(), limit=None).memories
    assert {(m.type, m.content.partition("\n")[0]) for m in found} == {
        ("fact", "Some words on"),
        ("gotcha", "The cache is global"),
        ("gotcha", "Call init() first."),
        ("gotcha", "```sh"),
        ("decision", "SQLite, since it needs no server."),
    }
    assert {m.state for m in found} == {"candidate"}
    assert all(m.tags[0] == "Notes" for m in found)


def test_what_the_gate_refuses_is_reported_and_the_rest_is_kept(notebook: Notebook) -> None:
    notebook.remember("The lamp is red.")
    good = export(notebook).splitlines()
    memory = json.loads(good[1])
    bad = [
        {**memory, "id": "x1", "content": f"use {SECRET}"},
        {**memory, "id": "x2", "state": "confused"},
        {**memory, "id": "x3", "confidence": 7},
        {**memory, "id": "x4", "type": "nope"},
        {**memory, "id": "x5 and more"},
        {**memory, "id": "x6", "color": "red"},
        {**memory, "id": "x7", "anchors": [{"target": "../x", "moves": []}]},
        {**memory, "id": "x8", "created_at": "yesterday"},
        {"kind": "riddle"},
    ]
    text = "\n".join([*good, *map(json.dumps, bad)])
    with TemporaryDirectory() as folder:
        other = Notebook(Path(folder))
        report = take_in(other, text)
        assert (report.added, len(report.refused)) == (1, len(bad))
        assert SECRET not in str(report)
        assert [m.content for m in other.service.list(None, limit=None).memories] == [
            "The lamp is red."
        ]


@pytest.mark.parametrize(
    "text",
    ['{"memories": [{"type": "fact"}]}', '{"memories": 3}', '{"a": 1}', "{broken", "[{}]"],
)
def test_a_file_that_makes_no_sense_is_refused_whole(notebook: Notebook, text: str) -> None:
    with pytest.raises(UsageError):
        take_in(notebook, text)
    assert notebook.service.list(MemoryFilter(), limit=None).matched == 0
