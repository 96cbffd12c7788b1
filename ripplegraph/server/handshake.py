"""Answers to the first questions of a client, which the SDK is too slow to load for.

What the server can do does not depend on the project, so it is written down in `handshake.json` by
`make docs`, as the SDK would answer it. The SDK gets to see the questions, too; its answers to them
are dropped.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("handshake.json")
LISTS = ("tools/list", "resources/list", "resources/templates/list", "prompts/list")
INITIALIZE = "initialize"
DISCOVER = "server/discover"
PING = "ping"
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
_METHODS = frozenset({INITIALIZE, DISCOVER, PING, *LISTS})


class Handshake:
    """The answers of one connection: by handshake, or with the version in each request."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self._handshake: Mapping[str, Any] = known["handshake"]
        self._stateless: Mapping[str, Mapping[str, Any]] = known["stateless"]
        self._shook_hands = False

    def answer(self, message: Mapping[str, Any]) -> bytes:
        """Return the answer to a request as a line; nothing where the SDK has to answer."""
        if message.get("method") not in _METHODS or "id" not in message:
            return b""
        result = self._find_result(message["method"], message.get("params") or {})
        if result is None:
            return b""
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": result}
        return json.dumps(answer).encode() + b"\n"

    def _find_result(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any] | None:
        if method == INITIALIZE:
            return self._shake_hands(params)
        meta = params.get("_meta", {})
        if not isinstance(meta, dict) or not params.keys() <= {"_meta"}:
            return None
        version = meta.get(VERSION_KEY)
        known = self._stateless.get(version) if isinstance(version, str) else None
        if version is None and self._shook_hands:
            known = self._handshake["answers"]
        if known is None:
            return None
        found: Mapping[str, Any] | None = known.get(method)
        return found

    def _shake_hands(self, params: Mapping[str, Any]) -> Mapping[str, Any] | None:
        wanted, client = params.get("protocolVersion"), params.get("clientInfo")
        able = params.get("capabilities")
        if not isinstance(client, dict) or not isinstance(able, dict):
            return None
        texts = (wanted, client.get("name"), client.get("version"))
        if not all(isinstance(text, str) for text in texts):
            return None
        if not all(isinstance(ability, dict) for ability in able.values()):
            return None
        self._shook_hands = True
        versions: list[str] = self._handshake["versions"]
        version = wanted if wanted in versions else versions[-1]
        return {**self._handshake["initialize"], "protocolVersion": version}


def load_handshake() -> Handshake:
    return Handshake(json.loads(FILE.read_bytes()))
