"""Imports of files that are large, cut off, broken or without an end."""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from ripplegraph.errors import ImportInterruptedError, UsageError
from ripplegraph.memory.import_export import importer
from ripplegraph.memory.import_export.file_reader import LONGEST_LINE
from ripplegraph.memory.import_export.import_report import ImportReport
from ripplegraph.store.memory.memory_reader import MemoryFilter
from tests.support.command import run_ripple
from tests.support.databases import dump, memory_of
from tests.support.examples import choose
from tests.support.memories import START, Notebook, after_days

NAMES = ("amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath", "inlet", "jade")


def build_lines(count: int, *, events: bool = True) -> Iterator[str]:
    """Yield an export of many memories, which all say something else."""
    yield json.dumps({"kind": "ripple_memories", "version": 1})
    for number in range(count):
        yield json.dumps({"kind": "memory", **build_memory(number)})
    for number in range(count if events else 0):
        event = {"id": f"e-{number}", "memory_id": f"m-{number}", "at": START, "action": "add"}
        yield json.dumps({"kind": "event", "actor": "ann", "after": build_memory(number), **event})


def build_memory(number: int, **values: Any) -> dict[str, Any]:
    words = " ".join(f"{NAMES[int(digit)]}{place}" for place, digit in enumerate(str(number)))
    return {
        "id": f"m-{number}",
        "type": "fact",
        "raw_type": "fact",
        "title": f"The {words} is number {number}",
        "content": f"The {words} is number {number} of all.",
        "provenance": {"channel": "agent_explicit"},
        "created_at": START,
        "updated_at": START,
        **values,
    }


def take_in(notebook: Notebook, lines: Iterator[str] | list[str] | str) -> ImportReport:
    text = lines if isinstance(lines, str) else "\n".join(lines)
    return notebook.transfer.import_file(BytesIO(text.encode()), name="big.jsonl", actor="ann")


def export(notebook: Notebook) -> list[str]:
    return list(notebook.transfer.export_lines())


@pytest.fixture
def notebook(tmp_path: Path) -> Notebook:
    return Notebook(tmp_path)


@pytest.mark.parametrize("events", [True, False])
def test_an_import_that_is_interrupted_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, events: bool
) -> None:
    lines = list(build_lines(25, events=events))
    whole, cut = Notebook(tmp_path / "whole"), Notebook(tmp_path / "cut")
    monkeypatch.setattr(importer, "BATCH", 10)
    monkeypatch.setattr("ripplegraph.memory.services.import_export.BATCH", 10)
    monkeypatch.setattr(importer, "_TOLD_EVERY", 1)

    def interrupt(phase: str, done: int, _total: int) -> None:
        if phase == "import" and done == (44 if events else 22):
            raise KeyboardInterrupt

    with pytest.raises(ImportInterruptedError) as caught:
        cut.transfer.import_file(
            BytesIO("\n".join(lines).encode()), name="x", actor="ann", on_progress=interrupt
        )
    assert caught.value.kept == 20
    assert "20 memories" in caught.value.message
    again = take_in(cut, lines)
    assert (again.added, again.unchanged, again.refused) == (5, 20, ())
    take_in(whole, lines)
    if events:
        assert export(cut) == export(whole)
    assert cut.service.list(MemoryFilter(), limit=None).matched == 25


def test_a_file_may_say_things_twice_and_be_cut_off_between(tmp_path: Path) -> None:
    """What a killed import has added is not taken for something that was known before."""
    notebook = Notebook(tmp_path)
    same = [build_memory(1), build_memory(1, id="m-2", title="Said again")]
    events = [
        {"id": f"e-{number}", "memory_id": memory["id"], "at": START, "action": "add",
         "actor": "ann", "after": memory}
        for number, memory in enumerate(same)
    ]  # fmt: skip
    head = json.dumps({"kind": "ripple_memories", "version": 1})
    lines = [json.dumps({"kind": "memory", **memory}) for memory in same]
    told = [json.dumps({"kind": "event", **event}) for event in events]
    take_in(notebook, [head, lines[0], told[0]])
    report = take_in(notebook, [head, *lines, *told])
    assert (report.added, report.unchanged, report.confirmed) == (1, 1, 0)


@pytest.mark.slow
def test_an_import_that_is_killed_goes_on(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    file = tmp_path / "big.jsonl"
    file.write_text("\n".join(build_lines(5_000, events=False)))
    process = subprocess.Popen(
        [sys.executable, "-m", "ripplegraph", "memories", "import", str(file)], cwd=tmp_path
    )
    database = tmp_path / ".git" / "ripple" / "memory.db"
    while process.poll() is None and not count_memories(database):
        os.sched_yield()
    process.kill()
    process.wait()
    kept = count_memories(database)
    assert kept >= importer.BATCH
    done = Notebook(tmp_path, shared=tmp_path / ".git").transfer.import_file(
        BytesIO(file.read_bytes()), name="big.jsonl", actor="user"
    )
    assert (done.added, done.unchanged) == (5_000 - kept, kept)


def count_memories(database: Path) -> int:
    import sqlite3

    if not database.exists():
        return 0
    try:
        connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
        return int(connection.execute("SELECT count(*) FROM memories").fetchone()[0])
    except sqlite3.Error:
        return 0


# Many transactions, so that one is seen long before the last; and an interrupt counts, although
# whoever started the tests in the background has it ignored.
IN_SMALL_PARTS = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
import ripplegraph.memory.services.import_export
ripplegraph.memory.services.import_export.BATCH = 5
from ripplegraph.cli.main import main
main(sys.argv[1:])
"""


@pytest.mark.slow
def test_an_interrupt_says_what_is_kept(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    file = tmp_path / "big.jsonl"
    file.write_text("\n".join(build_lines(5_000, events=False)))
    process = subprocess.Popen(
        [sys.executable, "-c", IN_SMALL_PARTS, "memories", "import", str(file)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not count_memories(tmp_path / ".git/ripple/memory.db"):
        os.sched_yield()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=300)
    kept = count_memories(tmp_path / ".git/ripple/memory.db")
    assert (process.returncode, output) == (130, "")
    assert f"{kept:,} memories of it are kept" in errors


Spoil = Callable[[list[str]], None]


@pytest.mark.parametrize(
    ("number", "line", "words"),
    [(7, "{broken", "Line 7"), (9, '{"kind": "memory"', "Line 9"), (12, "\x00", "Line 12")],
)
def test_a_line_that_is_no_json_refuses_the_file_before_anything_is_written(
    notebook: Notebook, number: int, line: str, words: str
) -> None:
    lines = list(build_lines(10))
    lines.insert(number - 1, line)
    with pytest.raises(UsageError, match=words):
        take_in(notebook, lines)
    assert not notebook.database.path.exists()


def test_bytes_that_are_no_text_are_named_by_their_line(notebook: Notebook) -> None:
    data = "\n".join(build_lines(3)).encode() + b"\n{\xff}\n"
    with pytest.raises(UsageError, match="line 8"):
        notebook.transfer.import_file(BytesIO(data), name="x", actor="ann")


def test_a_bad_line_is_named_as_the_file_counts(notebook: Notebook) -> None:
    lines = list(build_lines(1))
    bad = [
        {"kind": "memory", **build_memory(5, title=7)},
        {"kind": "memory", **build_memory(6, use_count=10**30)},
        {"kind": "memory", **build_memory(7, tags="x")},
        {"kind": "memory", **build_memory(8, pinned="yes")},
        {"kind": "event", "id": "e-9", "memory_id": "m-0", "at": 7, "action": "a", "actor": "b"},
        {"kind": "alias", "alias": "x", "memory_id": "no id at all"},
        [1, 2],
        "text",
        None,
    ]
    report = take_in(notebook, [lines[0], "", *lines[1:], "", *map(json.dumps, bad)])
    assert report.added == 1
    assert sorted(int(item.entry.split()[1]) for item in report.refused) == list(range(6, 15))


def test_many_refusals_are_counted_and_not_all_listed(notebook: Notebook) -> None:
    report = take_in(notebook, [next(build_lines(0)), *["{}"] * 1_234])
    assert (len(report.refused), report.refused_besides) == (1_000, 234)


def test_a_line_without_an_end_is_refused_and_the_rest_is_kept(notebook: Notebook) -> None:
    lines = list(build_lines(2))
    lines.insert(2, '{"kind": "memory", "content": "' + "x" * LONGEST_LINE + '"}')
    report = take_in(notebook, lines)
    assert report.added == 2
    assert [item.entry for item in report.refused] == ["line 3"]


@pytest.mark.slow
def test_a_large_file_needs_no_more_memory_than_a_small_one(tmp_path: Path) -> None:
    """The file has 125 MB; read as a whole it would take more than 800 MB."""
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    file = tmp_path / "big.jsonl"
    filler = {f"n{number}": "y" * 900 for number in range(50)}
    with file.open("w") as stream:
        stream.writelines(f"{line}\n" for line in build_lines(0))
        for number in range(2_500):
            memory = build_memory(number, details=filler)
            stream.write(json.dumps({"kind": "memory", **memory}) + "\n")
    limit = 600_000_000
    done = run_ripple(
        "memories", "import", file, "--json", folder=tmp_path,
        before_start=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)),
    )  # fmt: skip
    assert json.loads(done.output)["added"] == 2_500


@pytest.mark.walk
def test_a_document_is_read_entry_by_entry(notebook: Notebook) -> None:
    count = choose(3_000)
    entries = [{"type": "fact", "content": build_memory(n)["content"]} for n in range(count)]
    text = json.dumps({"memories": entries, "version": 1}, indent=2)
    assert take_in(notebook, text).added == count
    before = dump(memory_of(notebook.root))
    assert take_in(notebook, text).unchanged == count
    assert dump(memory_of(notebook.root)) == before


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"memories": [{"type": "fact", "content": "a"}, {"type": "fact"}]}', "Entry 2"),
        ('{"memories": [{"type": "fact", "content": "a"}', "expected , or ]"),
        ('{"memories": [{"type": "fact", "content": "a', "Unterminated"),
        ('{"memories": []} {}', "more after its end"),
        ('{"memories":\n[\n{"type": fact}]}', "on line 3"),
        ('{"memories": ' + "[" * 100_000, "nested"),
    ],
)
def test_a_document_that_is_broken_is_refused_whole(
    notebook: Notebook, text: str, words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        take_in(notebook, text)
    assert not notebook.database.path.exists()


def test_notes_without_an_end_are_cut_into_blocks(notebook: Notebook) -> None:
    text = "# A\n\n- short\n\n```\n" + "many words in a fence\n" * 5_000
    report = take_in(notebook, text)
    assert (report.added, len(report.refused)) == (1, 1)


def test_an_import_raises_no_trust(tmp_path: Path) -> None:
    mine, theirs = Notebook(tmp_path / "mine"), Notebook(tmp_path / "theirs")
    known = mine.remember("The lamp is red.", confidence=0.4)
    take_in(theirs, export(mine))
    theirs.clock.now = after_days(1)
    theirs.service.confirm(known.id, source="user_taught", actor="bob", reason="")
    other = theirs.remember("A door opens inward.", source="user_taught")
    mine.remember("A door opens inward.", confidence=0.3)
    report = take_in(mine, export(theirs))
    assert (report.updated, report.confirmed) == (1, 1)
    for memory_id, confidence in ((known.id, 0.4), (other.id, 0.3)):
        memory = mine.service.get(memory_id)
        assert (memory.confidence, memory.user_verified) == (confidence, False)


def test_events_of_code_with_telling_names_come_through(tmp_path: Path) -> None:
    """What the graph says of code is no secret: the name `token` beside a fingerprint."""
    parts = {"token": "9f8e7d6c5b4a39281706f5e4d3c2b1a0"}
    anchor = {"target": "a.py", "role": "subject", "kind": "file", "resolved": True,
              "looks": [{"at": START, "parts": parts}], "moves": []}  # fmt: skip
    memory = build_memory(1, anchors=[anchor])
    event = {"id": "e-1", "memory_id": "m-1", "at": START, "action": "add", "actor": "ann",
             "after": memory}  # fmt: skip
    lines = [*build_lines(0), json.dumps({"kind": "memory", **memory}),
             json.dumps({"kind": "event", **event})]  # fmt: skip
    assert take_in(Notebook(tmp_path), lines).refused == ()
