"""Sends one question over HTTP, within a time and a size; every failure is a sentence."""

import json
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from ripplegraph.model.dialects import Answer, Dialect, Question

MOST_BYTES = 1_000_000
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class TransportError(Exception):
    """Why there is no answer, in words that hold nothing of what was sent."""


def send(dialect: Dialect, url: str, key: str, question: Question, *, timeout: float) -> Answer:
    """Ask, and return the answer; redirects are not followed, a key goes where it was meant to."""
    try:
        import httpx
    except ImportError:
        raise TransportError("httpx is not installed; `pip install 'ripplegraph[model]'`") from None
    address = f"{url.rstrip('/')}{dialect.path}"
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise TransportError("model.url is no address of a server")
    try:
        with _open(httpx, parts.scheme, parts.hostname, timeout) as client:
            body = _receive(client, address, dialect, key, question, time.monotonic() + timeout)
    except httpx.TimeoutException:
        raise TransportError(f"no answer within {timeout:g} seconds") from None
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
        raise TransportError(f"{type(error).__name__} at {parts.hostname}") from None
    return _read(dialect, body)


def _open(httpx: Any, scheme: str, host: str, timeout: float) -> Any:
    # A proxy is for the way out; a server on this machine is not asked through one. Certificates
    # take long to load, and plain HTTP has none to check.
    return httpx.Client(timeout=timeout, trust_env=host not in _LOOPBACK, verify=scheme == "https")


def _receive(
    client: Any, address: str, dialect: Dialect, key: str, question: Question, deadline: float
) -> bytes:
    received = bytearray()
    headers = dialect.build_headers(key)
    json_body = dialect.build_body(question)
    with client.stream("POST", address, headers=headers, json=json_body) as response:
        if response.status_code != 200:
            raise TransportError(f"the server answered with status {response.status_code}")
        for chunk in response.iter_bytes():
            received += chunk
            if len(received) > MOST_BYTES:
                raise TransportError("the answer is too long")
            if time.monotonic() > deadline:
                raise TransportError("the answer took too long")
    return bytes(received)


def _read(dialect: Dialect, body: bytes) -> Answer:
    try:
        plain = json.loads(body)
        if not isinstance(plain, Mapping):
            raise TypeError
        return dialect.read(plain)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise TransportError("the answer is not what the provider's protocol says") from None
