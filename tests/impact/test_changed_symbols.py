"""What a change touches, of which class that is, and whom it reaches."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import copytree

import pytest

from ripplegraph import open_project
from ripplegraph.git.diff import compare_commit, compare_range, compare_worktree
from ripplegraph.impact.report import Impact
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.impacts import FILES, ask, build_project, get_changes, replace, show, write
from tests.support.repository import commit_all, git

CORE = "pkg/core.py"
VERIFY = "pkg/core.py::verify"
SIGNATURE = "def verify(token, strict=False):"


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_project(tmp_path_factory.mktemp("changes") / "p")


@pytest.fixture
def project(scanned: Path, tmp_path: Path) -> Path:
    return Path(copytree(scanned, tmp_path / "p", symlinks=True))


def analyze(project: Path, *, staged: bool = False) -> Impact:
    return open_project(project).analyze_change(compare_worktree(project, staged=staged))


def classes(impact: Impact) -> dict[str, str]:
    return {target.id: (target.change or {})["class"] for target in impact.targets}


def details(impact: Impact) -> str:
    return "; ".join((target.change or {})["detail"] for target in impact.targets)


def breaking(impact: Impact) -> set[str]:
    return {row.id for row in impact.direct_dependents if row.breaks}


def test_a_body_and_a_signature_give_different_answers(project: Path) -> None:
    replace(project, CORE, "and strict", "or strict")
    body = analyze(project)
    replace(project, CORE, "strict=False", "strict")
    signature = analyze(project)
    assert classes(body) == {VERIFY: "body"}
    assert classes(signature) == {VERIFY: "signature_incompatible"}
    assert "`strict` is now required" in details(signature)
    assert not breaking(body)
    assert breaking(signature) == {
        "pkg/use.py::login",
        "pkg/core.py::other",
        "pkg/core.py::Box.open",
    }
    assert body.impact_score is not None
    assert signature.impact_score is not None
    assert body.impact_score < signature.impact_score
    assert body.counts["direct_dependents"] == signature.counts["direct_dependents"] == 3


@pytest.mark.parametrize(
    ("new", "kind", "said"),
    [
        ("def verify(token):", "signature_incompatible", "parameter `strict` removed"),
        ("def verify(token, strict=False, more=1):", "signature_compatible", "more"),
        ("def verify(token, strict=False) -> int:", "signature_unknown", "result"),
        ("def verify(token, strict=False):  # yes", "formatting", "formatting or comments"),
        ("def verify( token,strict = False ) :", "formatting", "formatting or comments"),
    ],
)
def test_how_a_signature_changed(project: Path, new: str, kind: str, said: str) -> None:
    replace(project, CORE, SIGNATURE, new)
    impact = analyze(project)
    found = classes(impact)
    if kind == "signature_unknown":
        assert found[VERIFY].startswith("signature_")
    else:
        assert found == {VERIFY: kind}
    assert said in details(impact)
    assert (impact.counts["direct_dependents"] == 0) == (kind == "formatting")


def test_hunks_are_given_to_the_innermost_symbol(project: Path) -> None:
    replace(project, CORE, "        return verify(key)", "        return verify(key) or 1")
    (target,) = analyze(project).targets
    assert target.id == "pkg/core.py::Box.open"
    assert target.change is not None
    assert target.change["lines"] == [[17, 17]]


def test_a_removed_symbol_has_its_former_dependents(project: Path) -> None:
    replace(project, CORE, "def other(x):\n    return verify(x)\n\n\n", "")
    impact = analyze(project)
    assert classes(impact) == {"pkg/core.py::other": "removed"}
    assert breaking(impact) == {"sub/mod.py::f"}


def test_a_renamed_symbol_has_those_who_use_the_old_name(project: Path) -> None:
    replace(project, CORE, "verify", "confirm")
    impact = analyze(project)
    assert classes(impact)["pkg/core.py::confirm"] == "renamed"
    assert breaking(impact) == {"pkg/use.py::login"}


def test_who_was_adapted_does_not_have_to_be(project: Path) -> None:
    for name in (CORE, "pkg/use.py"):
        replace(project, name, "verify", "confirm")
    impact = analyze(project)
    assert breaking(impact) == set()
    rows = (*impact.direct_dependents, *impact.transitive_dependents)
    assert impact.counts["direct_dependents"] == len(impact.direct_dependents)
    assert sum(impact.counts["by_depth"]) == len(rows)
    assert not {row.id for row in rows} & {target.id for target in impact.targets}


def test_who_went_with_what_it_used_does_not_have_to_be_adapted(project: Path) -> None:
    replace(project, CORE, "def other(x):\n    return verify(x)\n\n\n", "")
    (project / "sub/mod.py").unlink()
    impact = analyze(project)
    assert classes(impact)["sub/mod.py::f"] == "removed"
    assert not impact.direct_dependents
    assert sum(impact.counts["by_depth"]) == 0


def test_a_deleted_file(project: Path) -> None:
    (project / CORE).unlink()
    impact = analyze(project)
    assert set(classes(impact).values()) == {"removed"}
    assert {"pkg/use.py", "sub/mod.py", "pkg/use.py::login"} <= breaking(impact)
    assert [test.id for test in impact.tests] == ["tests/test_use.py::test_login"]


def test_a_moved_file_breaks_who_was_not_adapted(project: Path) -> None:
    git(project, "mv", CORE, "pkg/kernel.py")
    replace(project, "pkg/use.py", "pkg.core", "pkg.kernel")
    impact = analyze(project)
    assert classes(impact)["pkg/kernel.py"] == "renamed"
    assert breaking(impact) == {"sub/mod.py", "sub/mod.py::f"}


def test_a_moved_file_with_an_edit(project: Path) -> None:
    git(project, "mv", CORE, "pkg/kernel.py")
    replace(project, "pkg/kernel.py", "strict=False", "strict")
    found = classes(analyze(project))
    assert found["pkg/kernel.py::verify"] == "signature_incompatible"
    assert found["pkg/kernel.py::other"] == "renamed"


def test_added_things(project: Path) -> None:
    write(project, {"new.py": "def fresh():\n    return 1\n"})
    replace(project, CORE, "LIMIT = 3\n", "LIMIT = 3\nMORE = 4\n")
    found = classes(analyze(project))
    assert found["new.py::fresh"] == "added"
    assert found["pkg/core.py::MORE"] == "added"


def test_files_without_code_are_named_and_said_to_be_unknown(project: Path) -> None:
    (project / "README.md").write_text("# Other\n")
    (project / "blob.bin").write_bytes(bytes(range(256)))
    impact = analyze(project)
    assert set(classes(impact)) == {"README.md", "blob.bin"}
    assert "2 files are in no language" in impact.warnings[0]
    assert show(project, "--diff").startswith("not known: 2 files")


def test_a_mode_that_changed_has_no_effect(project: Path) -> None:
    (project / CORE).chmod(0o755)
    impact = analyze(project)
    assert classes(impact) == {CORE: "formatting"}
    assert impact.impact_score == 0


def test_nothing_changed(project: Path) -> None:
    assert "nothing changed" in show(project, "--diff")
    assert "Nothing changed." in show(project, "--diff", "--format", "markdown")


def test_staged_and_not(project: Path) -> None:
    replace(project, CORE, "and strict", "or strict")
    assert classes(analyze(project, staged=True)) == {}
    git(project, "add", CORE)
    assert classes(analyze(project, staged=True)) == {VERIFY: "body"}
    replace(project, CORE, "or strict", "and strict")
    assert classes(analyze(project, staged=True)) == {VERIFY: "body"}
    assert classes(analyze(project)) == {}


def test_commits_and_ranges(project: Path) -> None:
    replace(project, CORE, "and strict", "or strict")
    commit_all(project, "body")
    git(project, "switch", "--quiet", "--create", "side", "HEAD~")
    replace(project, "sub/a.py", "return 1", "return 2")
    commit_all(project, "side")
    git(project, "switch", "--quiet", "main")
    git(project, "merge", "--quiet", "--no-edit", "side")
    opened = open_project(project)

    def see(text: str) -> set[str]:
        compare = compare_range if ".." in text else compare_commit
        return set(classes(opened.analyze_change(compare(project, text))))

    assert see("HEAD^1") == {VERIFY}
    assert see("HEAD") == {"sub/a.py::in_sub"}
    assert see("HEAD^2~..HEAD") == {VERIFY, "sub/a.py::in_sub"}
    assert see("main^1..side") == {"sub/a.py::in_sub"}
    assert see("main^1...side") == {"sub/a.py::in_sub"}
    assert see("HEAD~..") == {"sub/a.py::in_sub"}
    root = see("HEAD^2~")
    assert {VERIFY, "README.md"} <= root


def test_an_old_commit_whose_symbols_are_not_there_any_more(project: Path) -> None:
    replace(project, CORE, "def other(x):\n    return verify(x)", "def other(x):\n    return 0")
    commit_all(project, "body")
    replace(project, CORE, "def other(x):\n    return 0\n\n\n", "")
    commit_all(project, "removal")
    answer = ask(project, "--commit", "HEAD~")
    assert get_changes(answer)["pkg/core.py::other"] == "body"
    assert "has no pkg/core.py::other" in answer["warnings"][0]


def test_a_submodule_is_named_and_said_to_be_unknown(project: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    build_project(other, {"x.py": "x = 1\n"}, scan=False)
    git(project, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other), "m")
    git(project, "config", "diff.submodule", "log")
    commit_all(project, "submodule")
    write(project / "m", {"x.py": "x = 2\n"})
    commit_all(project / "m", "inside")
    replace(project, CORE, "and strict", "or strict")
    impact = analyze(project)
    assert classes(impact) == {VERIFY: "body", "m": "body"}
    assert "has no m" in impact.warnings[0]


def test_settings_of_git_do_not_change_hunks(project: Path) -> None:
    git(project, "config", "diff.interHunkContext", "50")
    git(project, "config", "diff.noprefix", "true")
    git(project, "config", "diff.renames", "false")
    replace(project, CORE, "LIMIT = 3", "LIMIT = 3  # three")
    replace(project, CORE, "return verify(key)", "return verify(key)  # key")
    assert classes(analyze(project)) == {
        "pkg/core.py::LIMIT": "formatting",
        "pkg/core.py::Box.open": "formatting",
    }


def test_files_whose_times_alone_changed(project: Path) -> None:
    names = ["b1.py", "b2.py", "b 3é.py", 'b"4.py']
    write(project, dict.fromkeys(names, "def same():\n    return 1\n"))
    commit_all(project, "alike")
    for path in project.rglob("*.py"):
        os.utime(path, (1, 1))
    replace(project, "b2.py", "return 1", "return 2")
    replace(project, 'b"4.py', "return 1", "return 2")
    replace(project, "sub/a.py", "return 1", "return 2")
    index = (project / ".git/index").read_bytes()
    found = analyze(project)
    assert classes(found) == {
        "b2.py::same": "body",
        'b"4.py::same': "body",
        "sub/a.py::in_sub": "body",
    }
    assert [(t.change or {})["lines"] for t in found.targets] == [[[2, 2]]] * 3
    assert (project / ".git/index").read_bytes() == index


def test_an_open_conflict(project: Path) -> None:
    git(project, "switch", "--quiet", "--create", "side")
    replace(project, CORE, "and strict", "or strict")
    commit_all(project, "side")
    git(project, "switch", "--quiet", "main")
    replace(project, CORE, "and strict", "is strict")
    replace(project, "sub/a.py", "return 1", "return 2")
    commit_all(project, "main")
    run = run_ripple("analyze-impact", "--diff", folder=project)
    assert run.code == 0
    with pytest.raises(Exception, match="merge"):
        git(project, "merge", "--quiet", "side")
    done = run_ripple("analyze-impact", "--diff", folder=project)
    assert done.code == 0, done.errors
    assert CORE in done.output


def test_before_anything_was_scanned(tmp_path: Path) -> None:
    root = build_project(tmp_path / "p", scan=False)
    replace(root, CORE, "and strict", "or strict")
    assert get_changes(ask(root, "--diff")) == {VERIFY: "body"}


def test_without_a_commit(tmp_path: Path) -> None:
    root = tmp_path / "p"
    root.mkdir()
    git(root, "init", "--quiet")
    write(root, FILES)
    assert get_changes(ask(root, "--diff"))[VERIFY] == "added"
    assert_clear_failure(run_ripple("analyze-impact", "--commit", "HEAD", folder=root), code=2)


def test_outside_git(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "ripple.toml": ""})
    environment = {"GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    assert run_ripple("scan", folder=tmp_path, environment=environment).code == 0
    for arguments in (["--diff"], ["--staged"], ["--commit", "HEAD"], ["--range", "a..b"]):
        done = run_ripple("analyze-impact", *arguments, folder=tmp_path, environment=environment)
        assert_clear_failure(done, code=3)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--commit", "nope"],
        ["--commit", "--all"],
        ["--commit", ""],
        ["--range", "HEAD"],
        ["--range", "nope..HEAD"],
        ["--range", ".."],
        ["--diff", "--staged"],
        ["--diff", "a.py"],
        [],
    ],
)
def test_changes_that_are_none(scanned: Path, arguments: list[str]) -> None:
    done = run_ripple("analyze-impact", *arguments, folder=scanned)
    if arguments == ["--range", ".."]:
        assert "nothing changed" in done.output
    else:
        assert_clear_failure(done, code=2)


@pytest.mark.parametrize(
    ("name", "text"),
    [("hang.pl", 'r#"abc'), ("crash.pl", "`${" * 200), ("broken.ipynb", "this is no notebook")],
)
def test_a_file_that_no_parser_can_read_does_not_stop_the_answer(
    project: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    monkeypatch.setenv("RIPPLE_SCAN_MAX_PARSE_SECONDS", "1")
    write(project, {name: text})
    replace(project, CORE, "and strict", "or strict")
    found = classes(analyze(project))
    assert found[VERIFY] == "body"
    assert name in found
