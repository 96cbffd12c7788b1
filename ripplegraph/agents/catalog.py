"""The agents that ripple can be installed into: their files, their formats, their hooks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.agents.entries import (
    SERVER,
    ConfigFile,
    DefaultEntry,
    Format,
    ItemEntry,
    ServerEntry,
    TextEntry,
)
from ripplegraph.agents.entry_builder import (
    ARGUMENTS,
    SECONDS,
    Events,
    Setup,
    build_commands,
    build_groups,
    build_json,
    build_server,
)
from ripplegraph.agents.guide import GUIDE
from ripplegraph.agents.locations import Locations, Scope

_CLAUDE_EDITS = "Edit|MultiEdit|Write|NotebookEdit"
_COPILOT_EDITS = (
    "edit|create|apply_patch|create_file|insert_edit_into_file|"
    "multi_replace_string_in_file|replace_string_in_file"
)


@dataclass(frozen=True)
class Agent:
    """One coding agent."""

    name: str
    title: str
    scopes: tuple[Scope, ...]
    """Where it can be installed; the first is the usual one."""
    find_files: Callable[[Setup], tuple[ConfigFile, ...]]
    notes: tuple[str, ...] = ()
    """Notes for a person after an installation."""


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
    home = setup.locations.home
    folder = setup.locations.get_folder("CLAUDE_CONFIG_DIR", home / ".claude")
    state = folder if folder != home / ".claude" else home
    hooks = build_groups(
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
        build_json(
            setup.choose(project=".mcp.json", user=state / ".claude.json"),
            [build_server(setup, "mcpServers", kind="stdio")],
        ),
        build_json(
            setup.choose(project=".claude/settings.local.json", user=folder / "settings.json"),
            hooks,
        ),
    )


def _find_cursor(setup: Setup) -> tuple[ConfigFile, ...]:
    folder = setup.choose(project=".cursor", user=setup.locations.home / ".cursor")
    edits = "Write|StrReplace|Edit|MultiEdit"
    events: Events = {
        "preToolUse": [("before-edit", edits)],
        "postToolUse": [("after-read", "Read"), ("after-edit", edits)],
        "sessionStart": [("session-start", None)],
        "beforeSubmitPrompt": [("prompt", None)],
        "stop": [("stop", None)],
    }
    hooks = build_commands(setup, "cursor", events, {"timeout": SECONDS})
    server = build_server(setup, "mcpServers", extra=["-C", "${workspaceFolder}"])
    return (
        build_json(folder / "mcp.json", [server]),
        build_json(folder / "hooks.json", [DefaultEntry(("version",), 1), *hooks]),
    )


def _find_codex(setup: Setup) -> tuple[ConfigFile, ...]:
    home = setup.locations.get_folder("CODEX_HOME", setup.locations.home / ".codex")
    folder = setup.choose(project=".codex", user=home)
    edits = "apply_patch|Edit|Write"
    hooks = build_groups(
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
    values = {"command": setup.interpreter, "args": ARGUMENTS}
    server = ServerEntry(("mcp_servers", SERVER), values)
    return (
        ConfigFile(folder / "config.toml", Format.TOML, (server,)),
        build_json(folder / "hooks.json", hooks),
    )


def _find_gemini(setup: Setup) -> tuple[ConfigFile, ...]:
    folder = setup.choose(project=".gemini", user=setup.locations.home / ".gemini")
    edits = "write_file|replace"
    hooks = build_groups(
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
    return (build_json(folder / "settings.json", [build_server(setup, "mcpServers"), *hooks]),)


def _find_copilot(setup: Setup) -> tuple[ConfigFile, ...]:
    locations = setup.locations
    copilot = locations.get_folder("COPILOT_HOME", locations.home / ".copilot")
    events: Events = {
        "PreToolUse": [("before-edit", _COPILOT_EDITS)],
        "PostToolUse": [("after-read", "view|read_file"), ("after-edit", _COPILOT_EDITS)],
        "SessionStart": [("session-start", None)],
        "UserPromptSubmit": [("prompt", None)],
        "Stop": [("stop", None)],
    }
    hooks = build_commands(
        setup, "copilot", events, {"type": "command", "timeout": SECONDS}, guarded=True
    )
    server = build_server(setup, "servers", kind="stdio", more={"cwd": "${workspaceFolder}"})
    user = locations.applications / "Code" / "User" / "mcp.json"
    return (
        build_json(setup.choose(project=".vscode/mcp.json", user=user), [server]),
        build_json(
            setup.choose(
                project=".github/hooks/ripplegraph.json", user=copilot / "hooks/ripplegraph.json"
            ),
            [DefaultEntry(("version",), 1), *hooks],
        ),
    )


def _find_windsurf(setup: Setup) -> tuple[ConfigFile, ...]:
    # What its hooks print reaches nobody but the user, so only the last one is of use.
    folder = setup.locations.home / ".codeium" / "windsurf"
    events: Events = {"post_cascade_response": [("stop", None)]}
    hooks = build_commands(setup, "windsurf", events, {"show_output": False})
    return (
        build_json(folder / "mcp_config.json", [build_server(setup, "mcpServers")]),
        build_json(folder / "hooks.json", hooks),
    )


def _find_zed(setup: Setup) -> tuple[ConfigFile, ...]:
    locations = setup.locations
    folder = (
        locations.config / "Zed" if locations.platform == "win32" else _get_zed_folder(locations)
    )
    path = setup.choose(project=".zed/settings.json", user=folder / "settings.json")
    return (build_json(path, [build_server(setup, "context_servers", more={"env": {}})]),)


def _get_zed_folder(locations: Locations) -> Path:
    return (
        locations.home / ".config" if locations.platform == "darwin" else locations.config
    ) / "zed"


def _find_opencode(setup: Setup) -> tuple[ConfigFile, ...]:
    locations = setup.locations
    folder = locations.get_folder("XDG_CONFIG_HOME", locations.home / ".config") / "opencode"
    folder = folder if setup.for_user else locations.root
    names = ("opencode.json", "opencode.jsonc")
    path = next((folder / name for name in names if (folder / name).exists()), folder / names[0])
    command = [setup.interpreter, *ARGUMENTS]
    values = {"type": "local", "command": command, "enabled": True}
    return (build_json(path, [ServerEntry(("mcp", SERVER), values)]),)


def _find_aider(setup: Setup) -> tuple[ConfigFile, ...]:
    folder = setup.locations.home if setup.for_user else setup.locations.root
    guide = folder / ".aider.ripplegraph.md"
    return (
        ConfigFile(guide, Format.NOTES, (TextEntry(GUIDE),)),
        ConfigFile(folder / ".aider.conf.yml", Format.YAML, (ItemEntry("read", str(guide)),)),
    )
