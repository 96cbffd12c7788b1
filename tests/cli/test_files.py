"""Files that commands write: never over another one by accident, never in part, never in git."""

import subprocess
from pathlib import Path

import pytest

from ripplegraph.cli.files import open_output
from ripplegraph.errors import UsageError
from tests.support.command import assert_clear_failure, run_ripple

WRITERS = [("export",), ("memories", "export"), ("memories", "export", "--format", "jsonl")]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    folder.mkdir()
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    (folder / "a.py").write_text("def f():\n    return 1\n")
    return folder


@pytest.mark.parametrize("command", WRITERS)
def test_a_file_is_replaced_only_by_force(root: Path, command: tuple[str, ...]) -> None:
    file = root / "out.json"
    file.write_text("mine\n")
    done = run_ripple(*command, "--output", file, folder=root)
    assert_clear_failure(done, code=2)
    assert "--force" in done.errors
    assert file.read_text() == "mine\n"
    assert run_ripple(*command, "--output", file, "--force", folder=root).code == 0
    assert file.read_text() != "mine\n"
    assert not list(root.glob(".ripple-*"))


@pytest.mark.parametrize("name", [".git/config", ".git/hooks/post-commit", "sub/../.git/x", "link"])
@pytest.mark.parametrize("force", [True, False])
def test_nothing_is_written_inside_git(root: Path, name: str, force: bool) -> None:
    (root / "sub").mkdir()
    (root / "link").symlink_to(root / ".git" / "new")
    before = sorted((root / ".git").rglob("*"))
    with (
        pytest.raises(UsageError, match="git folder"),
        open_output(str(root / name), force=force) as stream,
    ):
        stream.write(b"x")
    assert sorted((root / ".git").rglob("*")) == before


def test_nothing_is_written_inside_a_repository_of_another_name(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", "--bare", "store"], cwd=tmp_path, check=True)
    with pytest.raises(UsageError), open_output(str(tmp_path / "store/hooks/x"), force=True):
        pass


def test_what_is_cut_off_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "out"
    file.write_text("old")
    with pytest.raises(KeyboardInterrupt), open_output(str(file), force=True) as stream:
        stream.write(b"new")
        raise KeyboardInterrupt
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_comes_meanwhile_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "out"
    with pytest.raises(UsageError, match="already"), open_output(str(file), force=False) as stream:
        stream.write(b"new")
        file.write_text("quicker")
    assert file.read_text() == "quicker"


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    with open_output("/dev/null", force=False) as stream:
        stream.write(b"x")
    assert Path("/dev/null").is_char_device()


def test_a_link_is_followed(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    with open_output(str(link), force=True) as stream:
        stream.write(b"new")
    assert (file.read_text(), link.is_symlink()) == ("new", True)


def test_a_link_that_leads_nowhere_makes_no_file(tmp_path: Path) -> None:
    link = tmp_path / "out.json"
    link.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="is a link to"), open_output(str(link), force=False):
        pass
    assert not (tmp_path / "elsewhere").exists()
    with open_output(str(link), force=True) as stream:
        stream.write(b"x")
    assert (tmp_path / "elsewhere").read_bytes() == b"x"
