"""Probe for Ollama and its models, with nothing but a socket.

`ripple status` asks, too, and has no time for a library that speaks all of HTTP.
"""

import json
import socket
from urllib.parse import urlsplit

SECONDS = 0.3
"""How long a server may take for each part of its answer."""
_MOST_BYTES = 1 << 20


def find_ollama_models(url: str) -> frozenset[str]:
    """Return the names of the models that an Ollama has; none where nobody answers."""
    try:
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            return frozenset()
        answer = _get(parts.hostname, parts.port or 80, f"{parts.path.rstrip('/')}/api/tags")
        models = json.loads(answer)["models"]
        return frozenset(name for model in models for name in _find_names(model["name"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return frozenset()


def _find_names(name: str) -> tuple[str, ...]:
    return (name, name.removesuffix(":latest"))


def _get(host: str, port: int, path: str) -> bytes:
    # In HTTP 1.0 the answer ends where the connection does, and is never in chunks.
    request = f"GET {path} HTTP/1.0\r\nHost: {host}\r\nAccept: application/json\r\n\r\n"
    with socket.create_connection((host, port), timeout=SECONDS) as connection:
        connection.sendall(request.encode("ascii"))
        parts: list[bytes] = []
        while (part := connection.recv(1 << 16)) and sum(map(len, parts)) < _MOST_BYTES:
            parts.append(part)
    head, _, body = b"".join(parts).partition(b"\r\n\r\n")
    return body if b" 200 " in head.partition(b"\r\n")[0] + b" " else b""
