"""The commands about links, in processes of their own, and what answers about code cost."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_speed import DRIVER, SLOW
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.databases import fill_with_garbage, memory_of
from tests.support.graphs import parse_export, write_files
from tests.support.repository import commit_all


@pytest.fixture
def project(repository: Path) -> Path:
    write_files(repository, {"c.py": "import a\n", "d/e.py": "def e():\n    return 1\n"})
    commit_all(repository, "more")
    return repository


def ripple(project: Path, *arguments: str, code: int = 0) -> Any:
    done = run_ripple(*arguments, "--json", folder=project)
    assert done.code == code, done
    return json.loads(done.output)


def find_loaded(*arguments: str, folder: Path) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


def test_a_link_goes_through_its_life(project: Path) -> None:
    done = ripple(
        project, "link", "b.py", "depends_logically", "d/", "--why", "b keeps what e returns.",
        "--agent", "helper", "--weight", "0.4",
    )  # fmt: skip
    assert (done["source"], done["target"], done["created"]) == ("b.py", "d/", True)
    (listed,) = ripple(project, "links", "--about", "d/")["links"]
    assert (listed["why"], listed["weight"]) == ("b keeps what e returns.", 0.4)
    assert listed["provenance"]["agent"] == "helper"
    assert listed["freshness"]["verdict"] == "fresh"
    items = ripple(project, "dependents", "d/e.py")["items"]
    assert [(item["id"], item["logical"], item["link"]) for item in items] == [
        ("b.py", True, "depends_logically"),
        ("a.py", True, None),
        ("c.py", True, None),
    ]
    assert ripple(project, "dependents", "d/e.py", "--no-links")["items"] == []
    assert ripple(project, "dependencies", "b.py")["items"][0]["id"] == "d/e.py"
    assert ripple(project, "unlink", "b.py", "depends_logically", "d")["links"][0]["id"]
    assert ripple(project, "dependents", "d/e.py")["items"] == []
    ripple(project, "memories", "undo", done["id"])
    assert ripple(project, "unlink", done["short_id"])["links"][0]["state"] == "archived"


def test_people_can_read_it(project: Path) -> None:
    for arguments, words in (
        (("link", "b.py", "flows_to", "d/e.py::e", "--why", "It \x1b[31mflows."), "linked m-"),
        (("link", "b.py", "flows_to", "d/e.py::e"), "confirmed m-"),
        (("link", "c.py", "flows_to", "pattern:x", "--outside"), "it is a candidate"),
        (("links",), "2 of 2 links"),
        (("links", "--limit", "1"), "1 more"),
        (("dependents", "d/e.py"), "1  b.py  by link: flows_to"),
        (("memories", "stats"), "links       2"),
        (("unlink", "b.py", "flows_to", "d/e.py::e"), "unlinked m-"),
    ):
        done = run_ripple(*arguments, folder=project)
        assert done.code == 0, done
        assert words in done.output
        assert "\x1b" not in done.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("link", "b.py", "flow", "a.py"),
        ("link", "b.py", "flows_to", "nothing.py"),
        ("unlink", "b.py", "flows_to"),
        ("unlink", "m-0"),
        ("unlink", "b.py", "flows_to", "a.py"),
        ("dependents", "invariant:nothing"),
    ],
)
def test_what_cannot_be_is_refused_clearly(project: Path, arguments: tuple[str, ...]) -> None:
    assert_clear_failure(run_ripple(*arguments, folder=project), code=2)


def test_exports_mark_what_was_added(project: Path) -> None:
    before = run_ripple("export", folder=project).output
    ripple(project, "link", "b.py", "depends_logically", "invariant:Stock", "--why", "y")
    ripple(project, "remember", "x", "--about", "decision:ADR 1")
    assert run_ripple("export", "--no-links", folder=project).output == before
    after = run_ripple("export", folder=project).output
    old, new = parse_export(before), parse_export(after)
    assert {name: row for name, row in new.nodes.items() if row.get("origin") is None} == old.nodes
    added = {name: row for name, row in new.nodes.items() if row.get("origin") == "knowledge"}
    assert {name: row["type"] for name, row in added.items()} == {
        "invariant:stock": "invariant",
        "decision:adr-1": "decision",
    }
    (edge,) = (row for key, row in new.edges.items() if key not in old.edges)
    assert (edge["origin"], edge["weight"], edge["why"]) == ("knowledge", 0.5, "y")
    for name in ("graphml", "dot", "mermaid"):
        plain = run_ripple("export", "--format", name, "--no-links", folder=project).output
        with_links = run_ripple("export", "--format", name, folder=project).output
        assert len(with_links.splitlines()) == len(plain.splitlines()) + 3
    assert re.search(r"n\d+ ==>\|depends_logically\| n\d+", with_links)


def test_a_link_that_code_has_is_not_exported_twice(project: Path) -> None:
    write_files(project, {"pyproject.toml": '[project]\nname = "x"\nscripts = {x = "d.e:e"}\n'})
    commit_all(project, "script")
    before = run_ripple("export", folder=project).output
    assert '"is_entrypoint_for"' in before
    ripple(project, "link", "pyproject.toml", "is_entrypoint_for", "d/e.py::e")
    assert run_ripple("export", folder=project).output == before


@pytest.mark.parametrize("target", ["b.py", "d/e.py::e", "d/"])
def test_without_links_answers_load_nothing_of_the_memories(project: Path, target: str) -> None:
    ripple(project, "remember", "The lamp is red.", "--about", "a.py")
    for command in (("dependents", target), ("export", "--output", "out.jsonl")):
        loaded = find_loaded(*command, folder=project)
        assert not {name for name in loaded if name.startswith("ripplegraph.memory")}


@pytest.mark.parametrize("command", ["dependents d/e.py", "links"])
def test_links_are_followed_without_slow_modules(project: Path, command: str) -> None:
    ripple(project, "link", "b.py", "flows_to", "d/")
    ripple(project, "scan")
    loaded = find_loaded(*command.split(), folder=project)
    assert not {name.partition(".")[0] for name in loaded} & SLOW
    if command != "links":
        assert "ripplegraph.memory.anchors.code_reader" not in loaded


def test_damaged_memories_do_not_hide_what_code_says(project: Path) -> None:
    ripple(project, "remember", "The lamp is red.", "--about", "a.py")
    fill_with_garbage(memory_of(project, git_common_dir=project / ".git"))
    done = run_ripple("dependents", "b.py", folder=project)
    assert_clear_failure(done, code=4)
    assert "--no-links" in done.errors
    assert ripple(project, "dependents", "b.py", "--no-links")["total"] == 2
