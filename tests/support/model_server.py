"""A real HTTP server that speaks the protocols of language models, as strictly as they do."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.support.waiting import LONGEST

KEY = "key-of-the-test"
PATHS = {
    "openai": "/v1/chat/completions",
    "ollama": "/api/chat",
    "anthropic": "/v1/messages",
}


@dataclass
class ModelServer:
    """What it answers, and everything it was sent."""

    url: str = ""
    answer: str = "ready"
    status: int = 200
    raw: bytes | None = None
    bytes_sent: int | None = None
    """Bytes of an answer that are sent; with fewer than all, the rest waits for the end."""
    ended: threading.Event = field(default_factory=threading.Event)
    redirect: str = ""
    report_tokens: bool = True
    requests: list[dict[str, Any]] = field(default_factory=list)
    """The path, the headers and the body of each request."""

    def build_url(self, provider: str) -> str:
        return f"{self.url}/v1" if provider == "openai" else self.url

    @property
    def prompts(self) -> list[str]:
        return [request["body"]["messages"][-1]["content"] for request in self.requests]


@contextmanager
def serve_models() -> Iterator[ModelServer]:
    """Run the server on a free port of this machine."""
    state = ModelServer()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _build_handler(state))
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        state.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _build_handler(state: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.requests.append({"path": self.path, "headers": {}, "body": {}})
            self._reply(404, b"{}")

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            state.requests.append({"path": self.path, "headers": headers, "body": body})
            if state.redirect:
                self.send_response(307)
                self.send_header("location", state.redirect)
                self.end_headers()
                return
            self._reply(*_answer(state, self.path, headers, body))

        def _reply(self, status: int, content: bytes) -> None:
            if state.bytes_sent == 0:
                state.ended.wait(LONGEST)
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(content[: state.bytes_sent])
                self.wfile.flush()
                if state.bytes_sent is not None:
                    state.ended.wait(LONGEST)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    return Handler


def _answer(
    state: ModelServer, path: str, headers: Mapping[str, str], body: Mapping[str, Any]
) -> tuple[int, bytes]:
    if state.status != 200 or state.raw is not None:
        return state.status, state.raw or b"{}"
    provider = next((name for name, known in PATHS.items() if known == path), None)
    if provider is None:
        return 404, b"{}"
    problem = find_problem(provider, headers, body)
    if problem:
        return 400, json.dumps({"error": problem}).encode()
    return 200, json.dumps(build_reply(provider, state)).encode()


def find_problem(provider: str, headers: Mapping[str, str], body: Mapping[str, Any]) -> str:
    """Say what a server of a provider would refuse; empty where it would not."""
    if not body.get("model"):
        return "no model"
    roles = [message.get("role") for message in body.get("messages", [])]
    if provider == "anthropic":
        if headers.get("x-api-key") != KEY or not headers.get("anthropic-version"):
            return "no key or version"
        if not isinstance(body.get("max_tokens"), int) or roles != ["user"]:
            return "no max_tokens, or a role that is not known"
        return "" if isinstance(body.get("system"), str) else "no system"
    if roles != ["system", "user"]:
        return "roles"
    if provider == "ollama":
        return "" if body.get("stream") is False else "a stream"
    return "" if headers.get("authorization") == f"Bearer {KEY}" else "no key"


def build_reply(provider: str, state: ModelServer) -> dict[str, Any]:
    message = {"role": "assistant", "content": state.answer}
    if provider == "openai":
        usage = {"prompt_tokens": 30, "completion_tokens": 12, "total_tokens": 42}
        return _tell(state, {"choices": [{"index": 0, "message": message}]}, {"usage": usage})
    if provider == "ollama":
        used = {"prompt_eval_count": 30, "eval_count": 12}
        return _tell(state, {"model": "m", "message": message, "done": True}, used)
    content = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": state.answer}]
    usage = {"input_tokens": 30, "output_tokens": 12}
    return _tell(state, {"type": "message", "content": content}, {"usage": usage})


def _tell(state: ModelServer, reply: dict[str, Any], usage: dict[str, Any]) -> dict[str, Any]:
    return {**reply, **(usage if state.report_tokens else {})}
