"""Talks to the real `ripple mcp` with the client of the official SDK."""

import json
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import anyio
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.types import CallToolResult, TextContent

from tests.support.waiting import LONGEST

Result = TypeVar("Result")
Talk = Callable[[Client], Awaitable[Result]]


def build_stdio(folder: Path) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable, args=["-m", "ripplegraph", "mcp", "-C", str(folder)]
    )


@contextmanager
def serve_http(folder: Path) -> Iterator[str]:
    """Start the server on any free port, and return its address."""
    command = [sys.executable, "-m", "ripplegraph", "mcp", "--http", "--port", "0"]
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        line = process.stderr.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/mcp", line), line
        yield line
    finally:
        process.terminate()
        process.wait(LONGEST)
        assert process.stderr is not None
        process.stderr.close()


def talk(server: Any, say: Talk[Result], *, mode: str = "auto") -> Result:
    """Connect, let a function do the talking, and return what it returns."""

    async def run() -> Result:
        with anyio.fail_after(LONGEST):
            async with Client(server, mode=mode) as client:
                return await say(client)

    return anyio.run(run)


def get_answer(result: CallToolResult) -> dict[str, Any]:
    """Return what a tool answered, which is the same as text and as a structure."""
    assert not result.is_error, result
    assert result.structured_content is not None
    answer: dict[str, Any] = json.loads(get_text(result))
    assert answer == result.structured_content
    return answer


def get_text(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text
