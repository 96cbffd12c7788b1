"""Pins which modules the commands that must start quickly may load."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support import databases
from tests.support.command import run_ripple
from tests.support.repository import commit_all

SLOW = {"sqlalchemy", "networkx", "numpy", "git", "mcp", "rich", "tree_sitter", "asyncio"}
GITPYTHON = {"git", "gitdb"}
SLOW |= {"httpx", "wordllama"}
SLOW |= {"httpx", "ssl"}

DRIVER = """
import sys
from ripplegraph.cli.main import main
try:
    main(sys.argv[1:])
finally:
    print("loaded", *sys.modules, file=sys.stderr)
"""


# A hook gives up after a second, and would do so on a busy machine, too.
PATIENT = """
import ripplegraph.cli.hook
ripplegraph.cli.hook.HARD_SECONDS = 600
"""


def find_loaded_packages(*arguments: str, folder: Path) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.partition(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize("command", ["status", "doctor"])
def test_an_up_to_date_database_is_read_without_slow_modules(
    repository: Path, command: str
) -> None:
    databases.create_all(
        databases.graph_of(repository),
        databases.memory_of(repository, git_common_dir=repository / ".git"),
    )
    assert not find_loaded_packages(command, folder=repository) & SLOW


@pytest.mark.parametrize("command", ["changes", "map"])
def test_a_graph_is_read_without_slow_modules(repository: Path, command: str) -> None:
    databases.record_scan(databases.graph_of(repository), commit="c", tree="t")
    assert not find_loaded_packages(command, folder=repository) & SLOW


@pytest.mark.parametrize("target", ["b.py", "a.py::f", "."])
def test_dependents_are_found_without_slow_modules(repository: Path, target: str) -> None:
    graph = databases.graph_of(repository)
    databases.record_scan(graph, commit="0" * 40, tree="0" * 40)
    databases.execute(
        graph, "INSERT INTO nodes (id, label, kind, name, file_id) VALUES (3, 'f', 4, 'f', 1)"
    )
    assert not find_loaded_packages("dependents", target, folder=repository) & SLOW


@pytest.mark.parametrize("command", ["co-changes a.py", "hooks status"])
def test_a_scanned_project_is_asked_without_slow_modules(repository: Path, command: str) -> None:
    databases.record_scan(databases.graph_of(repository), commit="c", tree="t")
    assert not find_loaded_packages(*command.split(), folder=repository) & SLOW


@pytest.mark.parametrize(
    "command", ["list", "search lamp", "list --type pitfall", "log", "types", "show", "history"]
)
def test_memories_are_read_without_slow_modules(repository: Path, command: str) -> None:
    done = run_ripple("remember", "The lamp is on.", "--json", folder=repository)
    name, *rest = command.split()
    arguments = rest or ([json.loads(done.output)["id"]] if name in ("show", "history") else [])
    assert not find_loaded_packages("memories", name, *arguments, folder=repository) & SLOW


@pytest.mark.parametrize(
    "command",
    [
        "knowledge list",
        "knowledge get fact lamp",
        "episodes list",
        "episodes tried t1",
        "episodes worked lamp",
        "episodes rates",
        "episodes agents",
        "artifacts list",
    ],
)
def test_the_record_of_work_is_read_without_slow_modules(repository: Path, command: str) -> None:
    arguments = ("--role", "user", "--json")
    run_ripple("knowledge", "set", "fact", "lamp", "On.", *arguments, folder=repository)
    assert not find_loaded_packages(*command.split(), folder=repository) & SLOW


@pytest.mark.parametrize("command", ["context --task lamp", "model classify lamp", "model log"])
def test_contexts_are_built_without_slow_modules(repository: Path, command: str) -> None:
    run_ripple("remember", "The lamp is on.", folder=repository)
    run_ripple("scan", folder=repository)
    assert not find_loaded_packages(*command.split(), folder=repository) & SLOW


def test_an_answer_is_counted_without_slow_modules(repository: Path) -> None:
    run_ripple("scan", folder=repository)
    loaded = find_loaded_packages("analyze-impact", "b.py", folder=repository)
    assert not loaded & (SLOW | {"click"})
    assert (repository / ".ripple" / "answers.jsonl").exists()


def test_a_scan_with_nothing_to_do_loads_what_finds_that_out(repository: Path) -> None:
    (repository / "lamp.py").write_text("def turn_on(): pass\n")
    run_ripple("remember", "The lamp is on.", folder=repository)
    run_ripple("scan", folder=repository)
    loaded = find_loaded_packages("scan", folder=repository)
    slow = SLOW | {"msgspec", "tempfile"}
    assert not loaded & slow


def test_nothing_about_a_spool_is_loaded_where_there_is_none(repository: Path) -> None:
    run_ripple("remember", "The lamp is on.", folder=repository)
    for command in ("memories list", "remember x"):
        done = subprocess.run(
            [sys.executable, "-c", DRIVER, *command.split()],
            cwd=repository,
            capture_output=True,
            text=True,
            check=True,
        )
        assert "ripplegraph.memory.spool.memory_store" in done.stderr.split()
        assert "ripplegraph.memory.spool.replay" not in done.stderr.split()
        assert "ripplegraph.store.spool.spool_recorder" not in done.stderr.split()


@pytest.mark.parametrize("event", ["before-edit", "after-read", "session-start", "prompt", "stop"])
def test_a_hook_loads_next_to_nothing(repository: Path, event: str) -> None:
    run_ripple("scan", folder=repository)
    run_ripple("remember", "The lamp is on.", "--about", "b.py", folder=repository)
    given = {"session_id": "s", "prompt": "turn it on", "tool_input": {"file_path": "b.py"}}
    done = subprocess.run(
        [sys.executable, "-c", PATIENT + DRIVER, "hook", event],
        cwd=repository,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    slow = SLOW | {
        "click",
        "dataclasses",
        "subprocess",
        "tomllib",
        "inspect",
        "msgspec",
        "threading",
    }
    assert "sqlite3" in loaded
    assert not loaded & slow


GREETING = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


def test_a_client_is_greeted_without_gitpython(repository: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, "mcp"],
        cwd=repository,
        input=json.dumps(GREETING) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout.splitlines()[0])["id"] == 1
    assert "ripplegraph.server.handshake" in done.stderr.split()
    assert not GITPYTHON & {name.partition(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize(
    "command", ["analyze-impact --diff", "analyze-impact --range HEAD~1..HEAD", "scan"]
)
def test_commits_are_read_without_gitpython(repository: Path, command: str) -> None:
    (repository / "b.py").write_text("x = 2\n")
    commit_all(repository, "second")
    run_ripple("scan", folder=repository)
    (repository / "b.py").write_text("x = 3\n")
    assert find_spec("git") is not None  # It could be loaded.
    assert not find_loaded_packages(*command.split(), folder=repository) & GITPYTHON


def test_the_version_is_shown_without_opening_anything(tmp_path: Path) -> None:
    loaded = find_loaded_packages("--version", folder=tmp_path)
    assert not loaded & (SLOW | {"sqlite3", "subprocess", "tomllib"})
