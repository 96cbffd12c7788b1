"""Links: how they are made, found again and retired, and that answers about code follow them."""

import json
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import UsageError, open_project
from ripplegraph.app.project import Project
from ripplegraph.closure.query import Reach
from ripplegraph.config import MemoryConfig
from ripplegraph.errors import UnknownTargetError
from ripplegraph.graph.knowledge import LINK_KINDS
from ripplegraph.indexing.canonical_dump import read_canonical
from ripplegraph.memory.checks import SecretRefusedError
from ripplegraph.memory.lifecycle.cleanup import find_protected
from ripplegraph.memory.links.drafts import LinkDraft
from ripplegraph.memory.links.overlay import build_overlay
from ripplegraph.memory.links.views import LinkedView
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.memory.writing.edits import Edit
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.memory.memory_reader import MemoryFilter, get_memory
from ripplegraph.store.records.memory_records import Provenance
from tests.support.databases import graph_of, memory_of
from tests.support.graphs import write_files
from tests.support.repository import commit_all, git

FILES = {
    "a.py": "import os\n\ndef f():\n    return os.name\n",
    "b.py": "import c\n\ndef g(x):\n    y = c.h(x)\n    z = y + 1\n    return z\n",
    "c.py": "def h(x):\n    return x\n",
    "src/d.py": "def d():\n    return 4\n",
    "src/e.py": "def e():\n    return 5\n",
}


@pytest.fixture
def root(repository: Path) -> Path:
    write_files(repository, FILES)
    commit_all(repository, "code")
    return repository


@pytest.fixture
def project(root: Path) -> Project:
    found = open_project(root)
    found.scan()
    return found


def link(project: Project, source: str, kind: str, target: str, **options: Any) -> LinkedView:
    return project.link(LinkDraft(source, kind, target, **options))


def name(reach: Reach) -> list[tuple[str, int, str | None]]:
    return [(item.id, item.depth, item.link) for item in reach.items]


# Making -----------------------------------------------------------------------------------------


def test_a_link_is_followed_like_code(project: Project) -> None:
    done = link(project, "./a.py::f", "depends_logically", "b.py", why="f keeps what b returns.")
    assert (done.source, done.kind, done.target) == ("a.py::f", "depends_logically", "b.py")
    assert (done.why, done.weight, done.confidence) == ("f keeps what b returns.", 0.5, 0.8)
    assert (done.created, done.in_use, done.auto_extracted) == (True, True, False)
    assert done.freshness.verdict == "fresh"
    assert name(project.dependents("c.py")) == [("b.py", 1, None), ("a.py", 2, "depends_logically")]
    assert name(project.dependencies("a.py::f"))[0] == ("b.py", 1, "depends_logically")
    assert name(project.dependencies("a.py::f", kinds=["flows_to"])) == []
    assert project.dependents("c.py", links=False).total == 1


def test_a_link_is_a_memory(project: Project) -> None:
    done = link(project, "a.py::f", "flows_to", "src", confidence=0.9, weight=0.25)
    memory = project.get_memory(done.id)
    assert (memory.type, memory.state, memory.confidence) == ("link", "active", 0.9)
    assert memory.content == "`a.py::f` flows to `src/`."
    assert memory.title == "a.py::f flows_to src/"
    assert memory.details == {
        "kind": "flows_to", "source": "a.py::f", "target": "src/", "weight": 0.25,
    }  # fmt: skip
    assert [(a.target, a.role, a.kind) for a in memory.anchors] == [
        ("a.py::f", "subject", "symbol"),
        ("src/", "subject", "directory"),
    ]
    assert memory.provenance.commit == git(project.root, "rev-parse", "HEAD")
    assert [event.action for event in project.get_memory_history(done.id).events] == ["add"]
    assert name(project.dependents("src/d.py")) == [("a.py", 1, "flows_to")]


@pytest.mark.parametrize("kind", LINK_KINDS)
def test_every_kind_has_words_and_a_weight(project: Project, kind: str) -> None:
    done = link(project, "a.py", kind, "b.py")
    assert done.why.startswith("`a.py` ")
    assert done.why.endswith(" `b.py`.")
    assert 0 < done.weight < 1


def test_what_a_program_found_is_marked(project: Project) -> None:
    done = link(project, "a.py", "flows_to", "b.py", provenance=Provenance("observer_inferred"))
    assert (done.auto_extracted, done.state, done.needs_review) == (True, "candidate", True)
    assert project.list_memories(MemoryFilter(needs_review=True)).matched == 1


@pytest.mark.parametrize(
    ("source", "kind", "target", "words"),
    [
        ("a.py", "depends_logic", "b.py", "nearest one is 'depends_logically'"),
        ("a.py", "imports", "b.py", "nearest one is"),
        ("a.py", "flows_to", "./a.py", "Name another end"),
        ("src", "flows_to", "src/", "Name another end"),
        ("*.py", "flows_to", "a.py", "Name a file"),
        (".", "flows_to", "a.py", "Name a file"),
        ("a.py", "flows_to", "a.py::<import os>", "Name a file"),
        ("a.py", "flows_to", "pattern:...", "letters or digits"),
        ("a.py", "flows_to", f"pattern:{'x' * 101}", "letters or digits"),
        ("a.py", "flows_to", "b.pi", "b.py"),
        ("a.py", "flows_to", "../outside.py", "The project is"),
        ("a.py", "flows_to", "", "Say what"),
        ("a.py", "flows_to", "b\0.py", "text"),
    ],
)
def test_what_cannot_be_linked_is_refused(
    project: Project, source: str, kind: str, target: str, words: str
) -> None:
    with pytest.raises(UsageError) as caught:
        link(project, source, kind, target)
    assert words in caught.value.hint
    assert project.list_links().matched == 0


def test_a_secret_in_the_reason_is_refused(project: Project) -> None:
    with pytest.raises(SecretRefusedError):
        link(project, "a.py", "flows_to", "b.py", why="AKIA" + "Q3EGRIZ7TKDUX2VN")
    with pytest.raises(UsageError, match="weight"):
        link(project, "a.py", "flows_to", "b.py", weight=2.0)


def test_an_end_that_is_not_there_yet(project: Project, root: Path) -> None:
    with pytest.raises(UnknownTargetError):
        link(project, "a.py", "flows_to", "later.py::new")
    done = link(project, "a.py", "flows_to", "later.py::new", allow_unresolved=True)
    assert (done.in_use, done.freshness.verdict) == (False, "unknown")
    assert project.dependencies("a.py").total == 0
    write_files(root, {"later.py": "def new():\n    return 1\n"})
    project.scan()
    assert name(project.dependencies("a.py")) == [("later.py", 1, "flows_to")]
    assert project.list_links().links[0].in_use


# Once more --------------------------------------------------------------------------------------


def test_the_same_link_is_confirmed(project: Project) -> None:
    first = link(project, "a.py", "flows_to", "b.py")
    origin = Provenance("agent_explicit", agent="another")
    again = link(project, "a.py", "flows_to", "b.py", provenance=origin)
    assert (again.id, again.created) == (first.id, False)
    assert again.confidence > first.confidence
    assert link(project, "a.py", "depends_logically", "b.py").created
    assert link(project, "b.py", "flows_to", "a.py").created
    assert project.list_links().matched == 3


def test_a_reason_takes_the_place_of_none_and_no_other(project: Project) -> None:
    first = link(project, "a.py", "flows_to", "b.py")
    again = link(project, "a.py", "flows_to", "b.py", why="Orders pass through c.py.", weight=0.9)
    assert (again.id, again.why, again.weight) == (first.id, "Orders pass through c.py.", 0.9)
    mentioned = [a.target for a in project.get_memory(first.id).anchors if a.role == "mention"]
    assert mentioned == ["c.py"]
    third = link(project, "a.py", "flows_to", "b.py", why="Because it is so.")
    assert third.why == "Orders pass through c.py."
    events = project.get_memory_history(first.id).events
    assert [event.action for event in events] == ["add", "confirm", "edit", "confirm"]
    assert "Because it is so." in events[-1].reason


def test_a_link_is_known_where_its_ends_went(project: Project, root: Path) -> None:
    first = link(project, "a.py::f", "flows_to", "b.py::g")
    git(root, "mv", "b.py", "moved.py")
    commit_all(root, "move")
    project.scan()
    assert link(project, "a.py::f", "flows_to", "moved.py::g").id == first.id


# Retiring ---------------------------------------------------------------------------------------


def test_unlinking_and_taking_that_back(project: Project) -> None:
    done = link(project, "a.py", "flows_to", "src")
    (retired,) = project.unlink("./a.py", "flows_to", "src/").links
    assert (retired.id, retired.state, retired.in_use) == (done.id, "archived", False)
    assert project.dependencies("a.py").total == 0
    assert project.list_links().matched == 0
    project.undo_memory(done.id)
    assert project.dependencies("a.py").total == 2
    assert project.unlink(done.short_id, actor="x", reason="wrong").links[0].id == done.id
    event = project.get_memory_history(done.id).events[-1]
    assert (event.action, event.actor, event.reason) == ("unlink", "x", "wrong")
    with pytest.raises(UsageError, match="archived already"):
        project.unlink(done.id)
    assert link(project, "a.py", "flows_to", "src").created


def test_what_is_no_link_is_not_unlinked(project: Project) -> None:
    memory = project.remember(Draft("The lamp is red.", about=("a.py",)))
    with pytest.raises(UsageError, match="no link but a fact"):
        project.unlink(memory.id)
    with pytest.raises(UsageError, match="There is no link"):
        project.unlink("a.py", "flows_to", "b.py")
    with pytest.raises(UsageError, match="no link of kind"):
        project.unlink("a.py", "flows", "b.py")


def test_a_link_of_code_that_is_gone_can_be_retired(project: Project, root: Path) -> None:
    link(project, "a.py", "flows_to", "c.py::h")
    (root / "c.py").unlink()
    project.scan()
    assert len(project.unlink("a.py", "flows_to", "c.py::h").links) == 1


# Following code ---------------------------------------------------------------------------------


def test_moves_are_followed(project: Project, root: Path) -> None:
    done = link(project, "a.py::f", "flows_to", "b.py::g")
    git(root, "mv", "b.py", "moved.py")
    project.scan()
    (found,) = project.list_links().links
    assert (found.id, found.target, found.written_target) == (done.id, "moved.py::g", "b.py::g")
    assert found.freshness.verdict == "fresh"
    assert name(project.dependents("moved.py::g")) == [("a.py::f", 1, "flows_to")]


def test_moves_that_memories_have_not_followed_yet(
    project: Project, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link(project, "a.py::f", "flows_to", "b.py::g")
    project.scan()
    monkeypatch.setattr(project.memory_access, "follow_code", lambda: None)
    git(root, "mv", "b.py", "moved.py")
    project.scan()
    assert name(project.dependents("moved.py")) == [("a.py", 1, "flows_to")]


def test_a_link_without_an_end_is_left_out_until_it_is_back(project: Project, root: Path) -> None:
    link(project, "a.py::f", "flows_to", "c.py::h")
    kept = (root / "c.py").read_text()
    write_files(root, {"c.py": "x = 1\n"})
    project.scan()
    (found,) = project.list_links().links
    assert (found.in_use, found.freshness.verdict) == (False, "gone")
    assert "STALE" in found.label
    assert project.dependencies("a.py::f").total == 0
    write_files(root, {"c.py": kept})
    project.scan()
    assert project.list_links().links[0].freshness.verdict == "fresh"
    assert project.dependencies("a.py::f").total == 1


def test_a_changed_end_leaves_the_link_and_says_so(project: Project, root: Path) -> None:
    link(project, "a.py::f", "flows_to", "c.py::h")
    write_files(root, {"c.py": "def h(x, y):\n    return x\n"})
    project.scan()
    (found,) = project.list_links().links
    assert (found.in_use, found.freshness.verdict) == (True, "signature_changed")
    assert found.effective_confidence < found.confidence
    assert project.dependencies("a.py::f").total == 1
    assert project.to_networkx()["a.py::f"]["c.py::h"]["flows_to"]["confidence"] == (
        found.effective_confidence
    )


def test_worktrees_have_their_own_places(project: Project, root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    git(root, "worktree", "add", "--quiet", "-b", "other", str(other))
    link(project, "a.py", "flows_to", "src/d.py")
    git(other, "mv", "src/d.py", "new.py")
    elsewhere = open_project(other)
    elsewhere.scan()
    assert name(elsewhere.dependents("new.py")) == [("a.py", 1, "flows_to")]
    assert name(project.dependents("src/d.py")) == [("a.py", 1, "flows_to")]
    project.scan()
    assert project.list_links().links[0].target == "src/d.py"
    assert elsewhere.list_links().links[0].target == "new.py"


def test_links_leave_the_graph_as_it_is(project: Project, root: Path) -> None:
    graph = graph_of(root)
    before = read_canonical(graph)
    link(project, "a.py", "flows_to", "src/")
    link(project, "b.py::g", "applies_pattern", "pattern:retry")
    project.scan()
    assert read_canonical(graph) == before
    project.scan(full=True)
    assert read_canonical(graph) == before
    assert project.dependencies("a.py").total == 2
    assert project.module_map().modules
    assert project.doctor(verify=True).problems == ()


def test_two_links_that_became_one_are_followed_once(project: Project, root: Path) -> None:
    link(project, "a.py", "flows_to", "b.py", confidence=0.3, why="The weaker one.")
    link(project, "a.py", "flows_to", "later.py", allow_unresolved=True, confidence=0.6)
    git(root, "mv", "b.py", "later.py")
    project.scan()
    memory = memory_of(root, git_common_dir=root / ".git")
    with open_for_reading(memory) as memories, open_for_reading(graph_of(root)) as graph:
        edges = build_overlay(memories, graph, root).edges
    assert [(edge.source, edge.target) for edge in edges] == [("a.py", "later.py")]
    assert edges[0].confidence > 0.3
    assert len(project.unlink("a.py", "flows_to", "later.py").links) == 2


# Knowledge --------------------------------------------------------------------------------------


def test_a_node_of_knowledge_is_there_while_something_names_it(project: Project) -> None:
    with pytest.raises(UnknownTargetError):
        project.dependents("invariant:stock-never-negative")
    first = project.remember(
        Draft("Refunds may take stock below zero.", about=("invariant:Stock never negative",))
    )
    assert first.anchors[0].target == "invariant:stock-never-negative"
    assert first.freshness.verdict == "unanchored"
    assert project.dependents("invariant:stock never negative!").total == 0
    done = link(project, "c.py::h", "depends_logically", "invariant:stock-never-negative")
    assert done.freshness.verdict == "fresh"
    assert name(project.dependents("invariant:stock-never-negative")) == [
        ("c.py::h", 1, "depends_logically"),
        ("b.py::g", 2, None),
    ]
    assert project.list_memories(MemoryFilter(about="invariant:Stock Never Negative")).matched == 1
    project.delete_memory(first.id)
    assert project.dependents("invariant:stock-never-negative").total == 2
    project.unlink(done.id)
    with pytest.raises(UnknownTargetError):
        project.dependents("invariant:stock-never-negative")


def test_code_decides_about_a_memory_of_both(project: Project, root: Path) -> None:
    memory = project.remember(Draft("x", about=("c.py::h", "decision:ADR 12")))
    write_files(root, {"c.py": "x = 1\n"})
    project.scan()
    assert project.get_memory(memory.id).freshness.verdict == "gone"


def test_links_between_nodes_of_knowledge(project: Project) -> None:
    done = link(project, "pattern:Outbox", "depends_logically", "decision:use kafka")
    assert (done.freshness.verdict, done.in_use) == ("unanchored", True)
    link(project, "b.py", "applies_pattern", "pattern:outbox")
    assert name(project.dependencies("b.py")) == [
        ("c.py", 1, None),
        ("pattern:outbox", 1, "applies_pattern"),
        ("decision:use-kafka", 2, "depends_logically"),
    ]
    found = project.list_links(about="pattern:Outbox")
    assert {item.source for item in found.links} == {"pattern:outbox", "b.py"}


def test_nothing_is_claimed_of_knowledge(project: Project) -> None:
    with pytest.raises(UsageError, match="no code"):
        project.remember(Draft("x", claims=("exists(invariant:stock)",)))


def test_knowledge_needs_no_scan(tmp_path: Path) -> None:
    project = open_project(tmp_path, anywhere=True)
    memory = project.remember(Draft("x", about=("decision:ADR 12",)))
    assert memory.freshness.verdict == "unanchored"
    assert link(project, "pattern:a", "flows_to", "pattern:b").in_use
    assert not (tmp_path / ".ripple" / "graph.db").exists()


# Among the memories -----------------------------------------------------------------------------


def test_lists_and_searches_show_links_only_on_request(project: Project) -> None:
    link(project, "a.py", "flows_to", "b.py", why="The lamp is red.")
    project.remember(Draft("The lamp is green.", about=("a.py",)))
    assert project.list_memories().matched == 1
    assert project.list_memories(MemoryFilter(about="a.py")).matched == 1
    assert project.search_memories("lamp").matched == 1
    assert project.search_memories("lamp", MemoryFilter(types=("link",))).matched == 1
    assert project.list_memories(MemoryFilter(types=("link",))).matched == 1
    assert len(json.loads(project.export_memories())["memories"]) == 1
    stats = project.get_memory_stats()
    assert (stats.total, stats.links, stats.types) == (1, 1, {"fact": 1})


def test_links_are_listed_by_place(project: Project) -> None:
    link(project, "a.py::f", "flows_to", "src/d.py")
    link(project, "b.py", "flows_to", "c.py")
    assert project.list_links().matched == 2
    for place in ("a.py", "a.py::f", "src/", "src/d.py", "./src/d.py"):
        assert [item.source for item in project.list_links(about=place).links] == ["a.py::f"]
    assert project.list_links(about="src/e.py").matched == 0
    assert project.list_links(limit=1).omitted == 1


def test_a_link_is_not_edited_into_another_one(project: Project, root: Path) -> None:
    done = link(project, "a.py", "flows_to", "c.py")
    for wanted in (Edit(type="fact"), Edit(about=("b.py",)), Edit(details={"kind": "flows_to"})):
        with pytest.raises(UsageError, match="cannot be edited"):
            project.edit_memory(done.id, wanted)
    (root / "c.py").unlink()
    project.scan()
    project.edit_memory(done.id, Edit(content="Orders go there.", pinned=True))
    assert project.list_links().links[0].why == "Orders go there."
    fact = project.remember(Draft("The lamp is red."))
    with pytest.raises(UsageError, match="source, a kind and a target"):
        project.edit_memory(fact.id, Edit(type="link"))


@pytest.mark.parametrize(
    "details",
    [
        {},
        {"kind": "flows_to"},
        {"kind": "flows_to", "source": "a.py", "target": "c.py"},
        {"kind": "flows_to", "source": "b.py", "target": "a.py"},
        {"kind": "flows_to", "source": "a.py", "target": "b.py", "weight": 7},
    ],
)
def test_the_gate_lets_nothing_else_be_a_link(project: Project, details: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        project.remember(Draft("x", type="link", details=details, about=("a.py", "b.py")))


def test_a_link_that_passes_the_gate_is_one(project: Project) -> None:
    details = {"kind": "flows_to", "source": "a.py", "target": "b.py"}
    project.remember(Draft("x", type="link", details=details, about=("./a.py", "b.py")))
    assert not link(project, "a.py", "flows_to", "b.py").created


def test_links_are_exported_and_imported_without_loss(project: Project, tmp_path: Path) -> None:
    link(project, "a.py", "flows_to", "b.py", why="The lamp is red.")
    gone = link(project, "pattern:x", "flows_to", "b.py")
    project.unlink(gone.id)
    lines = project.export_memories(format_name="jsonl")
    folder = write_files(tmp_path / "elsewhere", FILES)
    other = open_project(folder, anywhere=True)
    other.scan()
    assert other.import_memories(lines).added == 2
    assert other.export_memories(format_name="jsonl") == lines
    assert name(other.dependents("b.py")) == [("a.py", 1, "flows_to")]
    assert other.import_memories(lines).unchanged == 2


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"source": "pattern:x"', '"source": "pattern:y"', "source, a kind and a target"),
        ('"kind": "flows_to"', '"kind": "imports"', "cannot be 'imports'"),
        ("pattern:x", "pattern:X x", "not written as an export does"),
        ('"weight": 0.5', '"weight": 5', "weight"),
        ("b.py", "../b.py", "outside"),
    ],
)
def test_a_forged_link_is_not_imported(
    project: Project, tmp_path: Path, old: str, new: str, reason: str
) -> None:
    link(project, "pattern:x", "flows_to", "b.py", weight=0.5)
    lines = project.export_memories(format_name="jsonl")
    other = open_project(write_files(tmp_path / "elsewhere", FILES), anywhere=True)
    report = other.import_memories(lines.replace(old, new))
    assert reason in report.refused[0].reason
    assert other.list_links().matched == 0


def test_the_same_link_from_elsewhere_is_confirmed(project: Project, tmp_path: Path) -> None:
    here = link(project, "a.py", "flows_to", "b.py", why="The lamp is red.")
    other = open_project(write_files(tmp_path / "elsewhere", FILES), anywhere=True)
    other.scan()
    link(other, "a.py", "flows_to", "b.py", why="The door is open.")
    report = project.import_memories(other.export_memories(format_name="jsonl"))
    assert (report.confirmed, report.added) == (1, 0)
    assert [item.id for item in project.list_links().links] == [here.id]


def test_cleanup_leaves_links_alone_and_does_not_count_them(project: Project) -> None:
    for target in ("b.py", "c.py", "src/", "pattern:x"):
        link(project, "a.py", "flows_to", target, confidence=0.01)
    for text in ("The lamp is red.", "The door is open."):
        project.remember(Draft(text))
    service = project.memory_access.open_service()
    config = MemoryConfig(global_keep=2, max_keep=2, unused_days=0)
    report = service.clean_up(config, current=None, if_due=False)
    assert (report.archived, report.pruned, report.protected) == (0, 0, 4)
    assert project.list_links().matched == 4


def test_a_retired_link_is_not_protected(project: Project, root: Path) -> None:
    done = link(project, "a.py", "flows_to", "b.py")
    project.unlink(done.id)
    with open_for_reading(memory_of(root, git_common_dir=root / ".git")) as connection:
        memory = get_memory(connection, done.id)
    assert memory is not None
    assert list(find_protected([memory], current=None)) == []
