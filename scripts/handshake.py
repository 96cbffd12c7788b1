"""Records the answers of the MCP SDK to the first questions of a client: `handshake.json`."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from ripplegraph.server.handshake import DISCOVER, INITIALIZE, LISTS, PING, VERSION_KEY

_PROGRAM = """
from ripplegraph.app.project import open_project
from ripplegraph.server.mcp import build_server
build_server(open_project).run("stdio")
"""
_CLIENT = {"name": "recorder", "version": "1"}


def build_handshake() -> str:
    """Return the answers as JSON, with a line for each of them."""
    greeted = _record_handshake(HANDSHAKE_PROTOCOL_VERSIONS[-1])
    initialize = greeted.pop(INITIALIZE)
    del initialize["protocolVersion"]
    known = {
        "handshake": {
            "versions": list(HANDSHAKE_PROTOCOL_VERSIONS),
            "initialize": initialize,
            "answers": greeted,
        },
        "stateless": {version: _record(version) for version in MODERN_PROTOCOL_VERSIONS},
    }
    return json.dumps(known, indent=1) + "\n"


def _record_handshake(version: str) -> dict[str, Any]:
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": _CLIENT}
    first = {"method": INITIALIZE, "params": params}
    lists = [{"method": method} for method in (*LISTS, PING)]
    return _ask([first, {"method": "notifications/initialized"}, *lists])


def _record(version: str) -> dict[str, Any]:
    meta = {
        VERSION_KEY: version,
        "io.modelcontextprotocol/clientInfo": _CLIENT,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    return _ask([{"method": method, "params": {"_meta": meta}} for method in (DISCOVER, *LISTS)])


def _ask(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the results by method, as a server without a handshake gives them."""
    numbered = [
        {"jsonrpc": "2.0", **({} if "notifications/" in m["method"] else {"id": at}), **m}
        for at, m in enumerate(messages)
    ]
    with TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1])},
        )
        if process.stdin is None or process.stdout is None:
            raise OSError("the server has no streams")
        process.stdin.write(b"".join(json.dumps(m).encode() + b"\n" for m in numbered))
        process.stdin.flush()
        wanted = {m["id"]: m["method"] for m in numbered if "id" in m}
        results = {}
        while wanted:
            answer = json.loads(process.stdout.readline())
            results[wanted.pop(answer["id"])] = answer["result"]
        process.communicate()
    order = [m["method"] for m in numbered if "id" in m]
    return {method: results[method] for method in order}
