"""A client of `ripple mcp` that sends any bytes: valid calls, broken lines and everything between.

The client of the SDK refuses to send what this one is for.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

PROTOCOL = "2025-06-18"
PATIENCE = 300.0
"""Seconds until a server that says nothing is taken to be silent for ever."""


class Silent(AssertionError):
    """The server gave no answer."""


class RawClient:
    """One server process with its pipes; use it in a `with` statement."""

    def __init__(self, folder: Path, *, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in __exit__
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ripplegraph", "mcp", "-C", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        self._lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._number = 0
        self._pinged = False

    def __enter__(self) -> RawClient:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()
        self._errors.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def send(self, line: bytes) -> None:
        """Send bytes as they are."""
        assert self._process.stdin is not None
        self._process.stdin.write(line)
        self._process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """Return the next message of the server."""
        try:
            line = self._lines.get(timeout=self._patience)
        except queue.Empty:
            raise Silent(self.read_errors()) from None
        if not line:
            raise Silent(f"The server ended with {self.close()}: {self.read_errors()}")
        message: dict[str, Any] = json.loads(line, parse_constant=_refuse)
        return message

    def ask(self, line: bytes) -> dict[str, Any]:
        """Send a line, and return what comes next."""
        self.send(line if line.endswith(b"\n") else line + b"\n")
        return self.receive()

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Send a well-formed request, and return the answer that carries its id."""
        self._number += 1
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        message["id"] = f"request {self._number}"
        if params is not None:
            message["params"] = params
        answer = self.ask(json.dumps(message).encode())
        assert answer.get("id") == message["id"], (answer, message)
        return answer

    def receive_until_pong(self) -> dict[str, Any] | None:
        """Return what the server says before it answers a ping; None: nothing more."""
        if not self._pinged:
            self.send(b'{"jsonrpc":"2.0","id":"fence","method":"ping"}\n')
        answer = self.receive()
        self._pinged = answer.get("id") != "fence"
        return answer if self._pinged else None

    def call(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        return self.request("tools/call", {"name": tool, "arguments": arguments})

    def greet(self) -> dict[str, Any]:
        """Open a session as a client of 2025 does."""
        client = {"name": "raw", "version": "1"}
        params = {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client}
        answer = self.request("initialize", params)
        self.send(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        return answer

    def list_tools(self) -> dict[str, dict[str, Any]]:
        """Return the schema of the arguments of each tool."""
        listed = self.request("tools/list")["result"]["tools"]
        return {tool["name"]: tool["inputSchema"] for tool in listed}

    def is_alive(self) -> bool:
        return "result" in self.request("ping") and self._process.poll() is None

    def close(self) -> int:
        """Close the input of the server, and return the code that it ends with."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        return self._process.wait(timeout=self._patience)

    def read_rest(self) -> list[dict[str, Any]]:
        """Return what the server still said before it ended."""
        found = []
        while line := self._lines.get(timeout=self._patience):
            found.append(json.loads(line))
        return found

    def read_errors(self) -> str:
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace")


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
