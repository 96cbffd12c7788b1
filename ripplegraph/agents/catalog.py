"""The agents that ripple can be installed into: their files, their formats, their hooks."""

import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.agents.entries import (
    SERVER,
    ConfigFile,
    DefaultEntry,
    Entry,
    Format,
    HookEntry,
    ItemEntry,
    ServerEntry,
    TextEntry,
)
from ripplegraph.agents.guide import GUIDE
from ripplegraph.agents.places import Places, Scope

Events = Mapping[str, Sequence[tuple[str, str | None]]]
"""The events of ripple for each event of an agent, and the tools they are about."""

_ARGUMENTS = ["-P", "-m", "ripplegraph", "mcp"]
"""With -P no module of the project is taken for one of Python's: agents start us there."""
_SECONDS = 5
_CLAUDE_EDITS = "Edit|MultiEdit|Write|NotebookEdit"
_COPILOT_EDITS = (
    "edit|create|apply_patch|create_file|insert_edit_into_file|"
    "multi_replace_string_in_file|replace_string_in_file"
)


@dataclass(frozen=True)
class Setup:
    """What an installation starts from: the folders, the scope and the Python to run."""

    places: Places
    scope: Scope
    interpreter: str

    @property
    def for_user(self) -> bool:
        return self.scope is Scope.USER

    def choose(self, *, project: str, user: Path) -> Path:
        return user if self.for_user else self.places.root / project


@dataclass(frozen=True)
class Agent:
    """One coding agent."""

    name: str
    title: str
    scopes: tuple[Scope, ...]
    """Where it can be installed; the first is the usual one."""
    find_files: Callable[[Setup], tuple[ConfigFile, ...]]
    notes: tuple[str, ...] = ()
    """What a person has to know or do after an installation."""


def get_agents() -> Mapping[str, Agent]:
    """Return every agent by its name."""
    both = (Scope.PROJECT, Scope.USER)
    user_first = (Scope.USER, Scope.PROJECT)
    trust = "Codex runs hooks once they are trusted: type /hooks in Codex."
    approve = "Claude Code asks once whether to use the server of .mcp.json."
    preview = "Hooks are a preview in VS Code, which also runs those of Claude Code's files."
    folder = "Windsurf may start the server outside the folder of the project."
    only_last = "Aider takes `read` from the last of its files only, and starts no MCP servers."
    agents = (
        Agent("aider", "Aider", both, _find_aider, (only_last,)),
        Agent("claude-code", "Claude Code", both, _find_claude, (approve,)),
        Agent("codex", "Codex CLI", user_first, _find_codex, (trust,)),
        Agent("copilot", "GitHub Copilot in VS Code", both, _find_copilot, (preview,)),
        Agent("cursor", "Cursor", both, _find_cursor),
        Agent("gemini", "Gemini CLI", both, _find_gemini),
        Agent("opencode", "OpenCode", both, _find_opencode),
        Agent("windsurf", "Windsurf", (Scope.USER,), _find_windsurf, (folder,)),
        Agent("zed", "Zed", user_first, _find_zed),
    )
    return {agent.name: agent for agent in agents}


def _find_claude(setup: Setup) -> tuple[ConfigFile, ...]:
    home = setup.places.home
    folder = setup.places.get_folder("CLAUDE_CONFIG_DIR", home / ".claude")
    state = folder if folder != home / ".claude" else home
    hooks = _build_groups(
        setup,
        "claude-code",
        {
            "PreToolUse": [("before-edit", _CLAUDE_EDITS)],
            "PostToolUse": [("after-read", "Read"), ("after-edit", _CLAUDE_EDITS)],
            "SessionStart": [("session-start", None)],
            "UserPromptSubmit": [("prompt", None)],
            "Stop": [("stop", None)],
        },
    )
    return (
        _build_json(
            setup.choose(project=".mcp.json", user=state / ".claude.json"),
            [_build_server(setup, "mcpServers", kind="stdio")],
        ),
        _build_json(
            setup.choose(project=".claude/settings.local.json", user=folder / "settings.json"),
            hooks,
        ),
    )


def _find_cursor(setup: Setup) -> tuple[ConfigFile, ...]:
    folder = setup.choose(project=".cursor", user=setup.places.home / ".cursor")
    edits = "Write|StrReplace|Edit|MultiEdit"
    events: Events = {
        "preToolUse": [("before-edit", edits)],
        "postToolUse": [("after-read", "Read"), ("after-edit", edits)],
        "sessionStart": [("session-start", None)],
        "beforeSubmitPrompt": [("prompt", None)],
        "stop": [("stop", None)],
    }
    hooks = _build_commands(setup, "cursor", events, {"timeout": _SECONDS})
    server = _build_server(setup, "mcpServers", extra=["-C", "${workspaceFolder}"])
    return (
        _build_json(folder / "mcp.json", [server]),
        _build_json(folder / "hooks.json", [DefaultEntry(("version",), 1), *hooks]),
    )


def _find_codex(setup: Setup) -> tuple[ConfigFile, ...]:
    home = setup.places.get_folder("CODEX_HOME", setup.places.home / ".codex")
    folder = setup.choose(project=".codex", user=home)
    edits = "apply_patch|Edit|Write"
    hooks = _build_groups(
        setup,
        "codex",
        {
            "PreToolUse": [("before-edit", edits)],
            "PostToolUse": [("after-edit", edits)],
            "SessionStart": [("session-start", None)],
            "UserPromptSubmit": [("prompt", None)],
            "Stop": [("stop", None)],
        },
    )
    values = {"command": setup.interpreter, "args": _ARGUMENTS}
    server = ServerEntry(("mcp_servers", SERVER), values)
    return (
        ConfigFile(folder / "config.toml", Format.TOML, (server,)),
        _build_json(folder / "hooks.json", hooks),
    )


def _find_gemini(setup: Setup) -> tuple[ConfigFile, ...]:
    folder = setup.choose(project=".gemini", user=setup.places.home / ".gemini")
    edits = "write_file|replace"
    hooks = _build_groups(
        setup,
        "gemini",
        {
            "BeforeTool": [("before-edit", edits)],
            "AfterTool": [("after-read", "read_file|read_many_files"), ("after-edit", edits)],
            "SessionStart": [("session-start", None)],
            "BeforeAgent": [("prompt", None)],
            "AfterAgent": [("stop", None)],
        },
        name=True,
        per_second=1000,
    )
    return (_build_json(folder / "settings.json", [_build_server(setup, "mcpServers"), *hooks]),)


def _find_copilot(setup: Setup) -> tuple[ConfigFile, ...]:
    places = setup.places
    copilot = places.get_folder("COPILOT_HOME", places.home / ".copilot")
    events: Events = {
        "PreToolUse": [("before-edit", _COPILOT_EDITS)],
        "PostToolUse": [("after-read", "view|read_file"), ("after-edit", _COPILOT_EDITS)],
        "SessionStart": [("session-start", None)],
        "UserPromptSubmit": [("prompt", None)],
        "Stop": [("stop", None)],
    }
    hooks = _build_commands(
        setup, "copilot", events, {"type": "command", "timeout": _SECONDS}, guarded=True
    )
    server = _build_server(setup, "servers", kind="stdio", more={"cwd": "${workspaceFolder}"})
    user = places.applications / "Code" / "User" / "mcp.json"
    return (
        _build_json(setup.choose(project=".vscode/mcp.json", user=user), [server]),
        _build_json(
            setup.choose(
                project=".github/hooks/ripplegraph.json", user=copilot / "hooks/ripplegraph.json"
            ),
            [DefaultEntry(("version",), 1), *hooks],
        ),
    )


def _find_windsurf(setup: Setup) -> tuple[ConfigFile, ...]:
    # What its hooks print reaches nobody but the user, so only the last one is of use.
    folder = setup.places.home / ".codeium" / "windsurf"
    events: Events = {"post_cascade_response": [("stop", None)]}
    hooks = _build_commands(setup, "windsurf", events, {"show_output": False})
    return (
        _build_json(folder / "mcp_config.json", [_build_server(setup, "mcpServers")]),
        _build_json(folder / "hooks.json", hooks),
    )


def _find_zed(setup: Setup) -> tuple[ConfigFile, ...]:
    places = setup.places
    folder = places.config / "Zed" if places.platform == "win32" else _get_zed_folder(places)
    path = setup.choose(project=".zed/settings.json", user=folder / "settings.json")
    return (_build_json(path, [_build_server(setup, "context_servers", more={"env": {}})]),)


def _get_zed_folder(places: Places) -> Path:
    return (places.home / ".config" if places.platform == "darwin" else places.config) / "zed"


def _find_opencode(setup: Setup) -> tuple[ConfigFile, ...]:
    places = setup.places
    folder = places.get_folder("XDG_CONFIG_HOME", places.home / ".config") / "opencode"
    folder = folder if setup.for_user else places.root
    names = ("opencode.json", "opencode.jsonc")
    path = next((folder / name for name in names if (folder / name).exists()), folder / names[0])
    command = [setup.interpreter, *_ARGUMENTS]
    values = {"type": "local", "command": command, "enabled": True}
    return (_build_json(path, [ServerEntry(("mcp", SERVER), values)]),)


def _find_aider(setup: Setup) -> tuple[ConfigFile, ...]:
    folder = setup.places.home if setup.for_user else setup.places.root
    guide = folder / ".aider.ripplegraph.md"
    return (
        ConfigFile(guide, Format.NOTES, (TextEntry(GUIDE),)),
        ConfigFile(folder / ".aider.conf.yml", Format.YAML, (ItemEntry("read", str(guide)),)),
    )


def _build_json(path: Path, entries: Iterable[Entry]) -> ConfigFile:
    return ConfigFile(path, Format.JSON, tuple(entries))


def _build_server(
    setup: Setup,
    key: str,
    *,
    kind: str | None = None,
    extra: list[str] | None = None,
    more: Mapping[str, object] | None = None,
) -> ServerEntry:
    values: dict[str, object] = {"type": kind} if kind else {}
    values |= {"command": setup.interpreter, "args": [*_ARGUMENTS, *(extra or [])]}
    return ServerEntry((key, SERVER), {**values, **(more or {})})


def _build_groups(
    setup: Setup,
    agent: str,
    events: Events,
    *,
    name: bool = False,
    per_second: int = 1,
) -> list[HookEntry]:
    """Build hooks that stand in groups, each with what its tools are called."""
    entries = []
    for theirs, ours in events.items():
        for event, matcher in ours:
            command: dict[str, object] = {"name": f"{SERVER}-{event}"} if name else {}
            command |= {"type": "command", "command": _build_hook(setup, agent, event)}
            command["timeout"] = _SECONDS * per_second
            group: dict[str, object] = {"matcher": matcher} if matcher else {}
            item = {**group, "hooks": [command]}
            entries.append(HookEntry(("hooks", theirs), item, agent, event))
    return entries


def _build_commands(
    setup: Setup,
    agent: str,
    events: Events,
    more: Mapping[str, object],
    *,
    guarded: bool = False,
) -> list[HookEntry]:
    """Build hooks that are commands without a group around them."""
    entries = []
    for theirs, ours in events.items():
        for event, matcher in ours:
            line = _build_hook(setup, agent, event)
            if guarded and setup.places.platform != "win32":
                # A hook that cannot be started would keep the agent from using its tools.
                line += " || true"
            item: dict[str, object] = {"command": line, **more}
            if matcher:
                item["matcher"] = matcher
            entries.append(HookEntry(("hooks", theirs), item, agent, event))
    return entries


def _build_hook(setup: Setup, agent: str, event: str) -> str:
    program = setup.interpreter
    if setup.places.platform == "win32":
        program = program.replace("\\", "/")
        program = f'"{program}"' if " " in program else program
    else:
        program = shlex.quote(program)
    return f"{program} -P -m ripplegraph hook {event} --agent {agent}"


def get_interpreter() -> str:
    """Return the Python that this ripple runs in."""
    return sys.executable
