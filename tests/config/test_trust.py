"""What a project's files say is sent, named or run only with the user's trust."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.config import load_config, load_settings
from ripplegraph.errors import ConfigError
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.trust.ledger import SETTINGS, Ledger
from ripplegraph.trust.user_folders import get_config_folder, get_state_folder
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.model_server import ModelServer, serve_models
from tests.support.repository import git

SECRET = "value-of-this-test"  # noqa: S105


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serve_models() as server:
        yield server


def write_own(home: Path, text: str) -> None:
    folder = get_config_folder({"HOME": str(home)})
    assert folder is not None
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(text)


def build_settings(server: ModelServer, *, variable: str = "AWS_SECRET_ACCESS_KEY") -> str:
    """Write settings that would send a question and a key to a server."""
    return (
        f'[embeddings]\nprovider = "openai"\nopenai_url = "{server.url}/v1"\n'
        f'openai_key_variable = "{variable}"\n'
        f'[model]\nprovider = "openai"\nurl = "{server.url}/v1"\nname = "m"\n'
        f'key_variable = "{variable}"\n'
    )


def search(repository: Path, *, variable: str = "AWS_SECRET_ACCESS_KEY", **flags: str) -> list[str]:
    """Ask a question that would be sent to a model, and return what the user is told."""
    notes: list[str] = []
    settings = {key.replace("__", "."): value for key, value in flags.items()}
    variables = {**os.environ, variable: SECRET}
    project = open_project(repository, environment=variables, flags=settings, notify=notes.append)
    project.remember(Draft("The lamp is on."))
    project.search_memories("Which of the lamps is on by now?")
    return notes


@pytest.mark.parametrize("name", ["ripple.toml", "pyproject.toml"])
def test_a_committed_file_sends_nothing(
    repository: Path, home: Path, server: ModelServer, name: str
) -> None:
    text = build_settings(server)
    if name == "pyproject.toml":
        text = text.replace("[", "[tool.ripple.")
    (repository / name).write_text(text)
    (note,) = search(repository)
    assert not server.requests
    assert note.startswith("embeddings.provider, embeddings.openai_url, ")
    assert "ripple trust" in note
    done = run_ripple("memories", "search", "Is the lamp on?", "--json", folder=repository)
    assert done.errors == f"note: {note}\n"
    assert json.loads(done.output)["memories"]
    assert not server.requests


def test_nor_does_the_automatic_choice(repository: Path, home: Path, server: ModelServer) -> None:
    (repository / "ripple.toml").write_text(
        f'[embeddings]\nollama_url = "{server.url}"\nopenai_url = "{server.url}/v1"\n'
    )
    assert len(search(repository)) == 1
    assert not server.requests


def test_status_and_doctor_tell(repository: Path, home: Path, server: ModelServer) -> None:
    (repository / "ripple.toml").write_text(f'[embeddings]\nopenai_url = "{server.url}"\n')
    status = json.loads(run_ripple("status", "--json", folder=repository).output)
    (ignored,) = status["ignored_settings"]
    assert (ignored["key"], ignored["file"]) == ("embeddings.openai_url", "ripple.toml")
    checks = json.loads(run_ripple("doctor", "--json", folder=repository).output)["checks"]
    (check,) = [check for check in checks if check["name"] == "configuration"]
    assert check["verdict"] == "warning"
    assert "ripple trust" in check["fix"]


def test_a_trusted_file_counts_until_it_changes(
    repository: Path, home: Path, server: ModelServer
) -> None:
    file = repository / "ripple.toml"
    file.write_text(build_settings(server, variable="OPENAI_API_KEY"))
    done = run_ripple("trust", folder=repository)
    assert done.code == 2
    assert f"embeddings.openai_url = {server.url}/v1" in done.output
    search(repository, variable="OPENAI_API_KEY")
    assert not server.requests
    assert run_ripple("trust", "--yes", folder=repository).code == 0
    assert not search(repository, variable="OPENAI_API_KEY")
    (request, *_) = server.requests
    assert request["headers"]["authorization"] == f"Bearer {SECRET}"
    server.requests.clear()
    file.write_text(file.read_text() + "# changed\n")
    assert "ripple trust" in search(repository)[0]
    assert not server.requests


def test_a_worktree_shares_what_is_trusted(repository: Path, home: Path, tmp_path: Path) -> None:
    text = '[model]\nurl = "http://127.0.0.1:9"\n'
    linked = tmp_path / "linked"
    git(repository, "worktree", "add", "--quiet", "-b", "other", str(linked))
    for folder in (repository, linked):
        (folder / "ripple.toml").write_text(text)
    assert run_ripple("trust", "--yes", folder=repository).code == 0
    assert run_ripple("status", folder=linked).errors == ""
    other = json.loads(run_ripple("trust", "--list", "--json", folder=tmp_path).output)
    assert [entry["name"] for entry in other["trusted"]] == ["ripple.toml"]
    assert run_ripple("trust", "--remove", folder=linked).code == 0
    assert "ripple trust" in run_ripple("status", folder=repository).errors


def test_a_trusted_file_may_not_name_any_variable(
    repository: Path, home: Path, server: ModelServer
) -> None:
    (repository / "ripple.toml").write_text(build_settings(server))
    shown = run_ripple("trust", "--yes", folder=repository)
    assert "would not count" in shown.output
    (note,) = search(repository)
    assert "embeddings.openai_key_variable in ripple.toml ignored" in note
    assert SECRET not in json.dumps(server.requests)
    write_own(home, '[trust]\nkey_variables = ["AWS_SECRET_ACCESS_KEY"]\n')
    assert search(repository) == []
    assert SECRET in json.dumps(server.requests)


def test_a_project_cannot_allow_its_own_variables(repository: Path, home: Path) -> None:
    (repository / "ripple.toml").write_text('[trust]\nkey_variables = ["X"]\n')
    run_ripple("trust", "--yes", folder=repository)
    loaded = load_settings(
        repository, environment=os.environ, flags={}, project=str(repository / ".git")
    )
    assert loaded.config.trust.key_variables == ()
    assert [item.key for item in loaded.ignored] == ["trust.key_variables"]


def test_the_users_own_settings_count(repository: Path, home: Path, server: ModelServer) -> None:
    write_own(home, build_settings(server))
    assert search(repository) == []
    assert SECRET in json.dumps(server.requests)
    server.requests.clear()
    search(repository, embeddings__provider="none", model__provider="none")
    assert not server.requests


def test_the_order_of_the_layers(tmp_path: Path, home: Path) -> None:
    write_own(home, '[scan]\njobs = 1\nambiguous_limit = 1\n[model]\nname = "own"\n')
    variables = {"HOME": str(home)}
    assert load_config(tmp_path, environment=variables, flags={}).scan.jobs == 1
    (tmp_path / "ripple.toml").write_text('[scan]\njobs = 2\n[model]\nname = "theirs"\n')
    config = load_config(tmp_path, environment=variables, flags={})
    assert (config.scan.jobs, config.scan.ambiguous_limit, config.model.name) == (2, 1, "own")
    Ledger(variables).add(
        str(tmp_path), SETTINGS, "ripple.toml", load_hash(tmp_path / "ripple.toml")
    )
    assert load_config(tmp_path, environment=variables, flags={}).model.name == "theirs"
    variables["RIPPLE_MODEL_NAME"] = "variable"
    assert load_config(tmp_path, environment=variables, flags={}).model.name == "variable"
    flags = {"model.name": "flag"}
    assert load_config(tmp_path, environment=variables, flags=flags).model.name == "flag"


def load_hash(path: Path) -> str:
    from hashlib import sha256

    return sha256(path.read_bytes()).hexdigest()


def test_what_sends_nothing_needs_no_trust(tmp_path: Path) -> None:
    (tmp_path / "ripple.toml").write_text(
        '[embeddings]\nprovider = "none"\nopenai_url = ""\n[model]\nprovider = "none"\n'
    )
    loaded = load_settings(tmp_path, environment={}, flags={})
    assert loaded.ignored == ()
    assert loaded.config.embeddings.provider == "none"


def test_hooks_and_servers_go_on(repository: Path, home: Path, server: ModelServer) -> None:
    (repository / "ripple.toml").write_text(build_settings(server))
    run_ripple("scan", folder=repository)
    done = run_ripple("hook", "session-start", folder=repository)
    assert (done.code, done.errors) == (0, "")


@pytest.mark.parametrize(
    ("platform", "expected"),
    [
        ("linux", ("/h/.config/ripple", "/h/.local/state/ripple")),
        ("darwin", ("/h/Library/Application Support/ripple",) * 2),
    ],
)
def test_the_users_folders(platform: str, expected: tuple[str, str]) -> None:
    for variables in ({"HOME": "/h"}, {"HOME": "/h", "XDG_CONFIG_HOME": "relative"}):
        assert str(get_config_folder(variables, platform)) == expected[0]
    assert str(get_state_folder({"HOME": "/h"}, platform)) == expected[1]
    assert str(get_config_folder({"XDG_CONFIG_HOME": "/x"}, platform)) == "/x/ripple"
    assert get_config_folder({}, platform) is None


@pytest.mark.skipif(sys.platform == "win32", reason="paths of Windows")
def test_the_users_folder_on_windows() -> None:
    assert get_config_folder({"APPDATA": "relative", "HOME": "/h"}, "win32") is None
    assert str(get_config_folder({"APPDATA": "/a"}, "win32")) == "/a/ripple"


def test_a_file_of_another_kind_is_no_settings_file(repository: Path, home: Path) -> None:
    os.mkfifo(repository / "ripple.toml")
    assert run_ripple("status", folder=repository).code == 0


def test_a_huge_or_endless_file_is_refused(repository: Path) -> None:
    file = repository / "ripple.toml"
    for text in ("#" * 200_000, "a" + ".a" * 40_000 + " = 1", "a = " + "[" * 50_000):
        file.write_text(text)
        with pytest.raises(ConfigError):
            load_config(repository, environment={}, flags={})


def test_a_link_to_a_file_outside_is_refused(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[scan]\njobs = 1\n")
    (repository / "ripple.toml").symlink_to(tmp_path / "settings.toml")
    assert_clear_failure(run_ripple("status", folder=repository), code=2)


def test_a_broken_list_of_trust_trusts_nothing(tmp_path: Path, home: Path) -> None:
    ledger = Ledger({"HOME": str(home)})
    ledger.add("p", SETTINGS, "ripple.toml", "1")
    assert ledger.has("p", SETTINGS, "1")
    assert ledger.path is not None
    ledger.path.write_text('{"trusted": [1, {}]}')
    assert not ledger.has("p", SETTINGS, "1")
