"""Finding the project that a folder belongs to."""

from pathlib import Path

import pytest

from ripplegraph import NotAProjectError, Project, UsageError, open_project
from ripplegraph.app.operation_registry import OPERATIONS


def test_inside_git_the_root_is_the_worktree(repository: Path) -> None:
    inner = repository / "src"
    inner.mkdir()
    (inner / "ripple.toml").touch()
    assert open_project(inner).root == repository


def test_a_file_belongs_to_its_folder(repository: Path) -> None:
    assert open_project(repository / "a.py").root == repository


@pytest.mark.parametrize("marker", [".ripple/", "ripple.toml"])
def test_outside_git_the_nearest_marked_folder_is_the_root(tmp_path: Path, marker: str) -> None:
    inner = tmp_path / "deep" / "inner"
    inner.mkdir(parents=True)
    mark = tmp_path / "deep" / marker
    if marker.endswith("/"):
        mark.mkdir()
    else:
        mark.touch()
    assert open_project(inner).root == tmp_path / "deep"


def test_a_folder_without_a_project(tmp_path: Path) -> None:
    with pytest.raises(NotAProjectError) as caught:
        open_project(tmp_path)
    assert caught.value.path == tmp_path


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        open_project(tmp_path / "nowhere")


def test_settings_come_from_the_given_layers(repository: Path) -> None:
    project = open_project(
        repository, environment={"RIPPLE_SCAN_JOBS": "2"}, flags={"scan.ambiguous_limit": "9"}
    )
    assert (project.config.scan.jobs, project.config.scan.ambiguous_limit) == (2, 9)


def test_opening_writes_nothing(repository: Path) -> None:
    before = sorted(repository.rglob("*"))
    project = open_project(repository)
    project.status()
    project.doctor()
    assert sorted(repository.rglob("*")) == before


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_is_a_method_of_one_service(repository: Path, name: str) -> None:
    project = open_project(repository)
    method = getattr(project, name)
    services = [part for part in vars(project).values() if hasattr(type(part), name)]
    assert [method.__self__] == services
    assert method.__func__ is getattr(Project, name)
