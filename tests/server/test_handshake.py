"""The first questions of a client are answered before the SDK is loaded, and as the SDK would."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ripplegraph.server.handshake import DISCOVER, FILE, LISTS, VERSION_KEY
from scripts.handshake import build_handshake

WITHOUT_SDK = """
import sys, threading
from ripplegraph.server.stdio import serve_stdio
sys.modules["mcp"] = None
serve_stdio(None, threading.Event().wait)
"""
"""A server that never comes to load the SDK."""
CLIENT = {"name": "test", "version": "1"}
HANDSHAKE = {"capabilities": {"roots": {"listChanged": True}}, "clientInfo": CLIENT}
MODERN = {
    VERSION_KEY: "2026-07-28",
    "io.modelcontextprotocol/clientInfo": CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def ask_without_sdk(*messages: dict[str, Any], last: int | str) -> list[dict[str, Any]]:
    """Return the answers of a server without the SDK, up to the one with the last id."""
    process = subprocess.Popen(
        [sys.executable, "-c", WITHOUT_SDK], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for message in messages:
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline())]
    while answers[-1]["id"] != last:
        answers.append(json.loads(process.stdout.readline()))
    process.kill()
    process.communicate()
    return answers


def test_the_greeting_is_current() -> None:
    assert FILE.read_text() == build_handshake(), "run `make docs`"


def test_a_handshake_and_the_lists_need_no_sdk() -> None:
    known = json.loads(FILE.read_text())["handshake"]
    start = {"protocolVersion": "2025-06-18", **HANDSHAKE}
    first, *lists, pong = ask_without_sdk(
        {"id": "a", "method": "initialize", "params": start},
        {"method": "notifications/initialized"},
        *({"id": at, "method": method} for at, method in enumerate(LISTS)),
        {"id": 99, "method": "ping", "params": {}},
        last=99,
    )
    assert first["id"] == "a"
    assert first["result"] == {**known["initialize"], "protocolVersion": "2025-06-18"}
    assert [answer["id"] for answer in lists] == [*range(len(LISTS))]
    assert [answer["result"] for answer in lists] == [known["answers"][name] for name in LISTS]
    assert len(lists[0]["result"]["tools"]) >= 12
    assert pong == {"jsonrpc": "2.0", "id": 99, "result": {}}


def test_clients_without_a_handshake_need_no_sdk_either() -> None:
    known = json.loads(FILE.read_text())["stateless"]["2026-07-28"]
    answers = ask_without_sdk(
        {"id": 1, "method": DISCOVER, "params": {"_meta": MODERN}},
        {"id": 2, "method": "tools/list", "params": {"_meta": MODERN}},
        last=2,
    )
    assert [answer["result"] for answer in answers] == [known[DISCOVER], known["tools/list"]]


def test_an_unknown_version_gets_the_newest_one() -> None:
    start = {"protocolVersion": "1999-01-01", **HANDSHAKE}
    (answer,) = ask_without_sdk({"id": 1, "method": "initialize", "params": start}, last=1)
    assert answer["result"]["protocolVersion"] == "2025-11-25"


@pytest.mark.parametrize(
    "message",
    [
        {"method": "initialize", "params": {"protocolVersion": 5, **HANDSHAKE}},
        {"method": "initialize", "params": {"protocolVersion": "2025-06-18"}},
        {"method": "initialize"},
        {"method": "tools/list"},
        {"method": "tools/list", "params": {"_meta": [1]}},
        {"method": "tools/list", "params": {"_meta": {VERSION_KEY: ["2026-07-28"]}}},
        {"method": "tools/list", "params": {"_meta": {VERSION_KEY: "2030-01-01"}}},
        {"method": "tools/list", "params": {"_meta": MODERN, "cursor": "x"}},
        {"method": "tools/call", "params": {"_meta": MODERN, "name": "x"}},
    ],
)
def test_what_only_the_sdk_can_answer_is_left_to_it(message: dict[str, Any]) -> None:
    asked = {"id": 2, "method": DISCOVER, "params": {"_meta": MODERN}}
    assert [answer["id"] for answer in ask_without_sdk({"id": 1, **message}, asked, last=2)] == [2]


def test_each_question_is_answered_once(repository: Path) -> None:
    start = {"protocolVersion": "2025-06-18", **HANDSHAKE}
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": start},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
        {"id": 3, "method": "tools/call", "params": {"name": "nothing", "arguments": {}}},
        {"id": 4, "method": "ping"},
        {
            "id": 5,
            "method": "tools/call",
            "params": {"name": "analyze_impact", "arguments": {"target": "b.py"}},
        },
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    done = subprocess.run(
        [sys.executable, "-m", "ripplegraph", "mcp"],
        input=lines,
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    )
    answers = {item["id"]: item for item in map(json.loads, done.stdout.splitlines())}
    assert sorted(json.loads(line)["id"] for line in done.stdout.splitlines()) == [1, 2, 3, 4, 5]
    assert "a.py" in json.dumps(answers[5]["result"])
