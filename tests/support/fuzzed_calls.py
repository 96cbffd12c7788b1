"""Calls of MCP tools from a seed: nearly right, wrong, and broken lines; and what each must get."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.support.hostile import find_unsafe
from tests.support.hostile_values import make_text, make_value
from tests.support.raw_mcp import RawClient

Schema = Mapping[str, Any]
_BUG = "This is a bug in ripple"
_MARKS = "\t"
"""Besides line ends, what an answer may hold of the characters that terminals obey."""


@dataclass
class Tally:
    """Answers to fuzzed calls, and what was wrong with them."""

    calls: int = 0
    results: int = 0
    tool_errors: int = 0
    refused: int = 0
    unanswered: int = 0
    """Lines that are notifications, which nobody answers."""
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.calls} calls: {self.results} results, {self.tool_errors} errors of tools, "
            f"{self.refused} refused, {self.unanswered} notifications, "
            f"{len(self.problems)} problems"
        )


def fuzz_tool(
    client: RawClient, tool: str, schema: Schema, calls: int, seed: int, known: tuple[str, ...]
) -> Tally:
    """Call a tool with arguments and lines from a seed, and check each answer."""
    random = Random(f"{tool} {seed}")  # noqa: S311
    tally = Tally()
    for number in range(calls):
        line = make_line(random, tool, schema, known, number)
        tally.calls += 1
        answers = _send(client, line)
        tally.problems += [f"{problem}: {line[:500]!r}" for problem in judge(line, answers)]
        _count(tally, answers)
    return tally


def make_line(
    random: Random, tool: str, schema: Schema, known: tuple[str, ...], number: int
) -> bytes:
    """Make a line with a call; one of six is broken."""
    arguments = make_arguments(random, schema, known)
    call = {"name": tool, "arguments": arguments}
    message: dict[str, Any] = {
        "jsonrpc": "2.0",
        "id": number,
        "method": "tools/call",
        "params": call,
    }
    if random.random() < 0.05:
        message[random.choice([*message])] = make_value(random, known)
    if random.random() < 0.03:
        call[random.choice([*call])] = make_value(random, known)
    line = json.dumps(message, ensure_ascii=random.random() < 0.8).encode("utf-8", "surrogatepass")
    return _break(random, line) if random.random() < 0.12 else line


def make_arguments(random: Random, schema: Schema, known: tuple[str, ...]) -> dict[str, Any]:
    """Make arguments that mostly have the right names, and often the right types."""
    arguments: dict[str, Any] = {}
    for name, part in schema["properties"].items():
        wanted = name in schema.get("required", ())
        if random.random() < (0.95 if wanted else 0.4):
            arguments[name] = _make_argument(random, part, known)
    if random.random() < 0.1:
        arguments[make_text(random)] = make_value(random)
    return arguments


def _make_argument(random: Random, part: Schema, known: tuple[str, ...]) -> Any:
    kinds = [part, *part.get("anyOf", ())]
    kind = random.choice([item for item in kinds if "type" in item or "enum" in item])
    if random.random() < 0.2:
        return make_value(random, known)
    if "enum" in kind:
        return random.choice(kind["enum"])
    if kind["type"] == "integer":
        return random.randint(kind.get("minimum", 0), kind.get("maximum", 100))
    if kind["type"] == "array":
        return [make_text(random, known) for _ in range(random.randrange(4))]
    return make_text(random, known)


def _break(random: Random, line: bytes) -> bytes:
    at = random.randrange(1, len(line))
    way = random.randrange(4)
    if way == 0:
        return line[:at]
    if way == 1:
        return line[:at] + bytes([random.randrange(11, 256)]) + line[at + 1 :]
    if way == 2:
        return line[:at] + line[random.randrange(at) :]
    return b"[" + line + b"]"


def _send(client: RawClient, line: bytes) -> list[dict[str, Any]]:
    """Send a line, and return its answers: none or one are right."""
    client.send(line + b"\n")
    answers = [client.receive()] if is_answered(line) else []
    while True:
        # Whatever else is said comes before the answer to this.
        answer = client.receive_until_pong()
        if answer is None:
            return answers
        answers.append(answer)


def is_answered(line: bytes) -> bool:
    """Tell whether a line is to be answered: all are that are not notifications or answers."""
    message = _read(line)
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return bool(line.strip())
    if message.get("method") is None and ("result" in message or "error" in message):
        return False
    return "id" in message or not isinstance(message.get("method"), str)


def judge(line: bytes, answers: list[dict[str, Any]]) -> Iterator[str]:
    """Say what is wrong with the answers to a line."""
    if len(answers) != is_answered(line):
        yield f"{len(answers)} answers"
    message = _read(line)
    for answer in answers:
        if "result" not in answer and "error" not in answer:
            yield "no answer but something else"
        text = json.dumps(answer, ensure_ascii=False)
        if _BUG in text:
            yield text[:500]
        if isinstance(message, dict) and answer.get("id") not in (message.get("id"), None):
            yield f"the id is {answer.get('id')!r}"
        for shown in _find_texts(answer.get("result")):
            if unsafe := find_unsafe(shown) - set(_MARKS):
                yield f"an answer holds {unsafe!r}"


def _read(line: bytes) -> object:
    text = line.decode("utf-8", errors="replace")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _find_texts(result: object) -> Iterator[str]:
    if isinstance(result, dict):
        yield from (part["text"] for part in result.get("content", ()) if "text" in part)


def _count(tally: Tally, answers: list[dict[str, Any]]) -> None:
    for answer in answers:
        if "error" in answer:
            tally.refused += 1
        elif answer.get("result", {}).get("isError"):
            tally.tool_errors += 1
        else:
            tally.results += 1
    tally.unanswered += not answers
