"""Whatever line a client sends to `ripple mcp`: it is answered, and the server lives."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.server.messages import DEEPEST, LONGEST_LINE, check_line, find_id
from scripts.soak_modes.mcp_calls import fuzz
from tests.support.command import run_ripple
from tests.support.examples import choose, walk
from tests.support.raw_mcp import RawClient
from tests.support.repository import commit_all, git
from tests.support.shop import copy_shop

PRICING = "shop/pricing.py"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = copy_shop(tmp_path_factory.mktemp("lines") / "shop")
    git(folder, "init", "--quiet", "--initial-branch", "main")
    commit_all(folder, "first")
    assert run_ripple("scan", folder=folder).code == 0
    return folder


@pytest.fixture(scope="module")
def client(shop: Path) -> Iterator[RawClient]:
    with RawClient(shop) as client:
        client.greet()
        yield client
        assert client.close() == 0
        assert client.read_errors() == ""


def write_call(arguments: Any, number: Any = 7, tool: str = "analyze_impact") -> bytes:
    params = {"name": tool, "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
    return json.dumps(message).encode()


def write_nested(depth: int) -> bytes:
    return write_call({"target": "?"}).replace(b'"?"', b"[" * depth + b"]" * depth)


REFUSED: dict[str, tuple[bytes, int, Any]] = {
    "cut off": (b'{"jsonrpc":"2.0","id":7,', -32700, 7),
    "no JSON": (b"hello", -32700, None),
    "two messages": (write_call({}) + b"\r" + write_call({}), -32700, 7),
    "UTF-16": (write_call({}).decode().encode("utf-16")[:-1], -32700, None),
    "an empty object": (b"{}", -32600, None),
    "a number": (b"5", -32600, None),
    "a batch": (b"[" + write_call({"target": PRICING}) + b"]", -32600, None),
    "an empty batch": (b"[]", -32600, None),
    "an id of null": (write_call({}, None), -32600, None),
    "an id of true": (write_call({}, True), -32600, None),
    "an id of a fraction": (write_call({}, 1.5), -32600, None),
    "an id of an object": (write_call({}, {}), -32600, None),
    "an id of many digits": (
        write_call({}, 7).replace(b"7", b"9" * 5_000),
        -32600,
        None,
    ),
    "half of a character in the id": (write_call({}, "\ud800"), -32600, "\ud800"),
    "another version": (b'{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, 7),
    "a method that is a number": (b'{"jsonrpc":"2.0","id":7,"method":5}', -32600, 7),
    "no method": (b'{"jsonrpc":"2.0","id":7}', -32600, 7),
    "an unknown method": (b'{"jsonrpc":"2.0","id":7,"method":"no/such"}', -32601, 7),
    "params that are a list": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', -32602, 7),
    "params that are a text": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":""}', -32602, 7),
    "arguments that are a list": (write_call([1]), -32602, 7),
    "an unknown prompt": (
        b'{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":{"name":"x"}}',
        -32602,
        7,
    ),
    "a prompt without its argument": (
        b'{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":{"name":"before_you_edit"}}',
        -32602,
        7,
    ),
    "an unknown resource": (
        b'{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"\\ud800"}}',
        -32602,
        7,
    ),
    "deep nesting": (write_nested(DEEPEST), -32600, 7),
    "nesting that no parser reads": (write_nested(100_000), -32600, 7),
    "a line that is too long": (write_call({"target": "x" * LONGEST_LINE}), -32600, 7),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_line_that_cannot_pass_is_answered(client: RawClient, case: str) -> None:
    line, code, number = REFUSED[case]
    answer = client.ask(line)
    assert (answer["error"]["code"], answer["id"]) == (code, number)
    assert client.is_alive()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"target": "a\ud800b"}, "'a\ufffdb'"),
        ({"target": "a\0b"}, "'a\\x00b'"),
        ({"target": PRICING, "max_dept": 2}, "Did you mean 'max_depth'?"),
        ({"target": PRICING, "\ud800": {"\udfff": ["\ud800"]}}, "argument of analyze_impact"),
        ({"target": 5}, "target: Input should be a valid string"),
        ({}, "target: Field required"),
        ({"target": PRICING, "max_depth": 10**50}, "max_depth: Input should be less"),
        ({"target": PRICING, "max_depth": float("nan")}, "max_depth: Input should be a finite"),
        ({"target": PRICING, "max_depth": float("inf")}, "max_depth: Input should be a finite"),
        ({"target": "x" * 1_000_000}, "Unknown target"),
    ],
)
def test_a_wrong_argument_is_named(client: RawClient, arguments: dict[str, Any], said: str) -> None:
    answer = client.ask(write_call(arguments))
    assert answer["id"] == 7
    assert answer["result"]["isError"]
    (content,) = answer["result"]["content"]
    assert said in content["text"]
    assert len(content["text"]) < 2_000
    assert client.is_alive()


def test_half_of_a_character_does_not_cost_a_memory(client: RawClient) -> None:
    kept = client.ask(write_call({"text": "Cut in an emoji: \ud83d"}, tool="remember_this"))
    assert kept["result"]["structuredContent"]["title"] == "Cut in an emoji: \ufffd"


def test_a_byte_order_mark_and_broken_bytes_are_read_over(client: RawClient) -> None:
    line = b"\xef\xbb\xbf" + write_call({"target": "?"}).replace(b"?", b"\xff")
    assert "'\ufffd'" in client.ask(line)["result"]["content"][0]["text"]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"  \t",
        b'{"jsonrpc":"2.0","method":"notifications/no_such"}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"never"}}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}',
        b'{"jsonrpc":"2.0","id":9,"result":{}}',
        b'{"jsonrpc":"2.0","id":9,"error":{}}',
    ],
)
def test_nobody_answers_a_notification(client: RawClient, line: bytes) -> None:
    client.send(line + b"\n")
    assert client.receive_until_pong() is None


def test_two_requests_with_one_id_get_an_answer_each(client: RawClient) -> None:
    client.send((write_call({"target": PRICING}) + b"\n") * 2)
    assert [client.receive()["id"], client.receive()["id"]] == [7, 7]
    assert client.is_alive()


def test_a_cancelled_call_leaves_the_server_alive(client: RawClient) -> None:
    cancel = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"c"}}\n'
    client.send(write_call({"target": PRICING}, "c") + b"\n" + cancel)
    while (answer := client.receive_until_pong()) is not None:
        assert answer["id"] == "c"
    assert client.is_alive()


def test_a_call_before_the_greeting_is_answered(shop: Path) -> None:
    with RawClient(shop) as client:
        assert client.ask(b"?")["id"] is None
        assert client.ask(write_call({"target": "\ud800"}))["id"] == 7
        client.greet()
        assert client.call("analyze_impact", {"target": PRICING})["result"]


def test_what_was_asked_is_answered_although_the_input_ends(shop: Path) -> None:
    with RawClient(shop) as client:
        client.greet()
        asked = [write_call({"target": PRICING}, number) for number in range(20)]
        client.send(b"\n".join([*asked, b'{"cut off']))
        assert client.close() == 0
        answers = client.read_rest()
        assert sorted(answer["id"] for answer in answers if "result" in answer) == [*range(20)]
        assert [answer["id"] for answer in answers if "error" in answer] == [None]
        assert client.read_errors() == ""


def test_a_client_that_reads_no_more_is_no_bug(shop: Path) -> None:
    command = [sys.executable, "-m", "ripplegraph", "mcp", "-C", str(shop)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as server:  # type: ignore[call-overload]
        server.stdout.close()
        server.stdin.write(write_call({"target": PRICING}) + b"\nhello\n")
        server.stdin.close()
        assert server.wait(timeout=300) == 0
        assert server.stderr.read() == b""


@pytest.mark.walk
def test_fuzzed_calls_of_each_tool(shop: Path) -> None:
    assert fuzz(shop, calls=choose(30, fewest=8), seed=1) == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda values: st.lists(values) | st.dictionaries(st.text(st.characters()), values),
    max_leaves=8,
)
NAMES = st.sampled_from(["jsonrpc", "id", "method", "params", "result", "error"])
MESSAGES = st.dictionaries(NAMES, JSON | st.sampled_from(["2.0", "ping", 1])).map(json.dumps)


@walk(150)
@given(
    st.binary()
    | st.text(st.characters(exclude_categories=["Cs"]))
    | JSON.map(json.dumps)
    | MESSAGES
)
def test_a_line_passes_clean_or_is_answered(given_line: bytes | str) -> None:
    line = given_line.encode() if isinstance(given_line, str) else given_line
    checked = check_line(line)
    assert not (checked.line and checked.answer)
    if checked.answer:
        answer = json.loads(checked.answer)
        assert answer["error"]["message"]
    if checked.line:
        message = json.loads(checked.line)
        assert message["jsonrpc"] == "2.0"
        assert isinstance(message["method"], str)
        checked.line.decode("ascii")
    find_id(line.decode(errors="replace"))
