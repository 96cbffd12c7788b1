"""The stored history: an update gives what reading everything would, and files are followed."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ripplegraph.config import HistoryConfig
from ripplegraph.git.repository import Repository, find_repository
from ripplegraph.indexing.history.commit_history import CochangeUpdate, get_period, update_cochange
from ripplegraph.store.connection import open_for_writing
from ripplegraph.store.sqlite.raw_connection import write_transaction
from tests.support.databases import graph_of
from tests.support.histories import RandomHistory
from tests.support.repository import build_repository, commit_all, git

DEFAULT = HistoryConfig()


@contextmanager
def open_history(folder: Path) -> Iterator[sqlite3.Connection]:
    with open_for_writing(graph_of(folder)) as connection, write_transaction(connection):
        yield connection


def _get_repository(root: Path) -> Repository:
    found = find_repository(root)
    assert found is not None
    return found


def update(folder: Path, root: Path, config: HistoryConfig = DEFAULT) -> CochangeUpdate | None:
    head = git(root, "rev-parse", "HEAD")
    with open_history(folder) as connection:
        return update_cochange(connection, _get_repository(root), head=head, config=config)


def dump(folder: Path) -> tuple[object, ...]:
    """Return all that is known, without commits kept for later; of row numbers, the order."""
    with open_history(folder) as connection:
        state = dict(connection.execute("SELECT key, value FROM history_state"))
        moves = connection.execute(
            "SELECT paths.path, targets.path FROM history_paths AS paths "
            "JOIN history_paths AS targets ON targets.id = paths.moved_to"
        )
        touches = connection.execute(
            "SELECT path, hex(hash), period, size FROM history_touches "
            "JOIN history_paths ON history_paths.id = path_id "
            "JOIN history_commits ON history_commits.id = commit_id"
        )
        order = connection.execute(
            "SELECT hex(hash) FROM history_commits "
            "WHERE id IN (SELECT commit_id FROM history_touches) ORDER BY id"
        ).fetchall()
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
        return state, sorted(moves), sorted(touches), order, broken


def find_touched(folder: Path) -> dict[str, int]:
    with open_history(folder) as connection:
        return dict(
            connection.execute(
                "SELECT path, count(*) FROM history_touches "
                "JOIN history_paths ON history_paths.id = path_id GROUP BY path"
            )
        )


@pytest.mark.parametrize("max_commits", [10_000, 12])
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2, 3))])
def test_an_update_gives_what_a_rebuild_would(tmp_path: Path, seed: int, max_commits: int) -> None:
    history = RandomHistory(tmp_path / "repository", seed)
    config = HistoryConfig(max_commits=max_commits)
    extended = 0
    for number in range(30):
        done = [history.step() for _ in range(number % 3 + 1)]
        kept = update(tmp_path / "kept", history.root, config)
        if number % 4 == 0:
            fresh = tmp_path / f"fresh{number}"
            update(fresh, history.root, config)
            assert dump(tmp_path / "kept") == dump(fresh), (seed, number, done)
        extended += kept is not None and not kept.rebuilt
    assert extended > 3


@pytest.mark.parametrize("seed", [20, pytest.param(21, marks=pytest.mark.slow)])
def test_several_steps_at_once_and_a_shallow_clone_that_deepens(tmp_path: Path, seed: int) -> None:
    history = RandomHistory(tmp_path / "repository", seed)
    for _ in range(25):
        history.step()
    history.git("checkout", "--quiet", "main")
    git(tmp_path, "clone", "--quiet", "--depth", "3", history.root.as_uri(), "clone")
    clone = tmp_path / "clone"
    for number, depth in enumerate(("--deepen=2", "--deepen=3", "--deepen=1000")):
        update(tmp_path / "kept", clone)
        update(tmp_path / f"fresh{number}", clone)
        assert dump(tmp_path / "kept") == dump(tmp_path / f"fresh{number}")
        git(clone, "fetch", "--quiet", depth)
    update(tmp_path / "kept", clone)
    update(tmp_path / "whole", history.root)
    assert dump(tmp_path / "kept") == dump(tmp_path / "whole")


def test_the_boundary_of_a_shallow_clone_does_not_count(tmp_path: Path) -> None:
    root = build_repository(tmp_path / "repository")
    (root / "a.py").write_text("x = 1\n")
    commit_all(root, "second")
    git(tmp_path, "clone", "--quiet", "--depth", "2", root.as_uri(), "two")
    git(tmp_path, "clone", "--quiet", "--depth", "1", root.as_uri(), "one")
    update(tmp_path / "h2", tmp_path / "two")
    update(tmp_path / "h1", tmp_path / "one")
    assert find_touched(tmp_path / "h2") == {"a.py": 1}
    assert find_touched(tmp_path / "h1") == {}


def test_nothing_new_takes_no_work_and_one_commit_reads_one(repository: Path) -> None:
    first = update(repository, repository)
    assert first == CochangeUpdate(1, 1, 1, rebuilt=True)
    assert update(repository, repository) is None
    (repository / "a.py").write_text("x = 1\n")
    commit_all(repository, "second")
    assert update(repository, repository) == CochangeUpdate(1, 2, 2, rebuilt=False)


def test_commits_of_another_branch_are_not_read_twice(repository: Path) -> None:
    git(repository, "checkout", "--quiet", "-b", "side")
    (repository / "c.py").touch()
    commit_all(repository, "on the side")
    update(repository, repository)
    git(repository, "checkout", "--quiet", "main")
    assert update(repository, repository) == CochangeUpdate(0, 1, 1, rebuilt=True)
    assert find_touched(repository) == {"a.py": 1, "b.py": 1}
    git(repository, "checkout", "--quiet", "side")
    assert update(repository, repository) == CochangeUpdate(0, 2, 2, rebuilt=False)


def test_a_recorded_commit_that_is_gone_means_a_rebuild(repository: Path) -> None:
    (repository / "a.py").write_text("x = 1\n")
    commit_all(repository, "second")
    update(repository, repository)
    git(repository, "reset", "--quiet", "--hard", "HEAD~1")
    git(repository, "reflog", "expire", "--expire=now", "--all")
    git(repository, "gc", "--quiet", "--prune=now")
    assert update(repository, repository) == CochangeUpdate(0, 1, 1, rebuilt=True)


def test_a_repository_without_commits(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    with open_history(tmp_path) as connection:
        done = update_cochange(connection, _get_repository(tmp_path), head=None, config=DEFAULT)
    assert done == CochangeUpdate(0, 0, 0, rebuilt=True)


def test_a_renamed_file_keeps_its_history(repository: Path) -> None:
    (repository / "b.py").write_text("".join(f"x{n} = {n}\n" for n in range(20)))
    commit_all(repository, "longer")
    (repository / "b.py").rename(repository / "c.py")
    commit_all(repository, "renamed")
    with (repository / "c.py").open("a") as file:
        file.write("y = 1\n")
    commit_all(repository, "changed")
    update(repository, repository)
    assert find_touched(repository) == {"a.py": 1, "c.py": 4}


def test_a_branch_that_uses_the_old_name_counts_for_the_new_one(repository: Path) -> None:
    git(repository, "checkout", "--quiet", "-b", "side")
    (repository / "b.py").write_text("x = 2\n")
    commit_all(repository, "changed under the old name")
    git(repository, "checkout", "--quiet", "main")
    git(repository, "mv", "b.py", "c.py")
    commit_all(repository, "renamed")
    git(repository, "merge", "--quiet", "side")
    update(repository, repository)
    assert find_touched(repository) == {"a.py": 1, "c.py": 3}
    (repository / "b.py").write_text("entirely = 'new'\n")
    commit_all(repository, "the old name again")
    update(repository, repository)
    assert find_touched(repository) == {"a.py": 1, "b.py": 1, "c.py": 3}


def test_settings_of_the_user_change_nothing(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(repository, "mv", "b.py", "c\nü.py")
    commit_all(repository, "renamed")
    update(tmp_path / "plain", repository)
    settings = tmp_path / "gitconfig"
    settings.write_text(
        "[diff]\nrenames = false\nnoprefix = true\norderFile = /no/such/file\nrenameLimit = 1\n"
        "[log]\nshowSignature = true\ndate = relative\n[core]\nquotePath = false\n"
        "[format]\npretty = fuller\n[color]\nui = always\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    update(tmp_path / "odd", repository)
    assert dump(tmp_path / "odd") == dump(tmp_path / "plain")
    assert find_touched(tmp_path / "odd") == {"a.py": 1, "c\nü.py": 2}


def test_a_partial_clone_stays_off_the_network(repository: Path, tmp_path: Path) -> None:
    (repository / "b.py").write_text("".join(f"x{n} = {n}\n" for n in range(20)))
    commit_all(repository, "longer")
    (repository / "b.py").unlink()
    (repository / "c.py").write_text("".join(f"x{n} = {n}\n" for n in range(19)))
    commit_all(repository, "renamed, and changed")
    git(repository, "config", "uploadpack.allowFilter", "true")
    url = repository.as_uri()
    git(tmp_path, "clone", "--quiet", "--no-checkout", "--filter=blob:none", url, "clone")
    repository.rename(tmp_path / "away")
    done = update(tmp_path / "h", tmp_path / "clone")
    assert done is not None
    assert done.problem is None
    assert find_touched(tmp_path / "h") == {"a.py": 1, "b.py": 3, "c.py": 1}


def test_submodules_and_names_that_are_no_text_are_left_out(repository: Path) -> None:
    (repository / "caf\udce9.py").touch()
    commit_all(repository, "a strange name")
    commit = git(repository, "rev-parse", "HEAD")
    git(repository, "update-index", "--add", "--cacheinfo", f"160000,{commit},module")
    git(repository, "commit", "--quiet", "--message", "a submodule")
    update(repository, repository)
    assert find_touched(repository) == {"a.py": 1, "b.py": 1}


@pytest.mark.parametrize(
    ("seconds", "period"), [(0, 7880), (1_700_000_000, 8095), (-5, 7880), (10**15, 39999)]
)
def test_the_period_of_a_time(seconds: int, period: int) -> None:
    assert get_period(seconds) == period
