"""Whether an index is fresh, and what doctor says about it."""

from os import fsdecode
from pathlib import Path

from ripplegraph import open_project
from ripplegraph.health.freshness import Freshness
from ripplegraph.health.report import Check
from tests.support.command import run_ripple
from tests.support.databases import create_all, graph_of, memory_of, record_scan
from tests.support.repository import commit_all, git


def get_check(root: Path, name: str) -> Check:
    return next(check for check in open_project(root).doctor().checks if check.name == name)


def judge(root: Path) -> tuple[Freshness, str]:
    status = open_project(root).status()
    return status.freshness, status.reason


def test_nothing_was_scanned(repository: Path) -> None:
    assert judge(repository)[0] is Freshness.NOT_INDEXED
    create_all(graph_of(repository))
    assert judge(repository)[0] is Freshness.NOT_INDEXED


def test_the_same_tree_is_fresh_whatever_the_commit(repository: Path) -> None:
    open_project(repository).scan()
    commit_all(repository, "nothing but a message")
    assert judge(repository) == (Freshness.FRESH, "the index matches the checked-out commit")


def test_another_tree_is_behind(repository: Path) -> None:
    first = git(repository, "rev-parse", "HEAD")
    open_project(repository).scan()
    (repository / "c.py").touch()
    second = commit_all(repository, "second")
    assert judge(repository) == (
        Freshness.BEHIND,
        f"1 file has changed since the scan: indexed {first[:10]}, checked out {second[:10]}",
    )


def test_uncommitted_changes_are_compared_with_what_was_scanned(repository: Path) -> None:
    changed = repository / "a.py"
    committed = changed.read_bytes()
    open_project(repository).scan()
    changed.write_text("import b, b\n")
    assert judge(repository) == (Freshness.BEHIND, "1 file has changed since the scan")
    open_project(repository).scan()
    assert judge(repository)[0] is Freshness.FRESH
    changed.write_bytes(committed)
    assert judge(repository)[0] is Freshness.BEHIND


def test_new_deleted_and_linked_files(repository: Path) -> None:
    (repository / "new.py").touch()
    (repository / "link.py").symlink_to("b.py")
    open_project(repository).scan()
    assert judge(repository)[0] is Freshness.FRESH
    (repository / "new.py").unlink()
    assert judge(repository)[0] is Freshness.BEHIND
    (repository / "new.py").touch()
    assert judge(repository)[0] is Freshness.FRESH
    (repository / "b.py").unlink()
    assert judge(repository)[0] is Freshness.BEHIND


def test_a_file_that_is_left_out_does_not_matter(repository: Path) -> None:
    flags = {"scan.exclude": "notes/"}
    open_project(repository, flags=flags).scan()
    (repository / "notes").mkdir()
    (repository / "notes" / "c.py").touch()
    (repository / fsdecode(b"notes-\xff.py")).touch()
    assert open_project(repository, flags=flags).status().freshness is Freshness.FRESH


SETTINGS_CHANGED = "the settings of scans have changed since the scan"


def test_other_settings_of_scans_are_behind(repository: Path) -> None:
    open_project(repository).scan()
    (repository / "ripple.toml").write_text('[scan]\nexclude = ["b.py"]\n')
    assert judge(repository) == (Freshness.BEHIND, SETTINGS_CHANGED)
    assert SETTINGS_CHANGED in get_check(repository, "index").message
    open_project(repository).scan()
    assert judge(repository)[0] is Freshness.FRESH


def test_settings_that_do_not_change_the_graph_do_not_matter(repository: Path) -> None:
    open_project(repository).scan()
    flags = {"scan.jobs": "1", "scan.max_parse_seconds": "7"}
    assert open_project(repository, flags=flags).status().freshness is Freshness.FRESH


def test_other_settings_are_behind_without_git(tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    open_project(tmp_path, anywhere=True).scan()
    (tmp_path / "ripple.toml").write_text('[scan]\nexclude = ["b.py"]\n')
    assert judge(tmp_path) == (Freshness.BEHIND, SETTINGS_CHANGED)


def test_without_git_it_is_open(tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    open_project(tmp_path, anywhere=True).scan()
    assert judge(tmp_path)[0] is Freshness.UNCERTAIN


def test_status_tells_about_both_databases(repository: Path) -> None:
    memory = memory_of(repository, git_common_dir=repository / ".git")
    create_all(graph_of(repository), memory)
    status = open_project(repository).status()
    assert status.index is None
    assert status.graph.bytes
    assert status.memory.path == memory.path
    assert status.memory.project_id
    assert status.checked_out is not None
    assert status.checked_out.changed_files == 0


def test_worktrees_share_memories_but_not_the_graph(repository: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(repository, "worktree", "add", "--quiet", "-b", "other", str(linked))
    main, other = open_project(repository).status(), open_project(linked).status()
    assert main.memory.path == other.memory.path
    assert main.graph.path != other.graph.path


def test_doctor_warns_of_an_index_that_is_behind(repository: Path) -> None:
    commit, tree = (git(repository, "rev-parse", name) for name in ("HEAD", "HEAD^{tree}"))
    record_scan(graph_of(repository), commit=commit, tree=tree)
    assert get_check(repository, "index").verdict == "ok"
    (repository / "c.py").touch()
    commit_all(repository, "second")
    check = get_check(repository, "index")
    assert (check.verdict, check.message[:6]) == ("warning", "behind")
    assert check.fix


def test_doctor_warns_when_git_sees_the_databases(repository: Path) -> None:
    create_all(graph_of(repository))
    assert get_check(repository, "ignored files").verdict == "ok"
    (repository / ".ripple" / ".gitignore").unlink()
    assert get_check(repository, "ignored files").verdict == "warning"


def test_doctor_warns_of_settings_that_are_passed_over(repository: Path) -> None:
    (repository / "ripple.toml").touch()
    (repository / "pyproject.toml").write_text("[tool.ripple.scan]\njobs = 1\n")
    check = get_check(repository, "configuration")
    assert check.verdict == "warning"
    assert "pyproject.toml is passed over" in check.message


def test_tokens_that_answers_cost_and_saved(repository: Path) -> None:
    assert open_project(repository).status().answers is None
    (repository / "a.py").write_text("import b\n" + "# a long file\n" * 1_000)
    shown = run_ripple("analyze-impact", "b.py", folder=repository)
    answers = open_project(repository).status().answers
    assert answers is not None
    assert (answers.answers, answers.cost) == (1, -(-(len(shown.output) - 1) // 4))
    assert answers.instead == -(-(repository / "a.py").stat().st_size // 4)
    run_ripple("context", "--files", "b.py", folder=repository)
    run_ripple("context", "--task", "nothing", folder=repository)
    answers = open_project(repository).status().answers
    assert answers is not None
    assert answers.answers == 3
    text = run_ripple("status", folder=repository).output
    assert f"tokens      about {answers.saved:,} saved since" in text


def test_a_project_with_small_files_is_not_told_of_a_loss(repository: Path) -> None:
    (repository / "a.py").write_text("import b\n")
    run_ripple("analyze-impact", "b.py", folder=repository)
    text = run_ripple("status", folder=repository).output
    assert "1 answer cost about" in text
    assert "files this small save none" in text
    assert "lost" not in text


def test_tokens_are_not_counted_where_nobody_wants_it(repository: Path) -> None:
    open_project(repository).scan()
    run_ripple("analyze-impact", "b.py", "--no-scan", folder=repository)
    run_ripple("analyze-impact", "b.py", "--set", "context.count_tokens=off", folder=repository)
    run_ripple("context", "--files", "b.py", "--set", "context.count_tokens=off", folder=repository)
    assert not (repository / ".ripple" / "answers.jsonl").exists()
