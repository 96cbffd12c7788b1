"""What was learned stands in answers about the places it is about, and about what reaches them."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.support.command import run_ripple
from tests.support.impacts import ask, build_project, get_depths, replace, show

VERIFY = "pkg/core.py::verify"
KEYS = {
    "gotcha": "gotchas",
    "dead_end": "dead_ends",
    "e2e_observation": "e2e_observations",
    "error_pattern": "error_patterns",
    "requirement": "invariants",
    "decision": "decisions",
    "workflow_recipe": "recipes",
    "module_insight": "others",
}


def run(root: Path, *arguments: str) -> str:
    done = run_ripple(*arguments, folder=root)
    assert done.code == 0, done.errors
    return done.output


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = build_project(tmp_path_factory.mktemp("notes") / "p")
    for kind in KEYS:
        run(root, "remember", f"About {kind}.", "--type", kind, "--about", VERIFY)
    run(root, "remember", "Near.", "--type", "gotcha", "--about", "pkg/use.py::login")
    run(root, "remember", "Far.", "--type", "gotcha", "--about", "pkg/use.py::twice")
    run(root, "remember", "Elsewhere.", "--type", "gotcha", "--about", "a.py")
    run(root, "link", "a.py", "depends_logically", "sub/a.py")
    return root


@pytest.fixture
def project(scanned: Path, tmp_path: Path) -> Path:
    return Path(copytree(scanned, tmp_path / "p", symlinks=True))


def find(answer: dict[str, Any], title: str) -> dict[str, Any] | None:
    notes = [note for group in answer["memories"].values() for note in group]
    return next((note for note in notes if note["title"].startswith(title)), None)


def test_each_type_has_its_key_and_each_note_its_origin(scanned: Path) -> None:
    answer = ask(scanned, VERIFY)
    for kind, key in KEYS.items():
        (note,) = [n for n in answer["memories"][key] if n["title"].startswith(f"About {kind}")]
        assert note["type"] == kind
        assert note["distance"] == 0
        assert note["attached_to"] == VERIFY
        assert note["freshness"]["verdict"] == "fresh"
        assert "channel" in note["provenance"]
        assert "user_verified" in note["provenance"]


def test_notes_about_what_reaches_the_target_tell_how_far(scanned: Path) -> None:
    answer = ask(scanned, VERIFY)
    near, far = find(answer, "Near"), find(answer, "Far")
    assert near is not None
    assert far is not None
    assert (near["distance"], far["distance"]) == (1, 2)
    assert find(answer, "Elsewhere") is None
    assert answer["counts"]["memories"] == len(KEYS) + 2


def test_a_folder_has_the_notes_about_everything_in_it(scanned: Path) -> None:
    answer = ask(scanned, "pkg/")
    assert answer["counts"]["memories"] == len(KEYS) + 2
    near = find(answer, "Near")
    assert near is not None
    assert near["distance"] == 0
    assert find(answer, "Elsewhere") is None
    assert ask(scanned, ".")["counts"]["memories"] == len(KEYS) + 3


def test_where_nothing_depends_on_anything_nothing_is_left_out(tmp_path: Path) -> None:
    root = build_project(tmp_path / "p", {"a.py": "x = 1\n"})
    assert ask(root, "a.py")["omitted"]["beyond_depth"] == 0


def test_notes_raise_the_impact_and_are_in_the_text(scanned: Path) -> None:
    terms = ask(scanned, VERIFY)["impact_terms"]
    assert terms["warnings"] > 0
    text = show(scanned, VERIFY)
    assert "gotchas:" in text
    assert f"{len(KEYS) + 2} memories" in text


def test_a_limit_is_said(scanned: Path) -> None:
    answer = ask(scanned, VERIFY, "--limit", "2")
    assert answer["omitted"]["memories_by_limit"] == len(KEYS)
    assert f"{len(KEYS)} of them not shown" in show(scanned, VERIFY, "--limit", "2")


def test_stale_notes_are_left_out_and_counted(project: Path) -> None:
    replace(project, "pkg/core.py", "strict=False", "level, strict=False")
    run(project, "scan")
    answer = ask(project, VERIFY)
    assert answer["omitted"]["stale_memories"] >= 1
    assert find(answer, "About gotcha") is None
    assert "stale left out" in show(project, VERIFY)


def test_a_change_shows_the_notes_that_it_makes_untrue(project: Path) -> None:
    replace(project, "pkg/core.py", "strict=False", "level, strict=False")
    note = find(ask(project, "--diff"), "About gotcha")
    assert note is not None
    assert note["label"].startswith("[STALE")


def test_links_are_followed_and_marked(scanned: Path) -> None:
    answer = ask(scanned, "sub/a.py")
    (row,) = answer["direct_dependents"]
    assert row["id"] == "a.py"
    assert row["logical"] is True
    assert "over a link that someone added" in show(scanned, "sub/a.py")
    assert not ask(scanned, "pkg/core.py")["direct_dependents"][0]["logical"]


def test_nodes_of_knowledge_are_targets(project: Path) -> None:
    run(project, "link", "sub/mod.py", "applies_pattern", "pattern:retry")
    answer = ask(project, "pattern:retry")
    assert answer["targets"][0]["type"] == "pattern"
    assert get_depths(answer)["sub/mod.py"] == 1
