"""Check of each line that a client sends: what may pass to the SDK, and the answer to the rest.

The SDK drops a line that it cannot read, and its client then waits for ever. Here each line that
is not a notification passes or is answered.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
LONGEST_LINE = 8_000_000
"""Bytes of one message."""
DEEPEST = 100
"""How deep lists and objects may be nested; the SDK reads about twice as deep."""
CANCELLED = "notifications/cancelled"
_LONGEST_NUMBER = 300
"""Digits of a whole number; Python refuses to read those of several thousand."""
_SEARCHED = 100_000
"""How many characters of a message that cannot be read are searched for its id."""
_HALF = re.compile("[\ud800-\udfff]")
_PART = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|-?\d[\d.eE+-]*', re.DOTALL)
_MARK = "\ufffd"
"""What stands for half of a character, as for bytes that are no text."""

Id = str | int


class Checked(NamedTuple):
    """A line as it may pass, or the answer to one that may not; neither for what needs neither."""

    line: bytes = b""
    answer: bytes = b""
    waits: Id | None = None
    """Id of the request that the client waits for."""
    cancels: Id | None = None
    """Id of the request that the client no longer waits for."""


def check_line(line: bytes) -> Checked:
    """Clean a line that may pass, and answer one that may not."""
    text = line.decode("utf-8", errors="replace").removeprefix("\ufeff").strip()
    if not text:
        return Checked()
    try:
        message = json.loads(text, parse_int=_read_whole)
        depth = _measure(message)
    except RecursionError:
        return refuse(find_id(text), INVALID_REQUEST, "The message is nested too deeply.")
    except ValueError as error:
        reason = getattr(error, "msg", "it cannot be read")
        return refuse(find_id(text), PARSE_ERROR, f"The line is not valid JSON: {reason}.")
    if isinstance(message, list):
        return refuse(None, INVALID_REQUEST, "Send each message on a line of its own, no batches.")
    if not isinstance(message, dict):
        return refuse(None, INVALID_REQUEST, "A message must be a JSON object.")
    if depth > DEEPEST:
        return refuse(_take_id(message), INVALID_REQUEST, "The message is nested too deeply.")
    return _check_message(message)


def refuse(number: Id | None, code: int, reason: str) -> Checked:
    """Answer a message with an error; without an id the client cannot tell which one it was."""
    error = {"code": code, "message": reason}
    answer = json.dumps({"jsonrpc": "2.0", "id": number, "error": error})
    return Checked(answer=answer.encode() + b"\n")


def find_id(text: str) -> Id | None:
    """Find the id in a message that cannot be read as a whole, if it stands at the top of it."""
    depth, before, key = 0, "", ""
    for match in _PART.finditer(text, 0, _SEARCHED):
        part = match.group()
        if part in "{[":
            depth += 1
        elif part in "}]":
            depth -= 1
        elif depth == 1 and before == ":" and key == '"id"':
            return _take_id({"id": _read_part(part)})
        elif part not in ":,":
            key = part
        before = part
    return None


def _check_message(message: dict[str, Any]) -> Checked:
    number, method = _take_id(message), message.get("method")
    if message.get("jsonrpc") != "2.0":
        return refuse(number, INVALID_REQUEST, 'A message must say "jsonrpc": "2.0".')
    if method is None and ("result" in message or "error" in message):
        # Nothing is asked of clients, so there is nothing that they can answer.
        return Checked()
    if "id" not in message:
        return _check_notification(message)
    if number is None:
        return refuse(
            None, INVALID_REQUEST, "The id of a request must be a text or a whole number."
        )
    if isinstance(number, str) and _HALF.search(number):
        return refuse(number, INVALID_REQUEST, "The id holds half of a character.")
    if not isinstance(method, str):
        return refuse(number, INVALID_REQUEST, "The method of a request must be a text.")
    if not isinstance(message.get("params", {}), dict | None):
        return refuse(number, INVALID_PARAMS, "The params of a request must be a JSON object.")
    return Checked(_write(message), waits=number)


def _check_notification(message: dict[str, Any]) -> Checked:
    params = message.get("params", {})
    if not isinstance(message.get("method"), str):
        return refuse(None, INVALID_REQUEST, "A message must have a method.")
    if not isinstance(params, dict | None):
        return Checked()
    if message["method"] != CANCELLED:
        return Checked(_write(message))
    return Checked(_write(message), cancels=_take_id({"id": (params or {}).get("requestId")}))


def _take_id(message: Mapping[str, Any]) -> Id | None:
    number = message.get("id")
    fits = isinstance(number, str | int) and not isinstance(number, bool)
    return number if fits else None


def _read_part(part: str) -> object:
    try:
        return json.loads(part, parse_int=_read_whole)
    except ValueError:
        return None


def _read_whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= _LONGEST_NUMBER else float(digits)


def _measure(message: object) -> int:
    """Count how deep a value is nested, without going deep oneself."""
    depth, level = 0, [message]
    while level:
        depth += 1
        level = [
            item
            for value in level
            if isinstance(value, dict | list)
            for item in (value.values() if isinstance(value, dict) else value)
        ]
    return depth


def _write(message: dict[str, Any]) -> bytes:
    return json.dumps(_mend(message)).encode() + b"\n"


def _mend(value: Any) -> Any:
    """Replace halves of characters, which neither UTF-8 nor the databases can hold."""
    if isinstance(value, str):
        return _HALF.sub(_MARK, value)
    if isinstance(value, dict):
        return {_mend(key): _mend(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_mend(item) for item in value]
    return value
