"""Bad input gives one clear sentence, what to do, the right exit code and no traceback."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ripplegraph.store.database import Database
from tests.support import databases
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.permissions import mount_read_only, obey_permissions
from tests.support.repository import git

ROOT = Path(__file__).resolve().parents[2]
DAMAGES = [databases.fill_with_garbage, databases.truncate, databases.break_pages]


def graph_and_memory(repository: Path) -> tuple[Database, Database]:
    graph = databases.graph_of(repository)
    memory = databases.memory_of(repository, git_common_dir=repository / ".git")
    return graph, memory


@pytest.mark.parametrize("command", ["status", "doctor"])
def test_a_folder_outside_any_project(tmp_path: Path, command: str) -> None:
    result = run_ripple(command, folder=tmp_path)
    assert_clear_failure(result, code=3)
    assert "ripple.toml" in result.errors


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    assert_clear_failure(run_ripple("-C", "nowhere", "status", folder=tmp_path), code=2)


def test_a_link_that_leads_to_itself(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert_clear_failure(run_ripple("-C", "loop", "status", folder=tmp_path), code=2)


def test_a_current_folder_that_was_deleted(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    prefix = ("sh", "-c", 'rmdir "$0" && exec "$@"', str(gone))
    result = run_ripple("status", folder=gone, prefix=prefix, environment={"PYTHONPATH": str(ROOT)})
    assert_clear_failure(result, code=2)


@pytest.mark.required
@pytest.mark.parametrize("mode", [0o000, 0o400])
def test_an_unreadable_folder(repository: Path, tmp_path: Path, mode: int) -> None:
    repository.chmod(mode)
    result = run_ripple(
        "-C", repository, "status", folder=tmp_path, before_start=obey_permissions()
    )
    repository.chmod(0o755)
    assert_clear_failure(result, code=2)
    assert "Permission denied" in result.errors


@pytest.mark.required
@pytest.mark.parametrize("command", ["status", "doctor"])
def test_an_unreadable_ripple_folder(repository: Path, command: str) -> None:
    graph, _ = graph_and_memory(repository)
    databases.create_all(graph)
    graph.path.parent.chmod(0o000)
    result = run_ripple(command, folder=repository, before_start=obey_permissions())
    graph.path.parent.chmod(0o755)
    if command == "status":
        assert_clear_failure(result, code=4)
    else:
        assert result.code == 1
        assert "Traceback" not in result.errors


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_graph_is_rebuilt_on_request(
    repository: Path, damage: Callable[[Database], None]
) -> None:
    graph, _ = graph_and_memory(repository)
    databases.record_scan(graph, commit="c", tree="t")
    damage(graph)
    broken = graph.path.read_bytes()

    result = run_ripple("status", folder=repository)
    assert_clear_failure(result, code=4)
    assert "ripple doctor --rebuild-graph" in result.errors
    assert run_ripple("doctor", folder=repository).code == 1
    assert graph.path.read_bytes() == broken

    assert run_ripple("doctor", "--rebuild-graph", folder=repository).code == 0
    assert run_ripple("status", folder=repository).code == 0
    (aside,) = graph.path.parent.glob("graph.db.old-*Z")
    assert aside.read_bytes() == broken


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize(
    "arguments", [["status"], ["doctor"], ["doctor", "--rebuild-graph"]], ids=" ".join
)
def test_a_damaged_memory_is_never_overwritten(
    repository: Path, damage: Callable[[Database], None], arguments: list[str]
) -> None:
    _, memory = graph_and_memory(repository)
    databases.create_all(memory)
    damage(memory)
    broken = memory.path.read_bytes()

    result = run_ripple(*arguments, folder=repository)
    assert memory.path.read_bytes() == broken
    if arguments == ["status"]:
        assert_clear_failure(result, code=4)
    else:
        assert result.code == 1
        assert "memory.db" in result.output
        assert "no backup" in result.output


def test_doctor_names_the_newest_backup_of_a_damaged_memory(repository: Path) -> None:
    _, memory = graph_and_memory(repository)
    databases.create_all(memory)
    memory.path.with_name("memory.db.bak-v1").write_bytes(memory.path.read_bytes())
    databases.fill_with_garbage(memory)
    assert "memory.db.bak-v1" in run_ripple("doctor", folder=repository).output


@pytest.mark.parametrize("which", [0, 1], ids=["graph", "memory"])
def test_a_database_from_a_newer_version(repository: Path, which: int) -> None:
    database = graph_and_memory(repository)[which]
    databases.create_all(database)
    databases.set_version(database, 99)
    before = database.path.read_bytes()
    result = run_ripple("status", folder=repository)
    assert_clear_failure(result, code=4)
    assert "99" in result.errors
    assert run_ripple("doctor", folder=repository).code == 1
    assert database.path.read_bytes() == before


@pytest.mark.required
def test_folders_that_cannot_be_written(repository: Path) -> None:
    graph, memory = graph_and_memory(repository)
    databases.record_scan(graph, commit="c", tree="t")
    databases.create_all(memory)
    for path in (graph.path, memory.path):
        path.chmod(0o444)
        path.parent.chmod(0o555)
    assert_reads_but_does_not_write(repository)


def test_a_read_only_file_system(repository: Path) -> None:
    graph, memory = graph_and_memory(repository)
    databases.record_scan(graph, commit="c", tree="t")
    databases.create_all(memory)
    prefix = mount_read_only(repository)
    assert_reads_but_does_not_write(repository, prefix=prefix)


def assert_reads_but_does_not_write(repository: Path, prefix: tuple[str, ...] = ()) -> None:
    limits = None if prefix else obey_permissions()
    status = run_ripple("status", folder=repository, prefix=prefix, before_start=limits)
    assert (status.code, status.errors) == (0, "")
    assert "imports 1" in status.output
    doctor = run_ripple("doctor", folder=repository, prefix=prefix, before_start=limits)
    assert doctor.code == 0
    assert "cannot be written" in doctor.output
    rebuild = run_ripple(
        "doctor", "--rebuild-graph", folder=repository, prefix=prefix, before_start=limits
    )
    assert_clear_failure(rebuild, code=4)


def test_a_folder_in_place_of_a_database(repository: Path) -> None:
    graph, _ = graph_and_memory(repository)
    graph.path.parent.mkdir()
    graph.path.mkdir()
    assert_clear_failure(run_ripple("status", folder=repository), code=4)


def test_a_bare_repository(tmp_path: Path) -> None:
    git(tmp_path, "init", "--bare", "--quiet", "bare.git")
    result = run_ripple("-C", "bare.git", "status", folder=tmp_path)
    assert_clear_failure(result, code=3)
    assert "bare" in result.errors


def test_git_is_not_installed(repository: Path, tmp_path: Path) -> None:
    nothing = {"PATH": str(tmp_path)}
    assert_clear_failure(run_ripple("status", folder=repository, environment=nothing), code=3)
    (tmp_path / "ripple.toml").touch()
    assert run_ripple("status", folder=tmp_path, environment=nothing).code == 0


def test_a_repository_of_somebody_else(repository: Path) -> None:
    foreign = {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}
    result = run_ripple("status", folder=repository, environment=foreign)
    assert_clear_failure(result, code=3)
    assert "safe.directory" in result.errors


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["statsu"], "Did you mean 'status'?"),
        (["status", "--jsno"], "--json"),
        (["completion", "tcsh"], "'bash'"),
        (["--set", "scan.jobs", "status"], "KEY=VALUE"),
        (["status", "--set", "scan.jobz=1"], "scan.jobs"),
        (["status", "extra"], "extra"),
    ],
)
def test_wrong_usage(repository: Path, arguments: list[str], expected: str) -> None:
    result = run_ripple(*arguments, folder=repository)
    assert_clear_failure(result, code=2)
    assert expected in result.errors


def test_a_wrong_setting_in_the_file(repository: Path) -> None:
    (repository / "ripple.toml").write_text("[scan]\nexlude = []\n")
    result = run_ripple("status", folder=repository)
    assert_clear_failure(result, code=2)
    assert "scan.exclude" in result.errors
    doctor = run_ripple("doctor", folder=repository)
    assert doctor.code == 1
    assert "scan.exclude" in doctor.output
