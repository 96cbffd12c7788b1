"""Models that make vectors: the offline one, and servers that answer, fail or talk nonsense."""

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any

import numpy as np
import pytest

from ripplegraph import http_post
from ripplegraph.config import EmbeddingsConfig
from ripplegraph.embeddings import ollama_probe
from ripplegraph.embeddings.bundled import DIMENSIONS, BundledModel
from ripplegraph.embeddings.ollama_probe import find_ollama_models
from ripplegraph.embeddings.online import OllamaModel, OpenAIModel
from ripplegraph.embeddings.provider import build_text
from ripplegraph.embeddings.provider_choice import build_chain, choose, require_chain
from ripplegraph.embeddings.vectors import build_matrix, compare, mix, pack, unpack
from ripplegraph.errors import EmbeddingError
from tests.support.databases import LONGEST_MS
from tests.support.waiting import LONGEST

MODEL = "tiny-embed"


class Server(BaseHTTPRequestHandler):
    """Speaks as much of both interfaces as is needed, and keeps what it was asked."""

    mood = "good"
    requests: list[tuple[str, dict[str, Any], str | None]]
    ended: threading.Event

    def do_GET(self) -> None:
        self._answer({"models": [{"name": f"{MODEL}:latest"}]})

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        body = json.loads(self.rfile.read(length))
        self.requests.append((self.path, body, self.headers.get("Authorization")))
        if self.mood == "slow":
            self.ended.wait(LONGEST)
        vectors = [[float(len(text)), 1.0, 0.0, 2.0] for text in body["input"]]
        if self.mood == "short":
            vectors = vectors[1:]
        if self.mood == "empty":
            vectors = [[0.0] * 4 for _ in vectors]
        if self.mood == "endless":
            vectors = [[10**400, 1, 1, 1] for _ in vectors]
        if self.path.endswith("/api/embed"):
            self._answer({"embeddings": vectors})
        else:
            data = [{"index": i, "embedding": row} for i, row in enumerate(vectors)]
            self._answer({"data": data[::-1]})

    def _answer(self, content: object) -> None:
        self.send_response(500 if self.mood == "broken" else 200)
        self.end_headers()
        bodies = {"nonsense": b"<html>", "deep": b"[" * 90_000, "long": b" " * 70_000_000}
        body = bodies.get(self.mood, json.dumps(content).encode())
        with suppress(OSError):
            if self.mood == "trickle":
                self.wfile.write(body[:1])
                self.ended.wait(LONGEST)
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def send(handler: Server, content: object) -> None:
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(json.dumps(content).encode())


@contextmanager
def serve(mood: str = "good") -> Iterator[tuple[str, type[Server]]]:
    ended = threading.Event()
    handler = type("Handler", (Server,), {"mood": mood, "requests": [], "ended": ended})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", handler
    finally:
        ended.set()
        server.shutdown()
        server.server_close()


def configure(url: str, **values: Any) -> EmbeddingsConfig:
    return EmbeddingsConfig(
        ollama_url=url, ollama_model=MODEL, openai_model=MODEL, timeout_ms=LONGEST_MS, dimensions=3
    )._replace(**values)


@pytest.fixture(autouse=True)
def patient_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find a server on a busy machine, too."""
    monkeypatch.setattr(ollama_probe, "SECONDS", LONGEST)


NOBODY = "http://127.0.0.1:9"


def test_the_offline_model_puts_like_texts_near_each_other() -> None:
    rows = BundledModel().embed(["a slow database query", "SQL runs slowly", "blue logo colours"])
    assert rows.shape == (3, DIMENSIONS)
    near, far = compare(rows[0], rows[1:])
    assert near > far


def test_a_text_without_words_has_a_vector_too() -> None:
    rows = BundledModel().embed(["", "   ", "缓存"])
    assert np.isfinite(rows).all()


def test_an_ollama_that_has_the_model_is_taken_first() -> None:
    with serve() as (url, _):
        choice = choose(configure(url))
    assert (choice.provider, choice.model) == ("ollama", f"ollama/{MODEL}/3")
    assert choice.others == ("bundled",)


def test_without_a_server_the_offline_model_is_taken() -> None:
    choice = choose(configure(NOBODY))
    assert (choice.provider, choice.model) == ("bundled", BundledModel.model)


def test_an_ollama_without_the_model_is_passed_over() -> None:
    with serve() as (url, _):
        assert choose(configure(url, ollama_model="other")).provider == "bundled"


def test_texts_go_to_a_remote_server_only_where_its_address_is_set() -> None:
    assert "openai" not in (choose(configure(NOBODY)).provider, *choose(configure(NOBODY)).others)
    assert choose(configure(NOBODY, openai_url="http://x/v1")).provider == "openai"


def test_vectors_can_be_switched_off() -> None:
    config = configure(NOBODY, provider="none")
    assert build_chain(choose(config), config, environment={}) == ()
    with pytest.raises(EmbeddingError, match="switched off"):
        require_chain(choose(config), config, environment={})


def test_what_is_missing_is_said() -> None:
    choice = choose(configure(NOBODY, provider="ollama"))
    assert choice.provider == "none"
    assert MODEL in choice.reason


def test_ollama_is_asked_for_a_batch_of_vectors() -> None:
    with serve() as (url, handler):
        rows = OllamaModel(configure(url)).embed(["one", "four"])
        ((path, body, _),) = handler.requests
    assert path == "/api/embed"
    assert body == {"model": MODEL, "input": ["one", "four"], "dimensions": 3}
    assert rows.shape == (2, 3)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)


def test_a_key_comes_from_the_environment_and_rows_are_put_in_order() -> None:
    with serve() as (url, handler):
        config = configure(url, openai_url=f"{url}/v1/", openai_key_variable="MY_KEY")
        model = OpenAIModel(config, environment={"MY_KEY": "k1"})
        rows = model.embed(["a", "long text"])
        ((path, _, header),) = handler.requests
    assert (path, header) == ("/v1/embeddings", "Bearer k1")
    assert rows[0][0] < rows[1][0]


@pytest.mark.parametrize(
    "mood",
    ["slow", "broken", "nonsense", "short", "empty", "endless", "deep", "long", "trickle"],
)
@pytest.mark.parametrize("kind", ["ollama", "openai"])
def test_a_server_that_fails_is_an_error_with_a_hint(
    mood: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if mood == "trickle":
        monkeypatch.setattr(http_post, "read_clock", count(0, 2 * LONGEST).__next__)
    with serve(mood) as (url, _):
        config = configure(url, openai_url=f"{url}/v1")
        if mood == "slow":
            config = config._replace(timeout_ms=400)
        model = OllamaModel(config) if kind == "ollama" else OpenAIModel(config, environment={})
        with pytest.raises(EmbeddingError) as caught:
            model.embed(["one", "two"])
    assert caught.value.hint


@pytest.mark.parametrize("place", [None, "1", 1.5])
def test_an_odd_place_of_a_row_is_no_crash(place: object, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"index": 0, "embedding": [1, 0]}, {"index": place, "embedding": [0, 1]}]
    monkeypatch.setattr(Server, "_answer", lambda self, _: send(self, {"data": rows}))
    with serve() as (url, _):
        model = OpenAIModel(configure(NOBODY, openai_url=url), environment={})
        assert model.embed(["one", "two"]).shape == (2, 2)


def test_a_server_on_this_machine_is_not_asked_through_a_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, NOBODY)
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with serve() as (url, _):
        assert OllamaModel(configure(url)).embed(["one"]).shape == (1, 3)


def test_a_secret_in_an_address_is_not_told() -> None:
    config = configure(NOBODY, openai_url="http://me:geheim@127.0.0.1:9/v1")
    with pytest.raises(EmbeddingError) as caught:
        OpenAIModel(config, environment={}).embed(["one"])
    assert "geheim" not in caught.value.message


def test_loading_the_offline_model_leaves_logging_alone() -> None:
    code = (
        "import logging; from ripplegraph.embeddings.bundled import BundledModel;"
        "BundledModel().embed(['x']);"
        "root = logging.getLogger(); print(len(root.handlers), root.level)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.split() == ["0", str(logging.WARNING)]


@pytest.mark.parametrize("url", [NOBODY, "ftp://x", "http://", "", "nonsense", "http://[::1"])
def test_looking_for_a_server_that_is_not_there_finds_nothing(url: str) -> None:
    assert find_ollama_models(url) == frozenset()


@pytest.mark.parametrize(
    "rows", [None, [], [[]], [[1.0], [1.0, 2.0]], [["a"]], {"a": 1},
    [[float("nan"), 1.0]], [[float("inf"), 1.0]], [[0.0, 0.0]], [[10**400]]],
)  # fmt: skip
def test_an_answer_that_is_no_table_is_refused(rows: object) -> None:
    with pytest.raises(EmbeddingError):
        build_matrix(rows, count=1, model="m")


def test_what_is_packed_is_unpacked() -> None:
    rows = build_matrix([[3.0, 4.0], [0.0, 0.0], [0.0, 3e38]], count=3, model="m")
    assert np.allclose(unpack([pack(row) for row in rows], 2), rows)
    assert np.allclose(rows, [[0.6, 0.8], [0.0, 0.0], [0.0, 1.0]])


def test_a_mixture_lies_between_two_vectors() -> None:
    first, second = build_matrix([[1.0, 0.0], [0.0, 1.0]], count=2, model="m")
    near, far = compare(mix(first, second, share=0.6), np.stack([second, first]))
    assert near > far > 0


def test_a_title_that_starts_the_text_is_not_said_twice() -> None:
    assert build_text("The lamp", "The lamp is on.") == "The lamp is on."
    assert build_text("Light", "The lamp is on.") == "Light. The lamp is on."
    assert len(build_text("t", "x" * 100_000)) < 10_000
