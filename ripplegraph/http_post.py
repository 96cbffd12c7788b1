"""Sends JSON to a server, within a time and a size; every failure is a sentence."""

from collections.abc import Mapping
from time import monotonic as read_clock
from typing import Any
from urllib.parse import urlsplit

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_CONNECT_SECONDS = 3.0


class HttpPostError(Exception):
    """Why there is no answer, in words that hold nothing of what was sent."""


def post(
    url: str,
    body: Mapping[str, object],
    headers: Mapping[str, str],
    *,
    timeout: float,
    most_bytes: int,
) -> bytes:
    """Return the answer; redirects are not followed, a key goes where it was meant to."""
    try:
        import httpx
    except ImportError:
        raise HttpPostError("httpx is not installed; `pip install httpx`") from None
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        parts, host = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not host:
        raise HttpPostError("the url is no address of a server")
    deadline = read_clock() + timeout
    try:
        with (
            _open(httpx, parts.scheme, host, timeout) as client,
            client.stream("POST", url, headers=dict(headers), json=body) as response,
        ):
            return _receive(response, deadline, most_bytes)
    except httpx.TimeoutException:
        raise HttpPostError(f"no answer within {timeout:g} seconds") from None
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
        raise HttpPostError(f"{type(error).__name__} at {host}") from None


def _open(httpx: Any, scheme: str, host: str, timeout: float) -> Any:
    # A proxy is for the way out; a server on this machine is not asked through one. Certificates
    # take long to load, and plain HTTP has none to check.
    return httpx.Client(
        timeout=httpx.Timeout(timeout, connect=min(timeout, _CONNECT_SECONDS)),
        trust_env=host not in _LOOPBACK,
        verify=scheme == "https",
    )


def _receive(response: Any, deadline: float, most_bytes: int) -> bytes:
    received = bytearray()
    if response.status_code != 200:
        raise HttpPostError(f"the server answered with status {response.status_code}")
    for chunk in response.iter_bytes():
        received += chunk
        if len(received) > most_bytes:
            raise HttpPostError("the answer is too long")
        if read_clock() > deadline:
            raise HttpPostError("the answer took too long")
    return bytes(received)
