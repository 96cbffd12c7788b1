"""Who vouches for a memory makes it hold for the code as it is; reading or rewording does not."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import open_project
from tests.support.chronicle.story import Note
from tests.support.chronicle.telling import call_ripple, list_targets, remember
from tests.support.databases import execute, graph_of, memory_of
from tests.support.repository import commit_all, git

CODE = "def pay(cart, user):\n    total = cart.total\n    return user.charge(total)\n"
EDITED = CODE.replace("cart.total", "cart.total + 1")
RESIGNED = CODE.replace("(cart, user)", "(cart, user, shop)")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    write(tmp_path, CODE)
    return tmp_path


def write(root: Path, code: str) -> None:
    (root / "shop.py").write_text(code)
    commit_all(root, "shop")


def learn(root: Path, *options: str) -> str:
    return str(remember(root, "Pay charges once.", Note(["shop.py::pay"]), *options)["id"])


def ask(root: Path, memory: str) -> Any:
    return call_ripple(root, "memories", "show", memory)


def judge(root: Path, memory: str) -> str:
    return str(ask(root, memory)["freshness"]["verdict"])


def test_a_confirmed_memory_holds_for_both_looks(root: Path) -> None:
    memory = learn(root)
    write(root, EDITED)
    assert judge(root, memory) == "body_changed"
    confirmed = call_ripple(root, "memories", "confirm", memory)
    assert confirmed["freshness"]["verdict"] == "fresh"
    assert judge(root, memory) == "fresh"
    write(root, CODE)
    assert judge(root, memory) == "fresh"
    write(root, EDITED)
    assert judge(root, memory) == "fresh"
    write(root, RESIGNED)
    assert judge(root, memory) == "signature_changed"


def test_confirming_looks_at_the_file_as_it_is(root: Path) -> None:
    memory = learn(root)
    (root / "shop.py").write_text(EDITED)
    assert call_ripple(root, "memories", "confirm", memory)["freshness"]["verdict"] == "fresh"
    assert judge(root, memory) == "fresh"


def test_confirming_does_not_bring_back_what_is_gone(root: Path) -> None:
    memory = learn(root)
    write(root, "x = 1\n")
    assert call_ripple(root, "memories", "confirm", memory)["freshness"]["verdict"] == "gone"
    write(root, CODE)
    assert judge(root, memory) == "fresh"


def test_saying_it_again_vouches_for_it(root: Path) -> None:
    memory = learn(root)
    write(root, EDITED)
    assert judge(root, memory) == "body_changed"
    again = remember(root, "Pay charges once!", Note(["shop.py::pay"]))
    assert (again["id"], again["created"]) == (memory, False)
    assert again["freshness"]["verdict"] == "fresh"
    assert judge(root, memory) == "fresh"
    write(root, CODE)
    assert judge(root, memory) == "fresh"


def test_saying_it_again_where_the_code_went(root: Path) -> None:
    memory = learn(root)
    git(root, "mv", "shop.py", "store.py")
    commit_all(root, "rename")
    again = remember(root, "Pay charges once.", Note(["store.py::pay"]))
    assert (again["id"], again["created"]) == (memory, False)


def test_rewording_and_reading_vouch_for_nothing(root: Path) -> None:
    memory = learn(root)
    write(root, EDITED)
    before = ask(root, memory)
    call_ripple(root, "memories", "edit", memory, "--content", "Pay charges exactly once.")
    call_ripple(root, "memories", "search", "charges")
    call_ripple(root, "memories", "list")
    after = ask(root, memory)
    assert after["freshness"]["verdict"] == "body_changed"
    assert after["verified_at"] == before["verified_at"]
    assert after["effective_confidence"] == before["effective_confidence"]
    assert after["anchors"][0]["commit"] == before["anchors"][0]["commit"]


def test_only_looking_changes_when_it_was_checked(root: Path) -> None:
    memory = learn(root)
    call_ripple(root, "scan")
    first = ask(root, memory)["freshness"]["checked_at"]
    assert ask(root, memory)["freshness"]["checked_at"] == first
    call_ripple(root, "sweep")
    assert ask(root, memory)["freshness"]["checked_at"] > first


def test_naming_another_subject_is_a_new_look(root: Path) -> None:
    memory = learn(root)
    write(root, EDITED + "\n\ndef refund(cart):\n    return -cart.total\n")
    assert judge(root, memory) == "body_changed"
    call_ripple(root, "memories", "edit", memory, "--about", "shop.py::refund")
    assert judge(root, memory) == "fresh"


def test_undoing_a_confirmation_takes_the_look_back(root: Path) -> None:
    memory = learn(root)
    write(root, EDITED)
    call_ripple(root, "memories", "confirm", memory)
    undone = call_ripple(root, "memories", "undo", memory)["memory"]
    assert undone["freshness"]["verdict"] == "body_changed"
    assert judge(root, memory) == "body_changed"


def test_undoing_leaves_code_where_it_went(root: Path) -> None:
    memory = learn(root)
    write(root, EDITED)
    call_ripple(root, "memories", "confirm", memory)
    git(root, "mv", "shop.py", "store.py")
    commit_all(root, "rename")
    assert list_targets(ask(root, memory)) == ["store.py::pay"]
    undone = call_ripple(root, "memories", "undo", memory)
    assert undone["undone"]["action"] == "confirm"
    (root / ".ripple" / "graph.db").unlink()
    call_ripple(root, "sweep")
    shown = ask(root, memory)
    assert (list_targets(shown), shown["freshness"]["verdict"]) == (
        ["store.py::pay"],
        "body_changed",
    )


@pytest.mark.slow
def test_many_looks_are_kept_within_bounds(root: Path) -> None:
    memory = learn(root)
    for number in range(20):
        write(root, CODE.replace("cart.total", f"cart.total + {number}"))
        call_ripple(root, "memories", "confirm", memory)
    assert judge(root, memory) == "fresh"
    write(root, CODE)
    assert judge(root, memory) == "fresh", "the first look is kept"
    write(root, CODE.replace("cart.total", "cart.total + 2"))
    assert judge(root, memory) == "body_changed", "the second is not"


def test_another_way_of_reading_the_same_code_marks_nothing(root: Path) -> None:
    """A version of ripple with other fingerprints is no change of the code."""
    memory = learn(root)
    (root / "other.py").write_text(CODE)
    other = str(remember(root, "Another one.", Note(["other.py::pay"]))["id"])
    write(root, CODE + "\n\nTAX = 3\n")
    call_ripple(root, "scan")
    make_older(root)
    (root / "other.py").write_text(EDITED)
    call_ripple(root, "scan")
    assert judge(root, memory) == "fresh"
    assert [event["action"] for event in read_history(root, memory)] == ["add", "read"]
    assert judge(root, other) != "fresh", "it may have changed at the same time"
    write(root, EDITED)
    assert judge(root, memory) == "body_changed"


def make_older(root: Path) -> None:
    """Leave behind what a version of ripple with other fingerprints would have written."""
    prints = ("body_fingerprint", "signature_fingerprint")
    execute(
        graph_of(root),
        *(f"UPDATE nodes SET {name} = 'x' || {name} WHERE {name} IS NOT NULL" for name in prints),
        "UPDATE meta SET value = 'older' WHERE key = 'maker'",
        """UPDATE meta SET value = '{"python": "older"}' WHERE key = 'extractors'""",
    )
    execute(
        memory_of(root, git_common_dir=root / ".git"),
        *(
            f"""UPDATE memory_anchors SET looks = replace(looks, '"{name}": "', '"{name}": "x')"""
            for name in prints
        ),
    )
    assert {m["freshness"]["verdict"] for m in read_memories(root)} == {"fresh"}


def read_memories(root: Path) -> Any:
    """Return the memories as they are kept, without a look at the code."""
    views = open_project(root).memory_access.open_service().list(None, limit=None).memories
    return [{"freshness": vars(view.freshness)} for view in views]


def read_history(root: Path, memory: str) -> Any:
    return call_ripple(root, "memories", "history", memory)["events"]


def test_a_move_is_part_of_the_history(root: Path) -> None:
    memory = learn(root)
    git(root, "mv", "shop.py", "store.py")
    commit_all(root, "rename")
    shown = ask(root, memory)
    assert shown["anchors"][0]["target"] == "store.py::pay"
    assert shown["anchors"][0]["written_as"] == "shop.py::pay"
    (event,) = [event for event in read_history(root, memory) if event["action"] == "move"]
    assert event["reason"] == "shop.py::pay is now store.py::pay"
    assert event["actor"] == "ripple"


def test_a_sweep_tells_what_is_new_since_the_last_one(root: Path) -> None:
    memory = learn(root)
    assert call_ripple(root, "sweep")["changed"] == []
    git(root, "mv", "shop.py", "store.py")
    commit_all(root, "rename")
    call_ripple(root, "scan")
    moved = {"id": memory, "from": "shop.py::pay", "to": "store.py::pay"}
    assert call_ripple(root, "sweep")["moved"] == [moved]
    again = call_ripple(root, "sweep")
    assert (again["moved"], again["changed"]) == ([], [])
    (root / "store.py").write_text(EDITED)
    changed = call_ripple(root, "sweep")
    assert changed["changed"] == [memory]
    assert changed["changes"][0]["before"] == "fresh"
    assert changed["counts"]["body_changed"] == 1


def test_several_who_notice_at_once_tell_of_a_move_once(root: Path) -> None:
    memory = learn(root)
    git(root, "mv", "shop.py", "store.py")
    commit_all(root, "rename")
    command = [sys.executable, "-m", "ripplegraph", "--json", "memories", "show", memory]
    running = [subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE) for _ in range(4)]
    found = [json.loads(process.communicate()[0]) for process in running]
    assert {tuple(list_targets(shown)) for shown in found} == {("store.py::pay",)}
    assert [event["action"] for event in read_history(root, memory)] == ["add", "move"]
