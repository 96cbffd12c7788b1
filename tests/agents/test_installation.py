"""Installing into files that people use: links, permissions, later edits, moved interpreters."""

import json
import os
import shlex
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import tomlkit

from ripplegraph.agents.catalog import get_agents
from ripplegraph.agents.entries import ServerEntry
from ripplegraph.agents.locations import Locations, Scope
from ripplegraph.agents.report import AgentReport, Change, PlaceStatus, Status
from ripplegraph.errors import AgentConfigError, UsageError
from tests.support.agent_goldens import prepare
from tests.support.agents import Machine, build_machine

AGENTS = list(get_agents())
BROKEN = [
    ("cursor", ".cursor/mcp.json", b'{"mcpServers": {', "line 1, column 17"),
    ("cursor", ".cursor/mcp.json", b'{"a": 1 "b": 2}', "a comma or }"),
    ("cursor", ".cursor/mcp.json", b"[]", "not an object"),
    ("cursor", ".cursor/mcp.json", b'{"mcpServers": []}', "mcpServers is not an object"),
    ("cursor", ".cursor/hooks.json", b'{"hooks": {"stop": {}}}', "hooks.stop is not an array"),
    ("cursor", ".cursor/hooks.json", b"\xff\xfe{}", "not UTF-8"),
    ("codex", ".codex/config.toml", b"model = \n", "not valid TOML"),
    ("codex", ".codex/config.toml", b"mcp_servers = 1\n", "not a table"),
    ("aider", ".aider.conf.yml", b"read: [a,\n  b]\n", "cannot be changed"),
    ("aider", ".aider.conf.yml", b"just words\n", "line 1"),
    ("aider", ".aider.conf.yml", b"read: a\nread: b\n", "twice"),
    ("aider", ".aider.conf.yml", b"a: b\n---\nc: d\n", "a second document"),
]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return build_machine(tmp_path)


@pytest.mark.parametrize(
    ("agent", "scope"),
    [(agent.name, scope) for agent in get_agents().values() for scope in agent.scopes],
)
def test_nothing_is_left_where_nothing_was(machine: Machine, agent: str, scope: Scope) -> None:
    report = machine.install(agent, scope)
    assert {file.change for file in report.files} == {Change.CREATED}
    assert all(place.status is Status.INSTALLED for place in find_locations(machine, agent, scope))
    machine.uninstall(agent, scope)
    assert not machine.read_all()
    left = {path.name for path in (*machine.root.iterdir(), *machine.home.iterdir())}
    assert left <= {".ripple", ".local"}


@pytest.mark.parametrize("agent", AGENTS)
def test_only_our_entries_go_from_files_that_changed_since(machine: Machine, agent: str) -> None:
    prepare(machine, agent, "existing")
    before = machine.read_all()
    machine.install(agent)
    for file in machine.find_files(agent):
        with file.path.open("ab") as stream:
            stream.write(b"\n")
    machine.uninstall(agent)
    after = machine.read_all()
    assert {name: content.rstrip(b"\n") for name, content in after.items()} == {
        name: content.rstrip(b"\n") for name, content in before.items()
    }


def test_a_server_that_was_added_since_stays_in_a_file_we_made(machine: Machine) -> None:
    machine.install("cursor")
    path = machine.root / ".cursor" / "mcp.json"
    data = json.loads(path.read_bytes())
    data["mcpServers"]["mine"] = {"command": "x"}
    path.write_text(json.dumps(data))
    machine.uninstall("cursor")
    assert json.loads(path.read_bytes()) == {"mcpServers": {"mine": {"command": "x"}}}
    assert not (machine.root / ".cursor" / "hooks.json").exists()


def test_a_file_we_made_goes_when_only_its_look_changed(machine: Machine) -> None:
    machine.install("cursor")
    for name in ("mcp.json", "hooks.json"):
        path = machine.root / ".cursor" / name
        path.write_text(json.dumps(json.loads(path.read_bytes())))
    machine.uninstall("cursor")
    assert not machine.read_all()


@pytest.mark.parametrize("agent", AGENTS)
def test_an_older_installation_is_brought_up_to_date(machine: Machine, agent: str) -> None:
    prepare(machine, agent, "comments")
    before = machine.read_all()
    old = replace(machine, interpreter="/old/my python/bin/python3")
    old.install(agent)
    if agent != "aider":
        outdated = [place for place in machine.list_places(agent) if place.status != "absent"]
        assert {place.status for place in outdated} == {Status.OUTDATED}
        assert all("/old/my python/bin/python3" in str(place.detail) for place in outdated)
        assert machine.install(agent).applied
    assert b"/old/" not in b"".join(machine.read_all().values())
    assert not machine.install(agent).is_change
    machine.uninstall(agent)
    assert machine.read_all() == before


def test_what_a_user_set_in_our_entries_stays(machine: Machine) -> None:
    replace(machine, interpreter="/old/python").install("gemini")
    path = machine.root / ".gemini" / "settings.json"
    data = json.loads(path.read_bytes())
    data["mcpServers"]["ripplegraph"]["trust"] = True
    data["hooks"]["BeforeTool"][0]["hooks"].insert(0, {"type": "command", "command": "mine"})
    data["hooks"]["BeforeTool"][0]["matcher"] = "my_tool"
    path.write_text(json.dumps(data, indent=2))
    machine.install("gemini")
    installed = json.loads(path.read_bytes())
    assert installed["mcpServers"]["ripplegraph"]["trust"] is True
    assert installed["mcpServers"]["ripplegraph"]["command"] == machine.interpreter
    (group,) = installed["hooks"]["BeforeTool"]
    assert group["matcher"] == "my_tool"
    assert group["hooks"][0] == {"type": "command", "command": "mine"}
    assert group["hooks"][1]["command"].startswith(machine.interpreter)
    machine.uninstall("gemini")
    assert json.loads(path.read_bytes()) == {
        "hooks": {
            "BeforeTool": [
                {"matcher": "my_tool", "hooks": [{"type": "command", "command": "mine"}]}
            ]
        }
    }


def test_entries_that_stand_twice_become_one(machine: Machine) -> None:
    machine.install("claude-code")
    path = machine.root / ".claude" / "settings.local.json"
    data = json.loads(path.read_bytes())
    data["hooks"]["Stop"] *= 3
    path.write_text(json.dumps(data))
    machine.install("claude-code")
    assert len(json.loads(path.read_bytes())["hooks"]["Stop"]) == 1


def test_a_container_that_was_empty_before_stays(machine: Machine) -> None:
    path = machine.root / ".cursor" / "mcp.json"
    path.parent.mkdir()
    path.write_text('{"mcpServers": {}}')
    machine.install("cursor")
    path.write_bytes(path.read_bytes() + b"\n")
    machine.uninstall("cursor")
    assert json.loads(path.read_bytes()) == {"mcpServers": {}}


def test_lost_records_leave_no_entries_behind(machine: Machine) -> None:
    prepare(machine, "cursor", "existing")
    before = {name: json.loads(content) for name, content in machine.read_all().items()}
    machine.install("cursor")
    for record in (machine.root / ".ripple" / "agents").iterdir():
        record.write_text("nonsense")
    machine.uninstall("cursor")
    after = {name: json.loads(content) for name, content in machine.read_all().items()}
    after["project/.cursor/hooks.json"].pop("version")
    assert after == before


FOREIGN = {
    "url": {"type": "http", "url": "https://team.example/mcp"},
    "command": {"command": "docker", "args": ["run", "--rm", "team/graph"]},
}


@pytest.mark.parametrize("server", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("agent", ["claude-code", "codex", "opencode", "zed"])
def test_another_server_with_our_name_is_left_alone(
    machine: Machine, agent: str, server: dict[str, object]
) -> None:
    file = machine.find_files(agent)[0]
    (key, name) = next(entry.path for entry in file.entries if isinstance(entry, ServerEntry))
    file.path.parent.mkdir(parents=True, exist_ok=True)
    document = {key: {name: server}}
    file.path.write_text(tomlkit.dumps(document) if agent == "codex" else json.dumps(document))
    before = machine.read_all()
    with pytest.raises(AgentConfigError, match=f"{key}.{name} is another server"):
        machine.install(agent)
    assert {place.status for place in machine.list_places(agent)} == {Status.ABSENT}
    assert not machine.uninstall(agent).is_change
    assert machine.read_all() == before


def test_a_server_that_starts_ripple_in_another_way_is_ours(machine: Machine) -> None:
    path = machine.root / ".mcp.json"
    path.write_text('{"mcpServers": {"ripplegraph": {"command": "ripple", "args": ["mcp"]}}}')
    machine.install("claude-code")
    server = json.loads(path.read_bytes())["mcpServers"]["ripplegraph"]
    assert server["command"] == machine.interpreter


def test_a_link_stays_and_its_target_changes(machine: Machine) -> None:
    target = machine.root / "dotfiles" / "mcp.json"
    target.parent.mkdir()
    target.write_text("{}")
    link = machine.root / ".cursor" / "mcp.json"
    link.parent.mkdir()
    link.symlink_to(target)
    machine.install("cursor")
    assert link.is_symlink()
    assert b"ripplegraph" in target.read_bytes()
    machine.uninstall("cursor")
    assert link.is_symlink()
    assert target.read_text() == "{}"


def test_permissions_stay_and_records_are_private(machine: Machine) -> None:
    path = machine.root / ".cursor" / "mcp.json"
    path.parent.mkdir()
    path.write_text("{}")
    path.chmod(0o640)
    machine.install("cursor")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    records = list((machine.root / ".ripple" / "agents").iterdir())
    assert {stat.S_IMODE(record.stat().st_mode) for record in records} == {0o600}
    assert (machine.root / ".ripple" / ".gitignore").read_text() == "*\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_must_not_be_written(machine: Machine) -> None:
    path = machine.root / ".cursor" / "mcp.json"
    path.parent.mkdir()
    path.write_text("{}")
    path.chmod(0o444)
    with pytest.raises(AgentConfigError, match="cannot be written"):
        machine.install("cursor")
    assert path.read_text() == "{}"


@pytest.mark.parametrize(("agent", "name", "content", "problem"), BROKEN)
def test_a_broken_file_is_left_alone(
    machine: Machine, agent: str, name: str, content: bytes, problem: str
) -> None:
    path = (machine.home if agent == "codex" else machine.root) / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    with pytest.raises(AgentConfigError, match="cannot be edited") as caught:
        machine.install(agent)
    assert problem in caught.value.message
    assert caught.value.path == path
    assert list(machine.read_all().values()) == [content]
    assert path in {p.path for p in machine.list_places(agent) if p.status is Status.BROKEN} or (
        agent == "cursor" and content.startswith((b"[", b'{"mcpServers": []', b'{"hooks'))
    )


def test_nothing_is_written_without_approval(machine: Machine) -> None:
    seen: list[AgentReport] = []

    def refuse(report: AgentReport) -> bool:
        seen.append(report)
        return False

    assert not machine.install("cursor", approve=refuse).applied
    assert "+++ " in seen[0].files[0].diff
    assert not machine.read_all()
    assert not (machine.root / ".ripple").exists()


def test_a_file_that_changes_while_a_person_thinks(machine: Machine) -> None:
    path = machine.root / ".cursor" / "mcp.json"

    def meddle(_: AgentReport) -> bool:
        path.parent.mkdir()
        path.write_text("{}")
        return True

    with pytest.raises(AgentConfigError, match="in the meantime"):
        machine.install("cursor", approve=meddle)
    assert path.read_text() == "{}"


@pytest.mark.parametrize("name", [".ripple", ".cursor"])
def test_a_file_where_a_folder_is_needed(machine: Machine, name: str) -> None:
    (machine.root / name).write_text("mine")
    with pytest.raises(AgentConfigError, match="cannot be"):
        machine.install("cursor")
    assert machine.read_all() == {f"project/{name}": b"mine"}


def test_a_scope_that_an_agent_does_not_have(machine: Machine) -> None:
    with pytest.raises(UsageError, match="project"):
        machine.install("windsurf", Scope.PROJECT)
    with pytest.raises(UsageError, match="no agent"):
        machine.install("nobody")


def test_variables_say_where_the_folders_of_a_user_are(tmp_path: Path) -> None:
    variables = {
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_STATE_HOME": "relative/does/not/count",
        "APPDATA": str(tmp_path / "roaming"),
    }
    linux = Locations(tmp_path, tmp_path / "me", variables, "linux")
    windows = Locations(tmp_path, tmp_path / "me", variables, "win32")
    mac = Locations(tmp_path, tmp_path / "me", variables, "darwin")
    assert linux.config == linux.applications == tmp_path / "config"
    assert linux.state == tmp_path / "me" / ".local" / "state" / "ripplegraph"
    assert windows.applications == tmp_path / "roaming"
    assert windows.state == tmp_path / "me" / "AppData" / "Local" / "ripplegraph"
    assert mac.applications == tmp_path / "me" / "Library" / "Application Support"


def test_opencode_uses_the_file_that_is_there(machine: Machine) -> None:
    path = machine.root / "opencode.jsonc"
    path.write_text("// mine\n{}\n")
    machine.install("opencode")
    assert list(machine.read_all()) == ["project/opencode.jsonc"]
    assert path.read_text().startswith("// mine\n{\n")


def test_the_guide_of_a_project_that_was_moved_is_named_once(machine: Machine) -> None:
    machine.install("aider")
    moved = replace(machine, root=machine.root.rename(machine.root.with_name("moved")))
    path = moved.root / ".aider.conf.yml"
    assert [place.status for place in moved.list_places("aider")[:2]] == [
        Status.INSTALLED,
        Status.OUTDATED,
    ]
    moved.install("aider")
    assert path.read_text() == f"read:\n  - {moved.root}/.aider.ripplegraph.md\n"
    moved.uninstall("aider")
    assert not moved.read_all()


def test_modules_of_a_project_are_not_run(machine: Machine) -> None:
    """An agent starts us in the folder of a project that may hold anything."""
    (machine.root / "json.py").write_text("raise SystemExit('taken over')\n")
    (machine.root / "ripplegraph").mkdir()
    (machine.root / "ripplegraph" / "__init__.py").write_text("raise SystemExit('taken over')\n")
    real = replace(machine, interpreter=sys.executable)
    real.install("cursor")
    server = json.loads((machine.root / ".cursor" / "mcp.json").read_bytes())["mcpServers"]
    arguments = server["ripplegraph"]["args"][: server["ripplegraph"]["args"].index("mcp")]
    hooks = json.loads((machine.root / ".cursor" / "hooks.json").read_bytes())["hooks"]
    command = hooks["stop"][0]["command"].partition(" hook ")[0]
    for line in ([sys.executable, *arguments], shlex.split(command)):
        done = subprocess.run(
            [*line, "--version"], cwd=machine.root, capture_output=True, text=True, check=False
        )
        assert done.stdout.startswith("ripple "), done


def test_a_hook_on_windows_names_a_program_that_every_shell_finds(tmp_path: Path) -> None:
    windows = build_machine(
        tmp_path, platform="win32", interpreter="C:\\Program Files\\Python\\python.exe"
    )
    windows.install("claude-code")
    data = json.loads((windows.root / ".claude" / "settings.local.json").read_bytes())
    command = data["hooks"]["Stop"][0]["hooks"][0]["command"]
    assert command.startswith('"C:/Program Files/Python/python.exe" -P -m ripplegraph hook stop')
    assert not windows.install("claude-code").is_change


def find_locations(machine: Machine, agent: str, scope: Scope) -> list[PlaceStatus]:
    return [place for place in machine.list_places(agent) if place.scope is scope]


@pytest.mark.parametrize("agent", AGENTS)
def test_a_link_out_of_the_project_is_refused(machine: Machine, agent: str, tmp_path: Path) -> None:
    if Scope.PROJECT not in get_agents()[agent].scopes:
        return
    victim = tmp_path / "victim"
    victim.mkdir()
    for file in machine.find_files(agent, Scope.PROJECT):
        file.path.parent.mkdir(parents=True, exist_ok=True)
        file.path.symlink_to(victim / "file")
    with pytest.raises(AgentConfigError, match="leads out of the project"):
        machine.install(agent, Scope.PROJECT)
    assert list(victim.iterdir()) == []
