"""No way into the memories lets a secret through, also in disguise."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ripplegraph.errors import UsageError
from ripplegraph.memory.writing.edits import Edit
from ripplegraph.store.records.memory_records import Relation
from tests.support.memories import Notebook

KEY = "AKIA" + "Q3EGRIZ7TKDUX2VN"
HIDDEN = KEY[:7] + "\u200b" + KEY[7:]
Door = Callable[[Notebook, str, str], object]


def take_in(notebook: Notebook, value: Any) -> None:
    text = value if isinstance(value, str) else json.dumps(value)
    report = notebook.transfer.import_file(text, name="x", actor="ann")
    if report.refused:
        raise UsageError(report.refused[0].reason, hint="")


def build_line(notebook: Notebook, known: str, **values: Any) -> str:
    head, *lines = notebook.transfer.export_lines()
    line = next(json.loads(text) for text in lines if json.loads(text).get("id") == known)
    return f"{head}\n{json.dumps({**line, 'id': 'm-new', **values})}"


DOORS: dict[str, Door] = {
    "text": lambda book, _, key: book.remember(f"Use {key}"),
    "title": lambda book, _, key: book.remember("A text", title=key),
    "tag": lambda book, _, key: book.remember("A text", tags=(key,)),
    "details": lambda book, _, key: book.remember("A text", details={"a": [{"b": key}]}),
    "name of a detail": lambda book, _, key: book.remember("A text", details={key: 1}),
    "subject": lambda book, _, key: book.remember(
        "A text", about=(f"{key}.py",), allow_unresolved=True
    ),
    "claim": lambda book, _, key: book.remember("A text", claims=(f"exists({key})",)),
    "session": lambda book, _, key: book.remember("A text", session=key),
    "agent": lambda book, _, key: book.remember("A text", agent=key),
    "reason": lambda book, known, key: book.service.delete(known, actor="ann", reason=key),
    "actor": lambda book, known, key: book.service.delete(known, actor=key, reason=""),
    "edit": lambda book, known, key: book.service.edit(
        known, Edit(content=f"Use {key}"), actor="ann", reason=""
    ),
    "relation": lambda book, known, key: book.service.relate(
        known, Relation("validates", target_path=f"{key}.py"), actor="ann", reason=""
    ),
    "notes": lambda book, _, key: take_in(book, f"- Use {key}\n"),
    "document": lambda book, _, key: take_in(
        book, {"memories": [{"type": "fact", "content": "x", "tags": [key]}]}
    ),
    "line": lambda book, known, key: take_in(book, build_line(book, known, content=f"x {key}")),
    "line with a branch": lambda book, known, key: take_in(
        book, build_line(book, known, provenance={"channel": "imported", "branch": key})
    ),
    "alias": lambda book, known, key: take_in(
        book,
        build_line(book, known)
        + "\n"
        + json.dumps({"kind": "alias", "alias": key, "memory_id": "m"}),
    ),
}


@pytest.mark.parametrize("key", [KEY, HIDDEN], ids=["open", "hidden"])
@pytest.mark.parametrize("name", DOORS)
def test_no_door_lets_a_secret_in(tmp_path: Path, name: str, key: str) -> None:
    notebook = Notebook(tmp_path)
    known = notebook.remember("Something that is known.").id
    with pytest.raises(UsageError):
        DOORS[name](notebook, known, key)
    kept = "".join(notebook.transfer.export_lines())
    assert key not in kept
    assert json.dumps(key).strip('"') not in kept
