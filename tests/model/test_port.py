"""Asking a language model: each protocol, everything that goes wrong, the budget and the record."""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import http_post
from ripplegraph.config import ModelConfig
from ripplegraph.memory.secrets.detection import scrub_secrets
from ripplegraph.model.log import BOUND, FILE, ModelLog
from ripplegraph.model.port import OFF, LanguageModel, Reply
from tests.support.model_server import KEY, PATHS, ModelServer, serve_models
from tests.support.permissions import bound_by_permissions
from tests.support.waiting import LONGEST

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serve_models() as state:
        yield state


def build_model(
    root: Path, server: ModelServer, provider: str = "openai", **settings: Any
) -> LanguageModel:
    wanted = {
        "provider": provider,
        "url": server.build_url(provider),
        "name": "small",
        "key_variable": "MY_KEY",
        "timeout_seconds": int(LONGEST),
    }
    config = ModelConfig(**{**wanted, **settings})
    return LanguageModel(config, root=root, key=KEY, scrub=scrub_secrets)


def ask(model: LanguageModel, prompt: str = "Say ready.") -> Reply:
    return model.ask("check", "Be short.", prompt, max_tokens=10)


@pytest.mark.parametrize("provider", PATHS)
def test_each_protocol(tmp_path: Path, server: ModelServer, provider: str) -> None:
    model = build_model(tmp_path, server, provider)
    assert ask(model) == Reply("ready")
    (request,) = server.requests
    assert request["path"] == PATHS[provider]
    (exchange,) = model.log.read_exchanges()
    assert (exchange.outcome, exchange.answer, exchange.tokens) == ("ok", "ready", 42)
    assert (exchange.prompt, exchange.use, exchange.model) == ("Say ready.", "check", "small")


def test_nothing_is_sent_unless_configured(tmp_path: Path) -> None:
    model = LanguageModel(ModelConfig(), root=tmp_path, key="", scrub=scrub_secrets)
    assert ask(model) == Reply(None, OFF)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"name": ""}, "model.name is not set"),
        ({"url": "file:///etc/passwd"}, "the url is no address of a server"),
        ({"url": "http://"}, "the url is no address of a server"),
        ({"provider": "anthropic", "key_variable": ""}, "model.key_variable is not set"),
        ({"url": "http://127.0.0.1:1"}, "ConnectError at 127.0.0.1"),
    ],
)
def test_what_is_not_complete(
    tmp_path: Path, server: ModelServer, settings: dict[str, Any], reason: str
) -> None:
    assert ask(build_model(tmp_path, server, **settings)) == Reply(None, reason)
    assert not server.requests


def test_a_key_that_is_not_there(tmp_path: Path, server: ModelServer) -> None:
    config = build_model(tmp_path, server).config
    model = LanguageModel(config, root=tmp_path, key="", scrub=scrub_secrets)
    assert ask(model) == Reply(None, "the environment variable MY_KEY is not set")


@pytest.mark.parametrize("provider", PATHS)
@pytest.mark.parametrize(
    "raw",
    [b"", b"no JSON", b"[]", b"{}", b'{"choices": [], "content": [], "message": {}}', b"[" * 90_000,
     b'{"choices": [{"message": {"content": 7}}], "content": [7], "message": {"content": null}}'],
)  # fmt: skip
def test_an_answer_that_makes_no_sense(
    tmp_path: Path, server: ModelServer, provider: str, raw: bytes
) -> None:
    server.raw = raw
    reply = ask(build_model(tmp_path, server, provider))
    assert reply.text is None
    assert reply.reason in (
        "the answer is not what the provider's protocol says",
        "the answer is empty",
    )


def test_what_servers_do(
    tmp_path: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = build_model(tmp_path, server)
    server.status = 429
    assert ask(model).reason == "the server answered with status 429"
    server.status, server.answer = 200, "  \n"
    assert ask(model).reason == "the answer is empty"
    server.answer = "x" * 1_100_000
    assert ask(model).reason == "the answer is too long"
    server.answer, server.bytes_sent = "late", 1
    monkeypatch.setattr(http_post, "read_clock", count(0, 2 * LONGEST).__next__)
    assert ask(model).reason == "the answer took too long"
    use = model.log.read_use()
    assert use is not None
    assert (use.calls, use.failed, use.last_failure) == (4, 4, "the answer took too long")


def test_a_server_that_does_not_answer(tmp_path: Path, server: ModelServer) -> None:
    server.bytes_sent = 0
    model = build_model(tmp_path, server, timeout_seconds=1)
    assert ask(model).reason == "no answer within 1 seconds"


def test_a_key_does_not_follow_a_redirect(tmp_path: Path, server: ModelServer) -> None:
    with serve_models() as elsewhere:
        server.redirect = f"{elsewhere.url}/v1/chat/completions"
        assert ask(build_model(tmp_path, server)).reason == "the server answered with status 307"
        assert not elsewhere.requests


def test_no_secret_leaves_and_none_is_kept(tmp_path: Path, server: ModelServer) -> None:
    server.answer = f"It is {SECRET}."
    model = build_model(tmp_path, server)
    reply = ask(model, f"The token is {SECRET} and password='hunter2!x'")
    assert server.prompts == ["The token is [secret: GitHub token] and password='[secret]'"]
    assert reply.text == "It is [secret: GitHub token]."
    kept = model.log.path.read_text()
    assert SECRET not in json.dumps(server.requests[0]["body"])
    assert all(secret not in kept for secret in (SECRET, KEY, "hunter2"))


def test_the_tokens_of_a_day_are_a_limit(tmp_path: Path, server: ModelServer) -> None:
    model = build_model(tmp_path, server, daily_tokens=100)
    assert [ask(model).text for _ in range(4)] == ["ready", "ready", None, None]
    assert ask(model).reason == "over the 100 tokens of a day"
    assert len(server.requests) == 2
    assert model.log.count_today() == 84


def test_what_is_reserved_counts_where_the_server_tells_nothing(
    tmp_path: Path, server: ModelServer
) -> None:
    server.report_tokens = False
    model = build_model(tmp_path, server)
    ask(model)
    assert model.log.count_today() == 3 + 4 + 10


def test_a_question_whose_process_was_killed_counts(tmp_path: Path, server: ModelServer) -> None:
    model = build_model(tmp_path, server)
    ask(model)
    lines = model.log.path.read_text().splitlines(keepends=True)
    model.log.path.write_text(lines[0])
    (exchange,) = model.log.read_exchanges()
    assert (exchange.outcome, exchange.tokens) == ("not answered", 17)


def test_nothing_is_sent_without_a_record(tmp_path: Path, server: ModelServer) -> None:
    model = build_model(tmp_path, server)
    model.log.path.parent.mkdir()
    model.log.path.parent.chmod(0o500)
    try:
        with bound_by_permissions():
            reply = ask(model)
    finally:
        model.log.path.parent.chmod(0o700)
    assert reply.text is None
    assert "cannot be written, so nothing is sent" in reply.reason
    assert not server.requests


def test_the_record_stays_small_and_the_day_exact(tmp_path: Path, server: ModelServer) -> None:
    model = build_model(tmp_path, server, daily_tokens=10**9)
    for number in range(60):
        assert ask(model, f"{number} {'word ' * 6_000}").text == "ready"
    assert (tmp_path / ".ripple" / FILE).stat().st_size <= BOUND
    use = ModelLog(tmp_path).read_use()
    assert use is not None
    assert (use.calls, use.failed, use.tokens, use.today) == (60, 0, 60 * 42, 60 * 42)
    assert model.log.read_exchanges(1)[0].prompt.startswith("59 ")
    assert (tmp_path / ".ripple" / ".gitignore").read_text() == "*\n"
