"""Transcripts for tests: lines as Claude Code writes them."""

import json
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "transcripts"
SESSION = "11111111-2222-4333-8444-555555555555"


def say(text: str, *, key: str = "a-1", session: str = SESSION, **more: Any) -> str:
    """Write a message of the agent."""
    content = [{"type": "text", "text": text}]
    message = {"role": "assistant", "id": "msg_1", "content": content}
    entry = {"type": "assistant", "sessionId": session, "uuid": key, "message": message, **more}
    return json.dumps(entry) + "\n"


def call(tool: str, **request: Any) -> str:
    """Write that the agent uses a tool."""
    content = [{"type": "tool_use", "id": "toolu_1", "name": tool, "input": request}]
    message = {"role": "assistant", "id": "msg_1", "content": content}
    return json.dumps({"type": "assistant", "sessionId": SESSION, "message": message}) + "\n"


def show(text: str) -> str:
    """Write what a tool answered."""
    content = [{"type": "tool_result", "tool_use_id": "toolu_1", "content": text}]
    return ask(content)


def ask(content: object, **more: Any) -> str:
    """Write a message of the user."""
    message = {"role": "user", "content": content}
    entry = {"type": "user", "sessionId": SESSION, "uuid": "u-1", "message": message, **more}
    return json.dumps(entry) + "\n"
