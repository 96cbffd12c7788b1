"""What the files of every agent are before and after; `python -m tests.support.agent_goldens`
writes them."""

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from ripplegraph.agents.catalog import get_agents
from ripplegraph.agents.entries import ConfigFile, Format, HookEntry, ServerEntry
from tests.support.agents import Machine, build_machine

GOLDEN = Path(__file__).resolve().parents[1] / "agents" / "golden"
STAGES = ("before", "installed", "again", "uninstalled")
CASES = ("none", "empty", "existing", "comments", "crlf", "tabs", "one-line")

_TOML = """\
# How I like it
model = "large"

[mcp_servers.other]  # mine
command = "npx"
args = ["-y", "other"]
"""
_YAML = """\
# How I like it
model: large
read:
  - CONVENTIONS.md  # ours
  # - OLD.md
dark-mode: true
"""


def build_before(file: ConfigFile, case: str) -> bytes | None:
    """Make up what a user may have in a file."""
    if case == "none":
        return None
    if case == "empty":
        return b""
    if file.format is Format.JSON:
        return _build_json(file, case).encode()
    text = {
        Format.TOML: _TOML,
        Format.YAML: _YAML,
        Format.NOTES: "# My notes\n",
    }[file.format]
    if case == "one-line":
        text = {
            Format.TOML: 'mcp_servers = {other = {command = "npx"}}',
            Format.YAML: "read: [CONVENTIONS.md, 'x y.md'] # ours",
            Format.NOTES: "notes",
        }[file.format]
    if case == "tabs":
        text = text.replace("  #", "\t#")
    return (text.replace("\n", "\r\n") if case == "crlf" else text).encode()


def _build_json(file: ConfigFile, case: str) -> str:
    data: dict[str, object] = {"mine": [1, 2]}
    for entry in file.entries:
        if isinstance(entry, ServerEntry):
            data.setdefault(entry.path[0], {"other": {"command": "npx", "args": ["-y", "other"]}})
        elif isinstance(entry, HookEntry):
            own = {"command": "echo mine"}
            item = {"hooks": [own]} if "hooks" in entry.item else own
            data.setdefault(entry.path[0], {entry.path[1]: [item]})
    if case == "one-line":
        return json.dumps(data)
    text = json.dumps(data, indent="\t" if case == "tabs" else 4 if case == "comments" else 2)
    if case == "comments":
        text = text.replace('"echo mine"', '"echo mine", // keep this, please')
        text = text.replace('"other"\n', '"other", /* the other one */\n')
        text = "// Settings of mine\n" + text[:-2] + ",\n    // the end\n}\n\n// after it\n"
    text += "" if case == "comments" else "\n"
    return text.replace("\n", "\r\n") if case == "crlf" else text


def prepare(machine: Machine, agent: str, case: str) -> None:
    for file in machine.find_files(agent):
        content = build_before(file, case)
        if content is not None:
            file.path.parent.mkdir(parents=True, exist_ok=True)
            file.path.write_bytes(content)


def run_stages(folder: Path, agent: str, case: str) -> Iterator[tuple[str, Mapping[str, bytes]]]:
    """Install twice and uninstall, and return all files after each step."""
    machine = build_machine(folder)
    prepare(machine, agent, case)
    yield "before", _read(machine)
    machine.install(agent)
    yield "installed", _read(machine)
    machine.install(agent)
    yield "again", _read(machine)
    machine.uninstall(agent)
    yield "uninstalled", _read(machine)


def _read(machine: Machine) -> Mapping[str, bytes]:
    names = ((machine.root, b"/project"), (machine.home, b"/home/me"))
    files = dict(machine.read_all())
    for folder, name in names:
        files = {key: content.replace(str(folder).encode(), name) for key, content in files.items()}
    return files


def main() -> None:
    shutil.rmtree(GOLDEN, ignore_errors=True)
    for agent in get_agents():
        for case in CASES:
            with tempfile.TemporaryDirectory() as folder:
                for stage, files in run_stages(Path(folder), agent, case):
                    for name, content in files.items():
                        path = GOLDEN / agent / case / stage / name
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_bytes(content)


if __name__ == "__main__":
    main()
