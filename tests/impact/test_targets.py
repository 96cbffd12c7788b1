"""What a target means, and what is said about one that means nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.errors import AmbiguousTargetError, UnknownTargetError
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.impacts import CORE, ask, build_project, get_depths, write
from tests.support.repository import git

VERIFY = "pkg/core.py::verify"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = build_project(tmp_path_factory.mktemp("targets") / "p")
    (root / "ignored.py").write_text("x = 1\n")
    (root / "link.py").symlink_to("pkg/core.py")
    (root / "nowhere.py").symlink_to("missing.py")
    (root / "empty").mkdir()
    (root / "blob.bin").write_bytes(bytes(range(256)))
    write(root, {"odd [name].py": "def odd():\n    return 1\n"})
    write(root, {f"many/m{at:02}.py": "def common():\n    return 1\n" for at in range(60)})
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "more")
    assert run_ripple("scan", folder=root).code == 0
    return root


def find(project: Path, text: str, folder: str = "") -> str:
    impact = open_project(project).analyze_impact([text], folder=project / folder, scan=False)
    return impact.targets[0].id


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pkg/core.py", "pkg/core.py"),
        ("./pkg/core.py", "pkg/core.py"),
        ("pkg//core.py", "pkg/core.py"),
        (VERIFY, VERIFY),
        ("pkg/core.py:7", VERIFY),
        ("pkg/core.py:8:12", VERIFY),
        ("pkg/core.py:17", "pkg/core.py::Box.open"),
        ("pkg/core.py:5", "pkg/core.py"),
        ("Box.open", "pkg/core.py::Box.open"),
        ("login", "pkg/use.py::login"),
        ("pkg", "pkg/"),
        ("pkg/", "pkg/"),
        (".", "./"),
        ("link.py", "pkg/core.py"),
        ("link.py::verify", VERIFY),
        ("link.py:7", VERIFY),
        ("odd [name].py", "odd [name].py"),
        ("odd [name].py::odd", "odd [name].py::odd"),
    ],
)
def test_what_is_meant(project: Path, text: str, found: str) -> None:
    assert find(project, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mod.py", "sub/mod.py"),
        ("mod.py:5", "sub/mod.py::f"),
        ("./a.py", "sub/a.py"),
        ("../a.py", "a.py"),
        ("../pkg/core.py::verify", VERIFY),
        ("pkg/core.py::verify", VERIFY),
        (".", "sub/"),
        ("..", "./"),
    ],
)
def test_from_a_folder_inside(project: Path, text: str, found: str) -> None:
    assert find(project, text, "sub") == found


def test_an_absolute_path(project: Path) -> None:
    assert find(project, str(project / "pkg/core.py")) == "pkg/core.py"


@pytest.mark.parametrize("place", ["sub", "sub/mod.py"])
def test_the_option_for_the_folder_says_what_paths_are_relative_to(
    project: Path, place: str
) -> None:
    answer = ask(project.parent, "-C", str(project / place), "mod.py")
    assert answer["targets"][0]["id"] == "sub/mod.py"


def test_a_path_that_means_two_files_is_not_guessed(project: Path) -> None:
    with pytest.raises(AmbiguousTargetError) as caught:
        find(project, "a.py", "sub")
    assert caught.value.candidates == ("a.py", "sub/a.py")
    assert "./" in caught.value.hint


def test_a_name_that_means_several_things_is_not_guessed(project: Path) -> None:
    done = run_ripple("analyze-impact", "verify", folder=project)
    assert_clear_failure(done, code=2)
    assert "pkg/core.py::verify, pkg/twin.py::verify" in done.errors


def test_all_meanings_of_a_name_are_listed(project: Path) -> None:
    done = run_ripple("analyze-impact", "common", "--json", folder=project)
    error = json.loads(done.output)["error"]
    assert done.code == 2
    assert error["type"] == "AmbiguousTargetError"
    assert error["candidates"] == [f"many/m{at:02}.py::common" for at in range(60)]
    told = run_ripple("analyze-impact", "common", folder=project).errors
    assert "one of 60" in told
    assert "and 10 more" in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nope.py", "no such file"),
        ("pkg/core.py::nope", "no such file or symbol"),
        ("../outside.py", "outside the project"),
        ("/etc/hostname", "outside the project"),
        ("ignored.py", "git ignores it"),
        ("empty", "no file in that folder"),
        ("", "no name"),
        ("::", "no name"),
        ("pkg/core.py::", "no name"),
        ("a\0b", "no name"),
        ("a\nb", "no such file"),
        ("a b", "no such file"),
        ("x[1]", "no such file"),
        ("\udce9.py", "no name"),
        ("pkg/core.py:0", "no line 0"),
        ("pkg/core.py:18", "no line 18"),
        ("pattern:none", "no memory or link names it"),
        ("external:nope", "no such file"),
        ("-x", "no such file"),
    ],
)
def test_bad_targets(project: Path, text: str, said: str) -> None:
    with pytest.raises(UnknownTargetError) as caught:
        find(project, text)
    assert said in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("text", ["nope.py", "a\nb", "", "/etc/hostname", "pkg/core.py::"])
def test_bad_targets_of_the_command(project: Path, text: str) -> None:
    assert_clear_failure(run_ripple("analyze-impact", "--", text, folder=project), code=2)


@pytest.mark.parametrize("text", ["blob.bin", "README.md", "nowhere.py", "bad.py"])
def test_what_was_not_read_is_said_first(project: Path, text: str) -> None:
    done = run_ripple("analyze-impact", text, folder=project)
    assert done.code == 0
    assert done.output.startswith("not known: ")
    assert text in done.output.splitlines()[0]


def test_one_bad_target_among_good_ones(project: Path) -> None:
    done = run_ripple("analyze-impact", "a.py", "nope.py", folder=project)
    assert_clear_failure(done, code=2)
    assert "nope.py" in done.errors


def test_a_target_twice_is_one(project: Path) -> None:
    once, twice = ask(project, "a.py"), ask(project, "a.py", "./a.py")
    assert twice["targets"] == once["targets"]


def test_a_folder_does_not_depend_on_itself(project: Path) -> None:
    assert set(get_depths(ask(project, "pkg"))) == {"sub/mod.py", "tests/test_use.py"}
    assert get_depths(ask(project, ".")) == {}


def test_files_and_symbols_together(project: Path) -> None:
    answer = ask(project, "a.py", VERIFY)
    assert [target["id"] for target in answer["targets"]] == ["a.py", VERIFY]
    assert answer["counts"]["direct_dependents"] == 3


def test_a_new_file_is_scanned_first(tmp_path: Path) -> None:
    root = build_project(tmp_path / "p")
    write(root, {"new.py": "from pkg.core import verify\n\n\ndef fresh():\n    return verify(1)\n"})
    assert ask(root, "new.py")["index"]["fresh"] is True
    assert "new.py::fresh" in get_depths(ask(root, VERIFY))
    done = run_ripple("analyze-impact", "--no-scan", "newer.py", folder=root)
    assert_clear_failure(done, code=2)


def test_a_deleted_file(tmp_path: Path) -> None:
    root = build_project(tmp_path / "p")
    (root / "pkg/use.py").unlink()
    for text in ("pkg/use.py", "pkg/use.py::login"):
        done = run_ripple("analyze-impact", text, folder=root)
        assert_clear_failure(done, code=2)
        assert "was deleted" in done.errors
        assert "--diff" in done.errors


def test_a_line_that_came_since_the_scan(tmp_path: Path) -> None:
    root = build_project(tmp_path / "p")
    (root / "pkg/core.py").write_text(CORE + "\n\ndef late():\n    return 1\n")
    assert ask(root, "pkg/core.py:21")["targets"][0]["id"] == "pkg/core.py::late"
