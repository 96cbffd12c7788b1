"""Measures the way from an empty environment to answers: installation, first question, agents.

    python -m bench.answers.first_minutes PROJECT --file starlette/routing.py

In a new virtual environment, with a copy of the project that was never scanned, it takes the
steps of a newcomer one after the other and prints how long each takes: `pip install`, the first
`ripple analyze-impact`, `ripple agents install`, an MCP client that greets the server and lists its
tools, and the hook before an edit. The bars are 60 seconds for all of it and 8 for the first
answer.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

_ALL_BAR, _ANSWER_BAR = 60.0, 8.0
_ROOT = Path(__file__).resolve().parents[2]
_GREETING = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "first-minutes", "version": "1"},
}


class Newcomer:
    """Takes the steps in an environment of its own, and keeps the time of each."""

    def __init__(self, folder: Path, project: Path) -> None:
        self._environment = folder / "environment"
        self.project = folder / "project"
        home = folder / "home"
        home.mkdir()
        shutil.copytree(project, self.project, symlinks=True, ignore=_leave_out)
        self._variables = {
            **{name: text for name, text in os.environ.items() if not name.startswith("RIPPLE_")},
            "HOME": str(home),
        }
        self.seconds: dict[str, float] = {}

    def take(self, step: str, act: Callable[[], str]) -> None:
        """Take a step, and print how long it took and what came of it."""
        start = time.perf_counter()
        shown = act()
        self.seconds[step] = time.perf_counter() - start
        print(f"{self.seconds[step]:6.1f} s  {step}: {shown}")

    def install(self) -> str:
        """Install the project into a new environment."""
        venv.create(self._environment, with_pip=True)
        pip = [str(self._environment / "bin" / "python"), "-m", "pip"]
        self._run([*pip, "install", "--quiet", str(_ROOT)])
        return "ripplegraph and its dependencies"

    def ask(self, file: str) -> str:
        """Ask what depends on a file of a project that nothing is known about."""
        answer = json.loads(self._run([self._ripple, "analyze-impact", file, "--json"]))
        return f"{len(answer['direct_dependents'])} direct dependents shown"

    def install_agent(self) -> str:
        """Install the server and the hooks for an agent."""
        self._run([self._ripple, "agents", "install", "claude-code", "--yes"])
        return "claude-code"

    def list_tools(self) -> str:
        """Greet the server as a client does, and ask for its tools."""
        server = subprocess.Popen(
            [self._ripple, "mcp"],
            cwd=self.project,
            env=self._variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        if server.stdin is None or server.stdout is None:
            raise OSError("the server has no pipes")
        for number, method, given in ((1, "initialize", _GREETING), (2, "tools/list", {})):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": given}
            server.stdin.write(json.dumps(message).encode() + b"\n")
            server.stdin.flush()
            answer = json.loads(server.stdout.readline())
        server.kill()
        server.communicate()
        return f"{len(answer['result']['tools'])} tools"

    def tell_hook(self, file: str) -> str:
        """Let the hook before an edit say what it knows of a file."""
        event = {
            "session_id": "first",
            "cwd": str(self.project),
            "tool_name": "Edit",
            "tool_input": {"file_path": str(self.project / file)},
        }
        told = self._run(
            [self._ripple, "hook", "before-edit", "--agent", "claude-code"], given=json.dumps(event)
        )
        return f"{len(told)} characters"

    @property
    def _ripple(self) -> str:
        return str(self._environment / "bin" / "ripple")

    def _run(self, command: Sequence[str], *, given: str = "") -> str:
        return subprocess.run(
            command,
            cwd=self.project,
            env=self._variables,
            input=given,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout


def _leave_out(_folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name == ".ripple"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("--file", default="starlette/routing.py")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="first-minutes-") as folder:
        newcomer = Newcomer(Path(folder), options.project)
        newcomer.take("pip install", newcomer.install)
        newcomer.take("first answer", lambda: newcomer.ask(options.file))
        newcomer.take("agents install", newcomer.install_agent)
        newcomer.take("tools of the server", newcomer.list_tools)
        newcomer.take("hook before an edit", lambda: newcomer.tell_hook(options.file))
    total, first = sum(newcomer.seconds.values()), newcomer.seconds["first answer"]
    print(f"{total:6.1f} s  in all; bars {_ALL_BAR:.0f} and {_ANSWER_BAR:.0f} (first answer)")
    return 0 if total <= _ALL_BAR and first <= _ANSWER_BAR else 1


if __name__ == "__main__":
    sys.exit(main())
