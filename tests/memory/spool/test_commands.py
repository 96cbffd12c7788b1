"""The commands where the git folder cannot be written, in processes that permissions bind."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import Result, assert_clear_failure, run_ripple
from tests.support.permissions import change_modes, mount_read_only, obey_permissions
from tests.support.repository import commit_all, git

CODE = "class Login:\n    def verify(self, token):\n        return token\n"


class Sandbox:
    """A repository whose git folder cannot be written from inside."""

    def __init__(self, root: Path, prefix: tuple[str, ...] = ()) -> None:
        self.root = root
        self.prefix = prefix

    def run(self, *arguments: str) -> Result:
        """Run a command inside."""
        if self.prefix:
            return run_ripple(*arguments, folder=self.root, prefix=self.prefix)
        change_modes(self.root / ".git", writable=False)
        try:
            return run_ripple(*arguments, folder=self.root, before_start=obey_permissions())
        finally:
            change_modes(self.root / ".git", writable=True)

    def inside(self, *arguments: str, code: int = 0) -> Any:
        done = self.run(*arguments, "--json")
        assert done.code == code, done
        return json.loads(done.output)

    def outside(self, *arguments: str, folder: Path | None = None) -> Any:
        done = run_ripple(*arguments, "--json", folder=folder or self.root)
        assert done.code == 0, done
        return json.loads(done.output)

    @property
    def spool(self) -> Path:
        return self.root / ".ripple" / "memory-spool.jsonl"


@pytest.fixture(
    params=[
        pytest.param("permissions", marks=pytest.mark.required),
        pytest.param("mount", marks=pytest.mark.slow),
    ]
)
def sandbox(repository: Path, request: pytest.FixtureRequest) -> Sandbox:
    (repository / "auth.py").write_text(CODE)
    commit_all(repository, "auth")
    prefix = mount_read_only(repository / ".git") if request.param == "mount" else ()
    return Sandbox(repository, prefix)


@pytest.fixture
def bound(repository: Path) -> Sandbox:
    (repository / "auth.py").write_text(CODE)
    commit_all(repository, "auth")
    return Sandbox(repository)


def test_every_change_is_kept_said_so_and_merged(sandbox: Sandbox) -> None:
    known = sandbox.outside("remember", "The lamp is red.", "--about", "auth.py")["id"]
    assert not sandbox.outside("memories", "show", known)["spooled"]
    new = sandbox.inside("remember", "It trusts its token.", "--about", "auth.py::Login.verify")
    assert (new["created"], new["spooled"]) == (True, True)
    first = new["id"]
    second = sandbox.inside("memories", "add", "A door opens inward.", "--outside")["id"]
    third = sandbox.inside("remember", "Nine cups are broken.")["id"]
    for arguments in (
        ("memories", "edit", first, "--title", "Trust"),
        ("memories", "confirm", known),
        ("memories", "relate", first, "validates", known),
        ("memories", "review", "--accept", second),
        ("memories", "flag", third, "--as", "duplicate", "--of", second),
        ("memories", "delete", third),
        ("memories", "undo", third),
        ("memories", "cleanup"),
    ):
        assert sandbox.inside(*arguments)["spooled"], arguments
    assert len(sandbox.spool.read_text().splitlines()) == 11
    assert sandbox.outside("status")["memory"]["spool"]["changes"] == 11
    reads = (
        ("list", "--state", "all"), ("search", "token"), ("show", first), ("history", first),
        ("log",), ("stats",),
    )  # fmt: skip
    inside = [sandbox.inside("memories", *arguments) for arguments in reads]
    exported = sandbox.run("memories", "export", "--format", "jsonl").output
    assert inside[0]["matched"] == 4
    assert inside[2]["title"] == "Trust"
    assert inside[2]["spooled"]
    done = run_ripple("memories", "export", "--format", "jsonl", folder=sandbox.root)
    assert done.output == exported
    outside = [sandbox.outside("memories", *arguments) for arguments in reads]
    assert not sandbox.spool.exists()
    assert not outside[2]["spooled"]
    assert strip(outside) == strip(inside)
    assert not sandbox.inside("memories", "show", first)["spooled"]


def strip(values: Any) -> Any:
    """Leave out what differs between two looks at the same memories."""
    left_out = {"spooled", "bytes", "checked_at", "effective_confidence"}
    left_out |= {"use_count", "last_used_at", "score"}
    if isinstance(values, dict):
        return {name: strip(item) for name, item in values.items() if name not in left_out}
    return [strip(item) for item in values] if isinstance(values, list) else values


def test_there_need_be_no_memories_yet(sandbox: Sandbox) -> None:
    assert sandbox.inside("memories", "list")["matched"] == 0
    first = sandbox.inside("remember", "The lamp is red.", "--about", "auth.py")
    assert first["spooled"]
    assert sandbox.inside("memories", "search", "lamp")["matched"] == 1
    assert not (sandbox.root / ".git" / "ripple").exists()
    sandbox.outside("scan")
    assert not sandbox.spool.exists()
    assert sandbox.outside("memories", "list")["memories"][0]["id"] == first["id"]


@pytest.mark.required
@pytest.mark.parametrize("chance", ["memories list", "memories log", "scan", "remember x", "sweep"])
def test_any_use_of_memories_is_a_chance_to_merge(bound: Sandbox, chance: str) -> None:
    bound.outside("remember", "The lamp is red.")
    bound.inside("remember", "A door opens inward.")
    bound.outside("status")
    bound.outside("doctor")
    assert bound.spool.exists()
    bound.outside(*chance.split())
    assert not bound.spool.exists()
    assert bound.outside("memories", "search", "door")["matched"] == 1


@pytest.mark.required
def test_each_worktree_has_a_spool_and_all_see_what_was_merged(
    bound: Sandbox, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    git(bound.root, "worktree", "add", "--quiet", "-b", "other", str(other))
    memory = bound.inside("remember", "The lamp is red.")["id"]
    assert bound.outside("memories", "list", folder=other)["matched"] == 0
    assert bound.spool.exists()
    bound.outside("memories", "list")
    assert bound.outside("memories", "show", memory, folder=other)["title"] == "The lamp is red"


@pytest.mark.required
def test_a_linked_worktree_can_be_shut_out_too(bound: Sandbox, tmp_path: Path) -> None:
    other = tmp_path / "other"
    git(bound.root, "worktree", "add", "--quiet", "-b", "other", str(other))
    change_modes(bound.root / ".git", writable=False)
    done = run_ripple("remember", "The lamp is red.", folder=other, before_start=obey_permissions())
    change_modes(bound.root / ".git", writable=True)
    assert done.code == 0
    assert (other / ".ripple" / "memory-spool.jsonl").exists()
    assert not bound.spool.exists()
    assert bound.outside("memories", "list", folder=other)["matched"] == 1


@pytest.mark.required
def test_people_are_told(bound: Sandbox, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("- The lamp is red.\n")
    for arguments in (
        ("remember", "A door opens inward."),
        ("memories", "import", str(notes)),
        ("memories", "review"),
        ("memories", "cleanup"),
    ):
        done = bound.run(*arguments)
        assert done.code == 0, done
        assert ("it waits in .ripple/" in done.output) == ("review" not in arguments)
    memory_id = bound.inside("memories", "list")["memories"][0]["id"]
    for name in ("edit", "confirm", "flag", "undo", "delete", "undo"):
        assert "it waits in .ripple/" in bound.run("memories", name, memory_id).output
    assert "waits in .ripple/" in bound.run("memories", "list").output
    assert "changes wait to be merged since" in bound.run("status").output
    doctor = bound.run("doctor").output
    assert "warning  memory spool" in doctor
    assert "so changes wait in" in doctor
    bound.outside("memories", "list")
    assert "no change of memories waits" in run_ripple("doctor", folder=bound.root).output


@pytest.mark.required
def test_nothing_is_acknowledged_where_nothing_can_be_written(bound: Sandbox) -> None:
    bound.outside("remember", "The lamp is red.", "--about", "auth.py")
    for folder in (".git", ".ripple"):
        change_modes(bound.root / folder, writable=False)
    done = run_ripple("remember", "x", folder=bound.root, before_start=obey_permissions())
    listed = run_ripple("memories", "list", folder=bound.root, before_start=obey_permissions())
    for folder in (".git", ".ripple"):
        change_modes(bound.root / folder, writable=True)
    assert_clear_failure(done, code=4)
    assert "memory.db cannot be written" in done.errors
    assert listed.code == 0
    assert "The lamp is red" in listed.output
    assert not bound.spool.exists()


@pytest.mark.required
def test_a_move_of_code_is_followed_by_those_who_are_shut_out(bound: Sandbox) -> None:
    memory_id = bound.outside("remember", "It trusts.", "--about", "auth.py::Login.verify")["id"]
    git(bound.root, "mv", "auth.py", "login.py")
    commit_all(bound.root, "move")
    bound.inside("scan")
    assert bound.spool.exists()
    shown = bound.inside("memories", "show", memory_id)
    assert shown["anchors"][0]["target"] == "login.py::Login.verify"
    assert len(shown["anchors"][0]["moves"]) == 1
    assert shown["spooled"]
    bound.inside("scan")
    assert len(bound.spool.read_text().splitlines()) == 1
    bound.outside("scan")
    history = bound.outside("memories", "history", memory_id)["events"]
    assert [event["action"] for event in history] == ["add", "move"]
    assert bound.outside("memories", "show", memory_id)["freshness"]["verdict"] == "fresh"


@pytest.mark.required
def test_verdicts_follow_what_waits_and_what_others_wrote(bound: Sandbox) -> None:
    """The events of others come between; none of them is passed over."""
    bound.outside("remember", "The lamp is red.", "--about", "auth.py::Login")
    mine = bound.inside("remember", "It trusts.", "--about", "auth.py::Login.verify")["id"]
    (bound.root / "auth.py").write_text(CODE.replace("token):", "token, strict):"))
    bound.inside("scan")
    assert bound.inside("memories", "show", mine)["freshness"]["verdict"] == "signature_changed"
    report = bound.inside("sweep")
    assert report["checked"] == 2
    bound.outside("scan")
    assert bound.outside("memories", "show", mine)["freshness"]["verdict"] == "signature_changed"
    assert bound.outside("sweep")["changed"] == []


@pytest.mark.required
def test_what_is_damaged_or_forged_is_set_aside(bound: Sandbox) -> None:
    first = bound.inside("remember", "The lamp is red.")["id"]
    bound.inside("remember", "A door opens inward.")
    text = bound.spool.read_text()
    bound.spool.write_text(text[: len(text) - 40])
    assert "damaged" in bound.run("doctor").output
    assert [found["id"] for found in bound.inside("memories", "list")["memories"]] == [first]
    third = bound.inside("remember", "Nine cups are broken.")["id"]
    forged = bound.spool.read_text().splitlines()[0].replace("lamp", "lamb")
    bound.spool.write_text(bound.spool.read_text() + forged + "\n")
    found = bound.outside("memories", "list")["memories"]
    assert {memory["id"] for memory in found} == {first, third}
    assert not bound.spool.exists()
    doctor = run_ripple("doctor", folder=bound.root)
    assert doctor.code == 0
    assert "2 changes could not be merged and were set aside" in doctor.output
    aside = (bound.root / ".ripple" / "memory-spool.aside.jsonl").read_text()
    assert "A door" in aside
    assert "lamb" in aside


@pytest.mark.required
def test_an_old_database_is_read_and_changed_where_it_cannot_be_upgraded(bound: Sandbox) -> None:
    from ripplegraph.store.schema.migrations import MIGRATIONS, migrate
    from tests.support.databases import memory_of

    database = memory_of(bound.root, git_common_dir=bound.root / ".git")
    database.path.parent.mkdir()
    migrate(database, MIGRATIONS["memory"][:2])
    assert bound.inside("memories", "list")["matched"] == 0
    assert bound.inside("remember", "The lamp is red.", "--about", "auth.py")["spooled"]
    assert bound.inside("memories", "list")["matched"] == 1
    assert bound.inside("sweep")["checked"] == 1
    assert bound.inside("status")["memory"]["project_id"]
    assert bound.outside("memories", "list")["matched"] == 1
    assert not bound.spool.exists()
